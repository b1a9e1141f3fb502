; where heredocs begin, and their bodies
(heredoc_beginning) @beginning
(heredoc_body) @body
