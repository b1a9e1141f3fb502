; Where Go makes errors, panics, exits, answers requests and reports.

; panic(…), XError("…")
((call_expression function: (identifier) @name arguments: (argument_list)) @site
  (#eq? @name "panic")
  (#set! kind "panic"))
((call_expression function: (identifier) @name arguments: (argument_list)) @site
  (#match? @name "(Error|Err|Exception)$")
  (#set! kind "conversion"))

; errors.New(…), fmt.Errorf(…), log.Fatalf(…), http.Error(…), logger.Error(…), field.Invalid(…)
((call_expression function: (selector_expression field: (field_identifier) @name) arguments: (argument_list)) @site
  (#match? @name "^(New.*|Error(s|f|w|ln|S|Context|Depth|Depthf)?|Wrapf?|With(Message|Hint|Detail)f?|Annotatef?|(Fatal|Panic|DPanic|Exit|Critical|Crit)(f|w|ln|S|Context|Depth|Depthf)?|Fprint(f|ln)?|Sprintf|PrintErr(f|ln)?|Msgf?|Invalid|Required|Forbidden|NotSupported|TooLong|TypeInvalid|InternalError|BadParameter|.*JSON|WriteString)$")
  (#set! kind "call"))

; &XError{…}
((composite_literal type: [(type_identifier) (qualified_type) (generic_type)]) @site
  (#set! kind "composite"))

; func (e XError) Error() string { … }
((method_declaration name: (field_identifier) @name) @method
  (#any-of? @name "Error" "String")
  (#set! kind "shown"))
((method_declaration name: (field_identifier) @name) @method
  (#eq? @name "Error")
  (#set! kind "class"))

; var errorText = map[Code]string{…}
((var_spec name: (identifier) @name value: (expression_list (composite_literal type: [(map_type) (slice_type) (array_type) (implicit_length_array_type)] body: (_) @body))) @table
  (#match? @name "([Ee]rr|[Ff]ail|[Rr]eason|[Ii]nvalid|(^f|[a-z_]F)ault)")
  (#set! kind "table"))

; const ErrGone storeError = "…"
((const_spec name: (identifier) type: (type_identifier) @type value: (expression_list)) @spec
  (#match? @type "(Error|Err|error|err)$")
  (#set! kind "typed"))

; func newErrorf(pos Pos, format string, args ...any) *failure { … }
([(function_declaration name: (identifier) @name) (method_declaration name: (field_identifier) @name)] @site
  (#match? @name "[eE]rrorf$")
  (#set! kind "reporter"))

; return ErrNotFound
((return_statement (expression_list (identifier) @name)) @site
  (#match? @name "^[Ee]rr[A-Z]")
  (#set! kind "sentinel"))

; what sites refer to
((source_file (const_declaration (const_spec) @spec)) (#set! kind "constant"))
((source_file (var_declaration [(var_spec) @spec (var_spec_list (var_spec) @spec)])) (#set! kind "constant"))
((import_declaration) @import (#set! kind "import"))
((call_expression function: (selector_expression operand: (identifier) @package field: (field_identifier) @name)) @catch
  (#any-of? @name "Is" "As")
  (#set! kind "catch"))
((binary_expression left: (identifier) right: [(identifier) (selector_expression)] @error) @catch
  (#match? @error "(^|\\.)(Err[A-Z]\\w*|err[A-Z]\\w*|EOF)$")
  (#set! kind "catch"))
((type_case type: [(pointer_type) (type_identifier) (qualified_type)] @error) @catch
  (#match? @error "Error$")
  (#set! kind "catch"))
((type_assertion_expression type: (_) @error) @catch
  (#match? @error "Error$")
  (#set! kind "catch"))
