; Where JavaScript throws, rejects, builds, asserts, reports and declares errors.

((throw_statement) @site (#set! kind "raise"))

; an error object built anywhere else: passed to a callback, returned, assigned
((new_expression constructor: [(identifier) (member_expression)] @type) @site
  (#match? @type "(?:Error|Exception|Fault|Failure|Invalid|Warning|Errors)\\d*$|(?:^|\\.)ERR_[A-Z0-9_]+$|[eE]rrors?\\.[A-Z]\\w+$|^(?:BadRequest|Unauthorized|Forbidden|NotFound|MethodNotAllowed|Conflict|Unprocessable|TooManyRequests|GeneralError|NotImplemented|BadGateway|Unavailable|Response)$")
  (#set! kind "construct"))

; calls by a bare name
((call_expression function: (identifier) @name arguments: (arguments)) @site
  (#match? @name "^(?:_*assert|[aA]ssert[A-Z]\\w*|\\w*[aA]ssert|_*invariant|warning|precondition|reject|E|deprecate|(?:[A-Z]\\w*)?(?:Error|Exception)|(?:create|make|new|build|get|to|wrap|raise|throw|format)\\w*(?:Error|Exception|Err|ErrorClass)|http_?[eE]rrors?|ERR_\\w+)$")
  (#set! kind "call"))

; calls of a method, by the method's name
((call_expression function: (member_expression property: (property_identifier) @name) arguments: (arguments)) @site
  (#match? @name "^(?:error|fatal|critical|crit|emerg|write|emitWarning|deprecate|setFailed|send|json|end|text|throw|reject|push|addIssue|(?:create|make|new|build)\\w*Error)$")
  (#set! kind "method"))

; calls of any method of an asserting or HTTP-error-making object
((call_expression function: (member_expression object: (identifier) @owner property: (property_identifier) @name) arguments: (arguments)) @site
  (#any-of? @owner "assert" "Boom" "boom" "httpErrors" "HttpErrors" "createError" "createHttpError" "console" "Assert")
  (#set! kind "owned"))

; tables of texts: the name, or the texts themselves, tell
((variable_declarator name: (identifier) @name value: [(object) (call_expression arguments: (arguments . (object)))] @dict)
  (#match? @name "(?i)(?:messages?|msgs?|errors?|errs|locale|reasons|descriptions|warnings|_?strings)$")
  (#set! kind "dict"))
((pair key: [(property_identifier) (string)] @name value: (object) @dict)
  (#match? @name "(?i)^[\"']?(?:\\w*messages|\\w*errors|errorMap|errorCodes|\\w*reasons)[\"']?$")
  (#set! kind "dict"))
((assignment_expression left: (member_expression property: (property_identifier) @name) right: (object) @dict)
  (#match? @name "(?i)(?:messages|errors|msgs|locale)$")
  (#set! kind "dict"))
((variable_declarator name: (identifier) @name value: (object) @dict)
  (#set! kind "locale"))

; functions that turn a code into a text
([(function_declaration name: (identifier) @name) (method_definition name: (property_identifier) @name)] @site
  (#match? @name "^(?:strerror|\\w*[eE]rrorMap|(?:\\w*[eE]rr(?:or)?)(?:Message|Msg|Text|Description|Reason|String)\\w*|\\w*[mM]essageFor\\w*)$")
  (#set! kind "teller"))
((variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)] @site)
  (#match? @name "^(?:error|strerror|\\w*[eE]rrorMap|(?:\\w*[eE]rr(?:or)?)(?:Message|Msg|Text|Description|Reason|String)\\w*|\\w*[mM]essageFor\\w*)$")
  (#set! kind "teller"))

; what sites refer to
([(class_declaration body: (class_body) @body) (class body: (class_body) @body)] @class
  (#set! kind "class"))
((function_declaration name: (identifier) @name) @class @constructor
  (#match? @name "^[A-Z]\\w*(?:Error|Exception)$")
  (#set! kind "class"))
((call_expression function: [(identifier) @name (member_expression property: (_) @name)] arguments: (arguments . (string))) @class @registry
  (#match? @name "^E$|^(?:create|make|define|register)\\w*Err(?:or)?(?:Class|Code|Type)?$")
  (#set! kind "class"))
((variable_declarator name: (identifier) @name value: [(string) (template_string) (binary_expression) (object) (call_expression arguments: (arguments . (object)))] @value)
  (#set! kind "constant"))
((export_statement value: (object) @value) (#set! kind "constant"))
((assignment_expression left: (member_expression) @exported right: [(object) (string) (template_string) (binary_expression)] @value)
  (#match? @exported "^(?:module\\.)?exports\\b")
  (#set! kind "constant"))
((import_statement) @import (#set! kind "import"))
((export_statement source: (string)) @import (#set! kind "import"))
((variable_declarator name: (_) @local value: [
    (call_expression function: (identifier) @required arguments: (arguments . (string) @module))
    (member_expression object: (call_expression function: (identifier) @required arguments: (arguments . (string) @module)))
  ] @value) @import
  (#eq? @required "require")
  (#set! kind "import"))
((catch_clause) @catch (#set! kind "catch"))
