import type { Expr, ModuleIR, Pattern, Stmt } from '../../../../src/engine/ir/ir.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';

const parsing = await Parsing.create(engineOptions, 60_000);
await parsing.prepare('main.py');

export function lower(text: string, path = 'app/main.py'): ModuleIR {
  const { module } = parsing.lower(path, text);
  if (!module) throw new Error('the parser gave no tree');
  return module;
}

const list = (nodes: readonly (Expr | Pattern)[]): string => nodes.map(show).join(', ');
const spread = { list: '*', map: '**' } as const;

/** IR as one line of text, positions left out. */
export function show(node: Expr | Pattern): string {
  switch (node.k) {
    case 'const':
      return node.value === undefined ? 'undefined' : JSON.stringify(node.value);
    case 'var':
      return node.name;
    case 'field':
      return `${show(node.object)}.${node.name}`;
    case 'index':
      return `${show(node.object)}[${show(node.index)}]`;
    case 'call':
      return `${show(node.callee)}(${node.args.map((arg) => `${arg.spread ? spread[arg.spread] : ''}${arg.name ? `${arg.name}=` : ''}${show(arg.value)}`).join(', ')})`;
    case 'unary':
      return `${node.op} ${show(node.operand)}`;
    case 'binary':
    case 'logical':
      return `(${show(node.left)} ${node.op} ${show(node.right)})`;
    case 'conditional':
      return `(${show(node.test)} ? ${show(node.then)} : ${show(node.else)})`;
    case 'template':
      return `template(${list(node.parts)})`;
    case 'function':
      return `fn${node.fn}`;
    case 'class':
      return `class${node.cls}`;
    case 'object':
      return `{${node.props.map((prop) => (prop.key === undefined ? `...${show(prop.value)}` : `${typeof prop.key === 'string' ? prop.key : `[${show(prop.key)}]`}: ${show(prop.value)}`)).join(', ')}}`;
    case 'array':
      return `[${node.items.map((item) => `${item.spread ? spread[item.spread] : ''}${show(item.value)}`).join(', ')}]`;
    case 'assign':
      return `${show(node.target)} ${node.op ?? ''}= ${show(node.value)}`;
    case 'await':
      return `await ${show(node.value)}`;
    case 'yield':
      return `yield${node.delegate ? '*' : ''} ${node.value ? show(node.value) : ''}`.trim();
    case 'super':
      return 'super';
    case 'cast':
      return `<${node.type.candidates.join('|')}>${show(node.value)}`;
    case 'comprehension':
      return `${node.result}(${node.key ? `${show(node.key)}: ` : ''}${show(node.element)}${node.clauses.map((clause) => ` for ${show(clause.target)} in ${show(clause.iterable)}${clause.conditions.map((test) => ` if ${show(test)}`).join('')}`).join('')})`;
    case 'opaque':
      return `opaque(${list(node.parts)})`;
    case 'arrayPattern':
      return `[${node.items.map((item) => (item ? `${item.rest ? '*' : ''}${show(item.target)}` : '')).join(', ')}]`;
    default:
      return node.k;
  }
}

export function showStatement(node: Stmt): string {
  switch (node.k) {
    case 'expr':
      return show(node.value);
    case 'declare':
      return `declare ${show(node.target)}${node.type ? `: ${node.type.candidates.join('|')}` : ''}${node.init ? ` = ${show(node.init)}` : ''}`;
    case 'functionDeclaration':
      return `def ${node.name} fn${node.fn}`;
    case 'classDeclaration':
      return `class ${node.name} class${node.cls}`;
    case 'block':
      return `{ ${node.body.map(showStatement).join('; ')} }`;
    case 'if':
      return `if ${show(node.test)} ${showStatement(node.then)}${node.else ? ` else ${showStatement(node.else)}` : ''}`;
    case 'loop':
      return `while ${node.test ? show(node.test) : ''} ${showStatement(node.body)}`;
    case 'foreach':
      return `for ${node.target.k === 'declare' ? showStatement(node.target) : show(node.target)} in ${show(node.iterable)} ${showStatement(node.body)}`;
    case 'try':
      return `try ${showStatement(node.block)}${node.handlers.map((h) => ` catch ${(h.types ?? []).map((t) => t.candidates.join('|')).join(', ')}${h.param ? ` as ${show(h.param)}` : ''} ${showStatement(h.body)}`).join('')}${node.finalizer ? ` finally ${showStatement(node.finalizer)}` : ''}`;
    case 'return':
    case 'throw':
      return `${node.k}${node.value ? ` ${show(node.value)}` : ''}`;
    default:
      return node.k;
  }
}

/** The module body's statements, one line each. */
export const body = (text: string): string[] => (lower(text).functions[0]?.body ?? []).map(showStatement);

/** The expression of a one-line module. */
export const expression = (text: string): string => body(text)[0] ?? '';
