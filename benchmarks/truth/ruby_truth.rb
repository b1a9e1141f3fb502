# frozen_string_literal: true

# Prints every place where Ruby source raises or reports an error, one JSON object a line, read
# with the parser of the Ruby interpreter itself: RubyVM::AbstractSyntaxTree. Its strings are
# decoded, its heredocs dedented and its adjacent literals joined by Ruby.
#
#     ruby benchmarks/truth/ruby_truth.rb FILE-WITH-PATHS > truth.jsonl
#
# `shape` is the message with U+0000 for each hole; null where no message is written there.

require "json"

AST = RubyVM::AbstractSyntaxTree
KERNEL = %i[raise fail].freeze
LOGGED = %i[error fatal].freeze
TEXT_METHODS = %i[freeze to_s strip chomp html_safe lstrip rstrip squish].freeze

def node?(thing)
  thing.is_a?(AST::Node)
end

# The text of an expression with holes, nil when none of it is text.
def shape(node)
  return nil unless node?(node)

  case node.type
  when :STR then node.children[0]
  when :DSTR then dynamic(node)
  when :BLOCK, :BEGIN then shape(node.children.last)
  when :OPCALL then operated(node)
  when :CALL then called_text(node)
  when :FCALL then formatted(node)
  end
end

def dynamic(node)
  first, *rest = node.children
  text = first.is_a?(String) ? first.dup : +""
  rest.each { |part| text << pieces(part) }
  text
end

def pieces(part)
  return "" unless node?(part)

  case part.type
  when :STR then part.children[0]
  when :EVSTR then "\0"
  when :DSTR then dynamic(part)
  when :LIST then part.children.map { |one| pieces(one) }.join
  else "\0"
  end
end

def arguments(node)
  list = node?(node) && node.type == :BLOCK_PASS ? node.children[0] : node
  return [] unless node?(list) && list.type == :LIST

  list.children.compact
end

def operated(node)
  left, sign, right = node.children
  operand = arguments(right)[0]
  if sign == :% && (text = shape(left))
    verbs(text)
  elsif %i[+ <<].include?(sign)
    both = [shape(left), shape(operand)]
    both.compact.empty? ? nil : both.map { |one| one || "\0" }.join
  end
end

def called_text(node)
  receiver, name, = node.children
  text = shape(receiver)
  return nil unless text && TEXT_METHODS.include?(name)

  case name
  when :strip, :chomp, :lstrip, :rstrip then text.public_send(name)
  when :squish then text.split(/[ \t\n]+/).reject(&:empty?).join(" ")
  else text
  end
end

def formatted(node)
  name, args = node.children
  first = arguments(args)[0]
  return verbs(shape(first)) if %i[format sprintf].include?(name) && shape(first)

  shape(first) if name == :_
end

def verbs(text)
  text.gsub(/%(?:%|\{\w+\}|(?:<\w+>)?[-+ #0]*\d*(?:\$)?[-+ #0]*\d*(?:\.\d+)?[a-zA-Z])/) do |verb|
    verb == "%%" ? "%" : "\0"
  end
end

def constant(node)
  return nil unless node?(node)

  case node.type
  when :CONST, :COLON3 then node.children.last.to_s
  when :COLON2 then [constant(node.children[0]), node.children[1].to_s].compact.join("::")
  end
end

# The class and message of `raise` with some arguments.
def raised(args)
  first, second = args
  name = constant(first)
  if name.nil? && node?(first) && first.type == :CALL && %i[new exception].include?(first.children[1])
    name = constant(first.children[0])
    built = arguments(first.children[2])
    texts = built.map { |one| shape(one) }
    return [name, shape(second) || texts.find { |one| one&.include?(" ") } || texts.compact.first]
  end
  return [name, shape(second)] if name
  return ["RuntimeError", shape(first)] if shape(first)

  [nil, shape(second)]
end

def last_name(node)
  return nil unless node?(node)

  case node.type
  when :VCALL, :FCALL, :LVAR, :IVAR, :CONST, :GVAR, :DVAR then node.children[0].to_s
  when :CALL, :COLON2 then node.children[1].to_s
  end
end

def site(node)
  case node.type
  when :FCALL then fcall(node)
  when :CALL then received(node)
  end
end

def fcall(node)
  name, list = node.children
  args = arguments(list)
  return nil if args.empty?

  if KERNEL.include?(name)
    type, text = raised(args)
    # a class has a lower-case letter; projects have functions named `fail` that take constants
    return nil if name == :fail && text.nil? && type.to_s !~ /[a-z]\w*\z/

    return ["raise", type, text]
  end
  return ["warn", nil, shape(args[0])] if name == :warn && shape(args[0])

  ["exit", nil, shape(args[0])] if name == :abort && shape(args[0])
end

def received(node)
  receiver, name, list = node.children
  args = arguments(list)
  owner = last_name(receiver)
  if name == :new && (type = constant(receiver)) && type =~ /(?:Error|Exception)$/
    texts = args.map { |one| shape(one) }
    return ["construct", type, texts.find { |one| one&.include?(" ") } || texts.compact.first]
  end
  return ["raise", *raised(args)] if KERNEL.include?(name) && owner == "Kernel" && !args.empty?
  if LOGGED.include?(name) && owner =~ /log(?:ger)?$/i && args[0]
    return ["report", nil, args.size == 1 ? shape(args[0]) : nil]
  end
  return ["declare", nil, shape(args[1])] if name == :add && owner == "errors" && shape(args[1])
  return ["report", nil, shape(args[0])] if name == :puts && owner =~ /stderr$/i && shape(args[0])
end

def walk(node, path, out, raising)
  found = site(node)
  built = found && found[0] == "construct"
  if found && !(built && raising)
    kind, type, text = found
    text = nil if text&.empty?
    out.puts JSON.generate(
      file: path, line: node.first_lineno, kind: kind, class: type, shape: text&.scrub
    )
  end
  inside = found && found[0] == "raise"
  node.children.each { |child| walk(child, path, out, inside || raising) if node?(child) }
end

skipped = 0
File.foreach(ARGV.fetch(0), chomp: true) do |path|
  root = AST.parse(File.read(path, encoding: "UTF-8"))
  walk(root, path, $stdout, false)
  puts JSON.generate(file: path, line: 0, kind: "file")
rescue SyntaxError, ArgumentError
  skipped += 1
end
warn "#{skipped} files that this Ruby cannot parse"
