<?php

/**
 * Prints every place where PHP source throws or reports an error, as nikic's PHP-Parser sees it.
 *
 * `php php_truth.php FOLDER` prints one JSON object a line. Needs Debian's php-cli and php-parser.
 * Sources are parsed only: nothing is resolved, so a name says what it is by its spelling alone.
 */

declare(strict_types=1);

require 'PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Scalar;
use PhpParser\Node\Stmt;

ini_set('memory_limit', '1G');

const SHOWN = ['__', '_', '_e', '_x', 'esc_html__', 'esc_attr__', 'esc_html_x', 'trans', 'translate', 't', 'gettext'];
const PLURAL = ['_n', '_nx', 'ngettext'];
const SAME = ['esc_html', 'esc_attr', 'htmlspecialchars', 'htmlentities', 'trim', 'rtrim', 'nl2br', 'wp_kses_post'];
const VERB = '/%(?:\d+\$)?(?:[-+ 0]|\'.)*\d*(?:\.\d+)?[bcdeEfFgGosuxX%]/';
const LOGS = ['error', 'critical', 'emergency', 'alert', 'fatal'];

/** Collects the sites of one file. */
final class Reader extends PhpParser\NodeVisitorAbstract
{
    /** @var array<int, array<string, mixed>> */
    public array $sites = [];
    /** @var string[] */
    private array $classes = [];
    /** @var array<int, true> */
    private array $thrown = [];

    public function enterNode(Node $node)
    {
        if ($node instanceof Stmt\ClassLike) {
            $this->classes[] = $node->name ? $node->name->toString() : '';
        }
        if ($node instanceof Stmt\Throw_ || $node instanceof Expr\Throw_) {
            $this->thrown($node, $node->expr);
        } elseif ($node instanceof Expr\New_) {
            $this->created($node);
        } elseif ($node instanceof Expr\FuncCall && $node->name instanceof Node\Name) {
            $this->called($node, $node->name->getLast());
        } elseif ($node instanceof Expr\Exit_ && $node->expr !== null) {
            $this->say($node, 'exit', null, $node->expr, [], true);
        } elseif ($node instanceof Expr\MethodCall && $node->name instanceof Node\Identifier) {
            $this->logged($node, $node->name->toString());
        }
        return null;
    }

    public function leaveNode(Node $node)
    {
        if ($node instanceof Stmt\ClassLike) {
            array_pop($this->classes);
        }
        return null;
    }

    private function name(Node $class): string
    {
        if ($class instanceof Stmt\Class_) {
            return $class->extends ? $class->extends->getLast() : '';
        }
        if (!$class instanceof Node\Name) {
            return '';
        }
        $name = $class->getLast();
        return in_array($name, ['self', 'static'], true) ? (string) end($this->classes) : $name;
    }

    private function thrown(Node $node, Expr $expr): void
    {
        $at = $expr;
        while ($at instanceof Expr\MethodCall) {
            $at = $at->var;
        }
        if ($at instanceof Expr\New_) {
            $this->thrown[spl_object_id($at)] = true;
            $this->args($node, 'throw', $this->name($at->class), $at->getArgs());
        } elseif ($expr instanceof Expr\StaticCall) {
            $this->args($node, 'throw', $this->name($expr->class), $expr->getArgs(), ['variable' => true]);
        } elseif ($expr instanceof Expr\Ternary || $expr instanceof Expr\Match_ || $expr instanceof Expr\BinaryOp\Coalesce) {
            $this->put($node, 'throw', null, null, ['variable' => true]);
            $this->arms($expr);
        } elseif ($expr instanceof Expr\MethodCall) {
            $this->args($node, 'throw', null, $expr->getArgs(), ['variable' => true]);
        } else {
            $this->put($node, 'throw', null, null, ['variable' => true]);
        }
    }

    private function arms(Expr $expr): void
    {
        $arms = match (true) {
            $expr instanceof Expr\Ternary => [$expr->if, $expr->else],
            $expr instanceof Expr\Match_ => array_map(fn ($arm) => $arm->body, $expr->arms),
            $expr instanceof Expr\BinaryOp\Coalesce => [$expr->left, $expr->right],
            default => [],
        };
        foreach ($arms as $arm) {
            if ($arm instanceof Expr\New_) {
                $this->thrown[spl_object_id($arm)] = true;
                $this->args($arm, 'throw', $this->name($arm->class), $arm->getArgs());
            }
        }
    }

    private function created(Expr\New_ $node): void
    {
        $name = $this->name($node->class);
        $args = $node->class instanceof Stmt\Class_ ? $node->args : $node->getArgs();
        if ($name === 'WP_Error' && $args) {
            $this->say($node, 'WP_Error', $name, $args[1]->value ?? null, [], false);
        } elseif (str_ends_with($name, 'Exception') && !isset($this->thrown[spl_object_id($node)]) && $args) {
            $this->args($node, 'construct', $name, $args);
        }
    }

