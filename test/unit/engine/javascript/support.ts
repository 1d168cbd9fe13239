import type { Arg, Expr, ModuleIR, Pattern, Stmt } from '../../../../src/engine/ir/ir.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';

const parsing = await Parsing.create(engineOptions, 60_000);

export async function lower(text: string, path = 'a.js'): Promise<ModuleIR> {
  await parsing.prepare(path);
  const { module } = parsing.lower(path, text);
  if (!module) throw new Error(`no tree for ${path}`);
  return module;
}

/** The module's body, one line a statement, written so that the IR's own distinctions can be read. */
export async function body(text: string, path = 'a.js'): Promise<string[]> {
  const module = await lower(text, path);
  return (module.functions[0]?.body ?? []).map((statement) => showStatement(statement, module));
}

function showArgs(args: readonly Arg[], module: ModuleIR): string {
  return args.map((arg) => (arg.spread === undefined ? '' : '...') + show(arg.value, module)).join(', ');
}

function key(name: string | Expr, module: ModuleIR): string {
  return typeof name === 'string' ? name : `[${show(name, module)}]`;
}

export function show(node: Expr | Pattern, module: ModuleIR): string {
  const inner = (child: Expr | Pattern): string => show(child, module);
  switch (node.k) {
    case 'const':
      return node.value === undefined ? 'undefined' : JSON.stringify(node.value);
    case 'regexp':
      return `/${node.source}/${node.flags}`;
    case 'var':
      return node.name;
    case 'field':
      return `${inner(node.object)}.${node.name}`;
    case 'index':
      return `${inner(node.object)}[${inner(node.index)}]`;
    case 'call':
      return `${inner(node.callee)}(${showArgs(node.args, module)})`;
    case 'new':
      return `new ${inner(node.callee)}(${showArgs(node.args, module)})`;
    case 'unary':
      return `${node.op} ${inner(node.operand)}`;
    case 'binary':
    case 'logical':
      return `(${inner(node.left)} ${node.op} ${inner(node.right)})`;
    case 'conditional':
      return `(${inner(node.test)} ? ${inner(node.then)} : ${inner(node.else)})`;
    case 'template':
      return `${node.tag === undefined ? '' : inner(node.tag)}\`${node.parts.map(inner).join('|')}\``;
    case 'function':
      return `fn${node.fn}`;
    case 'class':
      return `class${node.cls}`;
    case 'object':
      return `{${node.props
        .map((p) =>
          p.key === undefined ? `...${inner(p.value)}` : `${key(p.key, module)}: ${inner(p.value)}`,
        )
        .join(', ')}}`;
    case 'array':
      return `[${showArgs(node.items, module)}]`;
    case 'assign':
      return `${inner(node.target)} ${node.op ?? ''}= ${inner(node.value)}`;
    case 'await':
      return `await ${inner(node.value)}`;
    case 'yield':
      return `yield${node.delegate ? '*' : ''} ${node.value === undefined ? '' : inner(node.value)}`;
    case 'sequence':
      return `(${node.items.map(inner).join('; ')})`;
    case 'this':
    case 'super':
      return node.k;
    case 'cast':
      return `<${node.type.candidates.join('|')}>${inner(node.value)}`;
    case 'type':
      return node.type.candidates.join('|');
    case 'import':
      return `import(${typeof node.module === 'string' ? node.module : inner(node.module)})`;
    case 'api':
      return `@${node.api}`;
    case 'comprehension':
      return 'comprehension';
    case 'opaque':
      return `?(${node.parts.map(inner).join(', ')})`;
    case 'objectPattern':
      return `{${node.props
        .map(
          (p) =>
            `${key(p.key, module)}: ${inner(p.target)}${p.default === undefined ? '' : ` = ${inner(p.default)}`}`,
        )
        .concat(node.rest === undefined ? [] : [`...${inner(node.rest)}`])
        .join(', ')}}`;
    case 'arrayPattern':
      return `[${node.items
        .map((item) =>
          item === undefined
            ? '_'
            : `${item.rest === true ? '...' : ''}${inner(item.target)}${item.default === undefined ? '' : ` = ${inner(item.default)}`}`,
        )
        .join(', ')}]`;
  }
}

export function showStatement(node: Stmt, module: ModuleIR): string {
  const inner = (child: Stmt): string => showStatement(child, module);
  const expr = (child: Expr | Pattern | undefined): string =>
    child === undefined ? '' : show(child, module);
  switch (node.k) {
    case 'expr':
      return expr(node.value);
    case 'declare':
      return `${node.scope} ${expr(node.target)}${node.type === undefined ? '' : `: ${node.type.candidates.join('|')}${node.type.array === true ? '[]' : ''}`}${node.init === undefined ? '' : ` = ${expr(node.init)}`}`;
    case 'functionDeclaration':
      return `function ${node.name} fn${node.fn}`;
    case 'classDeclaration':
      return `class ${node.name} class${node.cls}`;
    case 'block':
      return `{ ${node.body.map(inner).join('; ')} }`;
    case 'if':
      return `if ${expr(node.test)} ${inner(node.then)}${node.else === undefined ? '' : ` else ${inner(node.else)}`}`;
    case 'loop':
      return `loop${node.testFirst ? '' : '-do'} (${node.init === undefined ? '' : inner(node.init)}; ${expr(node.test)}; ${expr(node.update)}) ${inner(node.body)}`;
    case 'foreach':
      return `foreach ${node.target.k === 'declare' ? inner(node.target) : expr(node.target)} ${node.over} ${expr(node.iterable)} ${inner(node.body)}`;
    case 'switch':
      return `switch ${expr(node.subject)} ${node.cases
        .map(
          (c) =>
            `[${c.tests.map(expr).join(',')}] ${c.body.map(inner).join('; ')}${c.fallsThrough ? ' ↓' : ''}`,
        )
        .join(' ')}`;
    case 'try':
      return `try ${inner(node.block)}${node.handlers
        .map((h) => ` catch ${expr(h.param)} ${inner(h.body)}`)
        .join('')}${node.finalizer === undefined ? '' : ` finally ${inner(node.finalizer)}`}`;
    case 'return':
    case 'throw':
      return `${node.k} ${expr(node.value)}`.trim();
    case 'break':
    case 'continue':
      return `${node.k} ${node.label ?? ''}`.trim();
    case 'labeled':
      return `${node.label}: ${inner(node.body)}`;
    case 'export':
      return `export ${node.name ?? '*'} ${expr(node.value)}${node.module ?? ''}`.trim();
  }
}
