"""From evidence to prose: every statement rests on evidence."""