    private function called(Expr\FuncCall $node, string $name): void
    {
        $args = $node->isFirstClassCallable() ? [] : $node->getArgs();
        $first = $args[0]->value ?? null;
        if (in_array($name, ['trigger_error', 'user_error'], true)) {
            $level = $args[1]->value ?? null;
            $told = $level instanceof Expr\ConstFetch ? $level->name->getLast() : '';
            if (in_array($told, ['E_USER_ERROR', 'E_USER_WARNING', 'E_USER_DEPRECATED'], true)) {
                $this->say($node, 'trigger', null, $first, [], false);
            }
        } elseif ($name === 'trigger_deprecation' && isset($args[2])) {
            $this->say($node, 'trigger', null, new Expr\FuncCall(new Node\Name('sprintf'), array_slice($args, 2)), [], true);
        } elseif (in_array($name, ['error_log', 'wp_die', 'wfWarn', 'wfLogWarning'], true)) {
            $this->say($node, $name, null, $first, [], true);
        } elseif (in_array($name, ['fwrite', 'fputs'], true) && $first instanceof Expr\ConstFetch
            && $first->name->getLast() === 'STDERR') {
            $this->say($node, 'stderr', null, $args[1]->value ?? null, [], true);
        } elseif ($name === 'assert') {
            $this->say($node, 'assert', null, $args[1]->value ?? null, [], false);
        } elseif ($name === 'abort' && $first instanceof Scalar\LNumber && $first->value >= 400) {
            $this->say($node, 'http', null, $args[1]->value ?? null, [], false);
        }
    }

    private function logged(Expr\MethodCall $node, string $name): void
    {
        if (!in_array($name, LOGS, true) || $node->isFirstClassCallable()) {
            return;
        }
        $on = $node->var;
        $owner = ($on instanceof Expr\Variable || $on instanceof Expr\PropertyFetch || $on instanceof Expr\MethodCall)
            && (is_string($on->name) || $on->name instanceof Node\Identifier) ? (string) $on->name : '';
        if (preg_match('/log(ger)?$/i', $owner)) {
            $this->say($node, 'log', null, $node->getArgs()[0]->value ?? null, ['psr' => true], true);
        }
    }

    /** @param Node\Arg[] $args */
    private function args(Node $node, string $kind, ?string $class, array $args, array $more = []): void
    {
        $best = null;
        $rank = 0;
        foreach ($args as $place => $arg) {
            foreach ($this->texts($arg->value) as $parts) {
                $plain = implode('', array_map(fn ($p) => $p ?? '', $parts));
                $new = $arg->name && (string) $arg->name === 'message' ? 3 : (preg_match('/\s/', $plain) ? 2 : 1);
                // a lone word after a value is a type or a code, which the class puts in its own text
                if ($new === 1 && $place > 0 && preg_match('/^(?:[a-z][\w-]*|[A-Z0-9_]+|\\\\?\w+(?:\\\\\w+)+)$/', $plain)) {
                    continue;
                }
                if (array_filter($parts, 'is_string') && $new > $rank) {
                    [$best, $rank] = [$place, $new];
                }
            }
        }
        $texts = $best === null ? [] : $this->texts($args[$best]->value);
        foreach ($best === null ? [] : $texts as $parts) {
            $texts[] = $this->verbs($parts);
            // classes that take a text with {name} and an array of values
            $texts[] = $this->split($parts, '/\{[A-Za-z_]\w*\}/');
        }
        $this->put($node, $kind, $class, $texts ?: null, $more);
    }

    private function say(Node $node, string $kind, ?string $class, ?Expr $expr, array $more, bool $needed): void
    {
        $texts = $expr ? $this->texts($expr) : [];
        $worded = array_filter($texts, fn ($parts) => preg_match('/[\pL\d]/u', implode('', array_filter($parts, 'is_string'))));
        if ($needed && !$worded) {
            return;
        }
        if (isset($more['psr'])) {
            foreach ($texts as $parts) {
                $texts[] = $this->split($parts, '/\{[A-Za-z_][\w.]*\}/');
            }
        }
        $this->put($node, $kind, $class, $texts ?: null, []);
    }

    private function put(Node $node, string $kind, ?string $class, ?array $texts, array $more): void
    {
        $this->sites[] = [
            'line' => $node->getStartLine(),
            'end_line' => $node->getEndLine(),
            'kind' => $kind,
            'class' => $class,
            'inline' => $texts !== null,
            'parts' => $texts[0] ?? [],
            'others' => array_slice($texts ?? [], 1),
        ] + $more;
    }

