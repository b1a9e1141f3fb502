; Where SQL raises errors. Bodies in dollar quotes are parsed on their own in Python; the words of
; dialects that this grammar does not know stand as identifiers, in broken statements too.

((dollar_quoted_string) @body (#set! kind "body"))
((identifier) @site (#set! kind "word"))

((kw_constraint) @site (#set! kind "constraint"))
((kw_index) @site (#set! kind "index"))
