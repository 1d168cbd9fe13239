/** Lines of Python in templates, as Mako and Bottle have them: `% for x in y:` up to `% endfor`, or to `% end`. */
import type { Expr, Node } from '../ir/ir.ts';
import type { TemplateBuilder } from './builder.ts';
import { Expressions } from './expressions.ts';
import * as ir from './nodes.ts';

/** How an engine reads an expression that stands there. */
export type ReadExpression = (from: number, to: number) => Expressions;

/** Functions that Python has everywhere. */
const builtIn: ReadonlySet<string> = new Set(
  'abs any all bool dict enumerate filter float getattr int isinstance len list map max min range repr reversed round set sorted str sum tuple zip'.split(
    ' ',
  ),
);

/** Returns what reads expressions of Python: names are variables of the template, else of its context, else Python's own. */
export function pythonReader(builder: TemplateBuilder): ReadExpression {
  const resolve = (name: string, node: Node): Expr =>
    builtIn.has(name) && !builder.declares(name) ? ir.variable(node, name) : builder.resolve(name, node);
  return (from, to) => new Expressions(builder.text, from, to, { resolve });
}

/** Reads one statement of Python between two offsets. */
export function readLine(builder: TemplateBuilder, read: ReadExpression, from: number, to: number): void {
  const reader = read(from, to);
  const node: Node = { at: from, end: to };
  const { token, following } = reader;
  if (token.kind !== 'name') return;
  switch (token.text) {
    case 'for':
      reader.skip();
      return loop(builder, reader, node);
    case 'if':
    case 'while':
      reader.skip();
      return builder.beginIf(node, reader.expression());
    case 'elif':
      reader.skip();
      return builder.nextBranch(node, reader.expression());
    case 'else':
    case 'except':
    case 'finally':
      return builder.nextBranch(node, ir.opaque(node, []));
    case 'try':
    case 'with':
      return builder.beginIf(node, ir.opaque(node, []));
    case 'end':
    case 'endif':
    case 'endfor':
    case 'endwhile':
    case 'endtry':
    case 'endwith':
      return builder.endInnermost('if', 'for', 'function');
    case 'import':
    case 'from':
    case 'def':
    case 'return':
    case 'pass':
    case 'class':
      return;
    default:
      if (following.text !== '=') return builder.add(ir.run(reader.expression()));
      reader.skip();
      reader.skip();
      return builder.assign(node, token.text, reader.expression());
  }
}

/** Reads statements that stand below each other; what they nest is taken as if it stood alone. */
export function readLines(builder: TemplateBuilder, read: ReadExpression, from: number, to: number): void {
  const line = /[^\n]+/g;
  line.lastIndex = from;
  for (let found = line.exec(builder.text); found && found.index < to; found = line.exec(builder.text)) {
    const end = Math.min(to, line.lastIndex);
    const isAssignment = /^\s*[A-Za-z_]\w{0,99}\s{0,20}=(?!=)/.test(builder.text.slice(found.index, end));
    if (isAssignment) readLine(builder, read, found.index, end);
  }
}

/** `for key, value in items:` */
function loop(builder: TemplateBuilder, reader: Expressions, node: Node): void {
  const names: string[] = [];
  while (!reader.isAtEnd && !reader.take('in')) {
    const name = reader.takeName();
    if (name) names.push(name.text);
    else reader.skip();
  }
  const iterable: Expr = reader.expression();
  builder.beginLoop(node, names, names.length > 1 ? ir.opaque(iterable, [iterable]) : iterable);
}