    /**
     * What an expression says where its text is written in place; null stands for a value.
     *
     * @return array<int, array<int, ?string>>
     */
    private function texts(Expr $expr): array
    {
        if ($expr instanceof Scalar\String_) {
            return [[$expr->value]];
        }
        if ($expr instanceof Scalar\Encapsed) {
            return [array_map(fn ($p) => $p instanceof Scalar\EncapsedStringPart ? $p->value : null, $expr->parts)];
        }
        if ($expr instanceof Expr\BinaryOp\Concat) {
            return $this->joined($expr);
        }
        if ($expr instanceof Expr\Ternary || $expr instanceof Expr\BinaryOp\Coalesce) {
            $arms = $expr instanceof Expr\Ternary ? [$expr->if ?? $expr->cond, $expr->else] : [$expr->left, $expr->right];
            return array_merge(...array_map(fn ($arm) => $this->texts($arm), $arms));
        }
        if ($expr instanceof Expr\FuncCall && $expr->name instanceof Node\Name && !$expr->isFirstClassCallable()) {
            $args = $expr->getArgs();
            $name = $expr->name->getLast();
            if (in_array($name, SHOWN, true) || in_array($name, SAME, true)) {
                return isset($args[0]) ? $this->texts($args[0]->value) : [];
            }
            if (in_array($name, PLURAL, true)) {
                return array_merge($this->texts($args[0]->value), $this->texts($args[1]->value));
            }
            if ($name === 'sprintf' || $name === 'vsprintf') {
                return array_map(fn ($p) => $this->verbs($p), isset($args[0]) ? $this->texts($args[0]->value) : []);
            }
        }
        return [];
    }

    /** @return array<int, array<int, ?string>> */
    private function joined(Expr\BinaryOp\Concat $expr): array
    {
        $operands = [];
        for ($at = $expr; $at instanceof Expr\BinaryOp\Concat; $at = $at->left) {
            array_unshift($operands, $at->right);
        }
        array_unshift($operands, $at);
        $whole = [[]];
        $any = false;
        foreach ($operands as $one) {
            $choice = $one instanceof Expr\Ternary || $one instanceof Expr\BinaryOp\Coalesce;
            $texts = $choice ? [] : $this->texts($one);
            $any = $any || $texts;
            if ($one instanceof Scalar\LNumber || $one instanceof Scalar\DNumber) {
                $texts = [[(string) $one->getAttribute('rawValue')]];
            } elseif ($one instanceof Expr\ConstFetch && $one->name->getLast() === 'PHP_EOL') {
                $texts = [["\n"]];
            }
            $next = [];
            foreach ($whole as $left) {
                foreach ($texts ?: [[null]] as $right) {
                    $next[] = array_merge($left, $right);
                }
            }
            $whole = array_slice($next, 0, 16);
        }
        return $any ? $whole : [];
    }

    /** @param array<int, ?string> $parts */
    private function verbs(array $parts): array
    {
        return $this->split($parts, VERB);
    }

    /** @param array<int, ?string> $parts */
    private function split(array $parts, string $pattern): array
    {
        $out = [];
        foreach ($parts as $part) {
            if ($part === null) {
                $out[] = null;
                continue;
            }
            $at = 0;
            preg_match_all($pattern, $part, $found, PREG_OFFSET_CAPTURE);
            foreach ($found[0] as [$verb, $place]) {
                $out[] = substr($part, $at, $place - $at);
                $out[] = $verb === '%%' ? '%' : null;
                $at = $place + strlen($verb);
            }
            $out[] = substr($part, $at);
        }
        return $out;
    }
}

$root = rtrim($argv[1], '/');
$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7, new PhpParser\Lexer([
    'usedAttributes' => ['startLine', 'endLine', 'startFilePos', 'endFilePos'],
]));
$files = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS)) as $file) {
    if ($file->isFile() && !$file->isLink() && str_ends_with($file->getFilename(), '.php')) {
        $files[] = $file->getPathname();
    }
}
sort($files);
foreach ($files as $path) {
    try {
        $tree = $parser->parse((string) file_get_contents($path)) ?? [];
    } catch (PhpParser\Error $error) {
        fwrite(STDERR, "$path: does not parse: {$error->getMessage()}\n");
        continue;
    }
    $reader = new Reader();
    $walk = new PhpParser\NodeTraverser();
    $walk->addVisitor($reader);
    $walk->traverse($tree);
    foreach ($reader->sites as $site) {
        $told = json_encode(
            ['file' => substr($path, strlen($root) + 1)] + $site,
            JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE,
        );
        fwrite(STDOUT, $told . "\n");
    }
}
