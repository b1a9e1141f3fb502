import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.Stream;
import javax.tools.*;

/**
 * Prints every place where Java source throws or reports an error, as javac's own parser sees it.
 *
 * <p>{@code java JavaTruth.java FOLDER} prints one JSON object a line. Sources are parsed only:
 * nothing is resolved, so a name says what it is by its spelling alone.
 */
public final class JavaTruth {
  static final Pattern ERROR = Pattern.compile("(?:Exception|Error|Throwable)\\d*$");
  static final Pattern LOGGER =
      Pattern.compile("(?i)(?:^|.*\\.)_?\\w*(?:log|logger|logs)(?:\\(\\))?$|.*getLogg?(?:er)?\\(.*\\)$");
  static final Set<String> LOGS = Set.of("error", "fatal", "severe");
  static final Set<String> CHECKS = Set.of("checkArgument", "checkState", "checkNotNull", "requireNonNull");
  static final Set<String> OWNED =
      Set.of(
          "isTrue", "notNull", "notEmpty", "notBlank", "hasText", "hasLength", "state", "isNull",
          "noNullElements", "doesNotContain", "isInstanceOf", "isAssignable", "validState",
          "matchesPattern", "inclusiveBetween", "exclusiveBetween");
  static final Set<String> TRACES = Set.of("getStackTrace", "printStackTrace", "fillInStackTrace");
  static final Pattern VERB =
      Pattern.compile("%(?:\\d+\\$|<)?[-#+ 0,(]*\\d*(?:\\.\\d+)?(?:[tT][a-zA-Z]|[bBhHsScCdoxXeEfgGaAn%])");
  static final Pattern NUMBERED = Pattern.compile("''|'([^']*)(?:'|$)|\\{\\s*\\d+\\s*(?:,[^{}]*)?\\}");

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    PrintStream out =
        new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(p -> p.toString().endsWith(".java") && Files.isRegularFile(p)).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (Path file : files) {
      try {
        read(compiler, root.relativize(file).toString(), Files.readString(file), out);
      } catch (IOException | RuntimeException e) {
        System.err.println(file + ": " + e);
      }
    }
    out.flush();
  }

  static void read(JavaCompiler compiler, String name, String text, PrintStream out) throws IOException {
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return text;
          }
        };
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask) compiler.getTask(null, null, problems, List.of("-proc:none"), null, List.of(source));
    CompilationUnitTree unit = task.parse().iterator().next();
    if (problems.getDiagnostics().stream().anyMatch(d -> d.getKind() == Diagnostic.Kind.ERROR)) {
      System.err.println(name + ": does not parse");
      return;
    }
    new Reader(name, text, unit, Trees.instance(task).getSourcePositions(), out).scan(unit, null);
  }

  /** Collects the sites of one file. */
  static final class Reader extends TreePathScanner<Void, Void> {
    final String file;
    final CompilationUnitTree unit;
    final SourcePositions positions;
    final PrintStream out;
    final String text;
    final Deque<String> caught = new ArrayDeque<>();
    final Set<Tree> thrown = Collections.newSetFromMap(new IdentityHashMap<>());

    Reader(String file, String text, CompilationUnitTree unit, SourcePositions positions, PrintStream out) {
      this.file = file;
      this.text = text;
      this.unit = unit;
      this.positions = positions;
      this.out = out;
    }

    @Override
    public Void visitCatch(CatchTree node, Void p) {
      caught.push(node.getParameter().getName().toString());
      super.visitCatch(node, p);
      caught.pop();
      return null;
    }

    @Override
    public Void visitThrow(ThrowTree node, Void p) {
      ExpressionTree what = bare(node.getExpression());
      List<ExpressionTree> arms = arms(what);
      boolean variable = false;
      String kind = "raise";
      List<List<String>> found = new ArrayList<>();
      String error = null;
      for (ExpressionTree arm : arms) {
        if (arm instanceof IdentifierTree name) {
          variable = true;
          kind = caught.contains(name.getName().toString()) ? "reraise" : kind;
        } else if (arm instanceof NewClassTree made) {
          thrown.add(made);
          error = simple(made.getIdentifier().toString());
          found.addAll(messages(made.getArguments()));
        } else if (arm instanceof MethodInvocationTree call) {
          found.addAll(chained(call));
        } else {
          variable = true;
        }
      }
      add(node, kind, error, found, variable);
      return super.visitThrow(node, p);
    }

    /** The messages of {@code new X("…").initCause(e)} or {@code X.of("…")}. */
    List<List<String>> chained(MethodInvocationTree call) {
      ExpressionTree at = call;
      List<List<String>> found = new ArrayList<>();
      while (at instanceof MethodInvocationTree step) {
        found.addAll(0, messages(step.getArguments()));
        at = step.getMethodSelect() instanceof MemberSelectTree select ? bare(select.getExpression()) : null;
      }
      if (at instanceof NewClassTree made) {
        thrown.add(made);
        found.addAll(0, messages(made.getArguments()));
      }
      return found;
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void p) {
      String name = simple(node.getIdentifier().toString());
      boolean written = text.startsWith("new", (int) positions.getStartPosition(unit, node));
      if (written && !thrown.contains(node) && ERROR.matcher(name).find() && !onlyTrace()) {
        add(node, "construct", name, messages(node.getArguments()), false);
      }
      return super.visitNewClass(node, p);
    }

    boolean onlyTrace() {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      return parent instanceof MemberSelectTree select && TRACES.contains(select.getIdentifier().toString());
    }

    @Override
    public Void visitAssert(AssertTree node, Void p) {
      if (node.getDetail() != null) {
        List<List<String>> found = texts(node.getDetail());
        if (!found.isEmpty()) {
          add(node, "assert", "AssertionError", found, false);
        }
      }
      return super.visitAssert(node, p);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void p) {
      ExpressionTree select = node.getMethodSelect();
      String name = select.toString();
      String owner = "";
      if (select instanceof MemberSelectTree member) {
        name = member.getIdentifier().toString();
        owner = member.getExpression().toString();
      }
      List<? extends ExpressionTree> args = node.getArguments();
      if (LOGS.contains(name) && LOGGER.matcher(owner).matches()) {
        report(node, "log", args);
      } else if (name.startsWith("print") && (owner.equals("System.err") || owner.endsWith(".err"))) {
        report(node, "stderr", args);
      } else if (name.equals("sendError") && args.size() == 2) {
        report(node, "http", args.subList(1, 2));
      } else if (args.size() > 1 && isCheck(name, simple(owner))) {
        report(node, "check", args.subList(1, args.size()));
      }
      return super.visitMethodInvocation(node, p);
    }

    boolean isCheck(String name, String owner) {
      if (CHECKS.contains(name)) {
        return owner.equals("Preconditions") || owner.equals("Objects");
      }
      return OWNED.contains(name) && (owner.equals("Assert") || owner.equals("Validate"));
    }

    void report(Tree node, String kind, List<? extends ExpressionTree> args) {
      List<List<String>> found = messages(args);
      if (!found.isEmpty()) {
        add(node, kind, null, found, false);
      }
    }

    @Override
    public Void visitAnnotation(AnnotationTree node, Void p) {
      String name = simple(node.getAnnotationType().toString());
      if (!name.startsWith("Api") && !name.endsWith("Response")) {
        for (ExpressionTree arg : node.getArguments()) {
          if (arg instanceof AssignmentTree pair && pair.getVariable().toString().equals("message")) {
            List<List<String>> found = texts(pair.getExpression());
            boolean key = found.stream().allMatch(t -> t.size() == 1 && t.get(0) != null && t.get(0).matches("\\{[\\w.-]+\\}"));
            if (!found.isEmpty() && !key) {
              add(pair.getExpression(), "constraint", null, beans(found), false);
            }
          }
        }
      }
      return super.visitAnnotation(node, p);
    }

    static List<List<String>> beans(List<List<String>> found) {
      List<List<String>> made = new ArrayList<>();
      for (List<String> text : found) {
        made.add(split(text, Pattern.compile("\\$?\\{[^{}]*\\}"), m -> null));
      }
      return made;
    }

    void add(Tree node, String kind, String error, List<List<String>> found, boolean variable) {
      LineMap lines = unit.getLineMap();
      long start = lines.getLineNumber(positions.getStartPosition(unit, node));
      long end = lines.getLineNumber(positions.getEndPosition(unit, node));
      StringBuilder line = new StringBuilder("{\"file\":").append(quoted(file));
      line.append(",\"line\":").append(start).append(",\"end_line\":").append(end);
      line.append(",\"kind\":").append(quoted(kind)).append(",\"class\":").append(quoted(error));
      line.append(",\"parts\":").append(found.isEmpty() ? "null" : listed(found.get(0)));
      line.append(",\"inline\":").append(!found.isEmpty());
      if (found.size() > 1) {
        line.append(",\"others\":[");
        for (int i = 1; i < found.size(); i++) {
          line.append(i > 1 ? "," : "").append(listed(found.get(i)));
        }
        line.append(']');
      }
      out.println(line.append(variable ? ",\"variable\":true}" : "}"));
    }
  }

  // -- texts ----------------------------------------------------------------------------------

  /** What the arguments of a call may say: each that holds text, as written and as filled. */
  static List<List<String>> messages(List<? extends ExpressionTree> args) {
    List<List<String>> found = new ArrayList<>();
    for (int place = 0; place < args.size(); place++) {
      ExpressionTree arg = bare(args.get(place));
      if (arg instanceof LambdaExpressionTree supplier && supplier.getBody() instanceof ExpressionTree body) {
        if (supplier.getParameters().isEmpty()) {
          found.addAll(texts(body));
        }
        continue;
      }
      for (List<String> text : texts(arg)) {
        found.add(text);
        if (place + 1 < args.size()) {
          found.add(split(text, VERB, JavaTruth::verb));
          found.add(split(text, Pattern.compile("\\{\\}"), m -> null));
          found.add(split(text, Pattern.compile("\\{\\d+(?:,[^{}]*)?\\}"), m -> null));
        }
      }
    }
    return found;
  }

  /** The texts an expression may be; none when no literal is part of it. */
  static List<List<String>> texts(ExpressionTree given) {
    ExpressionTree node = bare(given);
    if (node instanceof ConditionalExpressionTree choice) {
      List<List<String>> found = new ArrayList<>(texts(choice.getTrueExpression()));
      found.addAll(texts(choice.getFalseExpression()));
      return found;
    }
    List<String> parts = parts(node);
    boolean empty = parts == null || parts.stream().allMatch(p -> p != null && p.isEmpty());
    return empty ? List.of() : List.of(parts);
  }

  /** A text as fixed parts and nulls; null when there is no literal in it. */
  static List<String> parts(ExpressionTree given) {
    ExpressionTree node = bare(given);
    if (node instanceof LiteralTree literal) {
      Object value = literal.getValue();
      return value instanceof String || value instanceof Character ? listOf(value.toString()) : null;
    }
    if (node instanceof BinaryTree && node.getKind() == Tree.Kind.PLUS) {
      List<ExpressionTree> pieces = new ArrayList<>();
      flatten(node, pieces);
      List<String> whole = new ArrayList<>();
      boolean text = false;
      for (ExpressionTree piece : pieces) {
        List<String> inner = parts(piece);
        if (inner != null) {
          text = true;
          whole.addAll(inner);
        } else if (bare(piece) instanceof LiteralTree literal) {
          whole.add(String.valueOf(literal.getValue()));
        } else {
          whole.add(null);
        }
      }
      return text && pieces.size() > 1 ? whole : null;
    }
    if (node instanceof MethodInvocationTree call && call.getMethodSelect() instanceof MemberSelectTree select) {
      return formatted(select.getIdentifier().toString(), select.getExpression(), call.getArguments());
    }
    return null;
  }

  static List<String> formatted(String name, ExpressionTree owner, List<? extends ExpressionTree> args) {
    boolean message = owner.toString().endsWith("MessageFormat");
    if (name.equals("format") && (message || owner.toString().equals("String"))) {
      for (int place = 0; place < Math.min(2, args.size()); place++) {
        List<String> text = parts(args.get(place));
        if (text != null) {
          return message ? split(text, NUMBERED, JavaTruth::numbered) : split(text, VERB, JavaTruth::verb);
        }
      }
    }
    if (name.equals("formatted")) {
      List<String> text = parts(owner);
      return text == null ? null : split(text, VERB, JavaTruth::verb);
    }
    if (name.equals("concat") && args.size() == 1) {
      List<String> left = parts(owner);
      List<String> right = parts(args.get(0));
      if (left != null || right != null) {
        List<String> whole = new ArrayList<>(left != null ? left : Collections.singletonList(null));
        whole.addAll(right != null ? right : Collections.singletonList(null));
        return whole;
      }
    }
    return null;
  }

  static void flatten(ExpressionTree node, List<ExpressionTree> pieces) {
    Deque<ExpressionTree> right = new ArrayDeque<>();
    ExpressionTree at = node;
    while (at instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
      right.push(sum.getRightOperand());
      at = sum.getLeftOperand();
    }
    pieces.add(at);
    pieces.addAll(right);
  }

  interface Hole {
    String of(MatchResult found);
  }

  static String verb(MatchResult found) {
    return found.group().endsWith("%") ? "%" : found.group().equals("%n") ? "\n" : null;
  }

  static String numbered(MatchResult found) {
    if (found.group().equals("''")) {
      return "'";
    }
    return found.group(1);
  }

  static List<String> split(List<String> text, Pattern pattern, Hole hole) {
    List<String> parts = new ArrayList<>();
    for (String part : joined(text)) {
      if (part == null) {
        parts.add(null);
        continue;
      }
      Matcher found = pattern.matcher(part);
      int at = 0;
      while (found.find()) {
        parts.add(part.substring(at, found.start()));
        parts.add(hole.of(found));
        at = found.end();
      }
      parts.add(part.substring(at));
    }
    return parts;
  }

  static List<String> joined(List<String> parts) {
    List<String> whole = new ArrayList<>();
    for (String part : parts) {
      int last = whole.size() - 1;
      if (part != null && last >= 0 && whole.get(last) != null) {
        whole.set(last, whole.get(last) + part);
      } else {
        whole.add(part);
      }
    }
    return whole;
  }

  static List<String> listOf(String text) {
    List<String> one = new ArrayList<>();
    one.add(text);
    return one;
  }

  static ExpressionTree bare(ExpressionTree node) {
    while (true) {
      if (node instanceof ParenthesizedTree inner) {
        node = inner.getExpression();
      } else if (node instanceof TypeCastTree cast) {
        node = cast.getExpression();
      } else {
        return node;
      }
    }
  }

  static List<ExpressionTree> arms(ExpressionTree node) {
    if (bare(node) instanceof ConditionalExpressionTree choice) {
      List<ExpressionTree> both = new ArrayList<>(arms(choice.getTrueExpression()));
      both.addAll(arms(choice.getFalseExpression()));
      return both;
    }
    return List.of(bare(node));
  }

  static String simple(String name) {
    String plain = name.replaceAll("<.*", "").strip();
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  static String listed(List<String> parts) {
    StringBuilder line = new StringBuilder("[");
    for (String part : parts) {
      line.append(line.length() > 1 ? "," : "").append(quoted(part));
    }
    return line.append(']').toString();
  }

  static String quoted(String text) {
    if (text == null) {
      return "null";
    }
    StringBuilder line = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    return line.append('"').toString();
  }
}
