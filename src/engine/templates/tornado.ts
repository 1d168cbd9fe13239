/** Templates of Tornado: `{{ }}` and `{% %}` with Python between them, each block up to `{% end %}`. */
import type { Node } from '../ir/ir.ts';
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import * as ir from './nodes.ts';
import { pythonReader, type ReadExpression, readLine } from './python-lines.ts';
import { lowerTags } from './tags.ts';

const opening = /\{\{(?!!)|\{%(?!!)|\{#(?!!)/g;
const closing: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** Functions of every template that leave no markup. */
const escaping: ReadonlySet<string> = new Set(['escape', 'xhtml_escape', 'url_escape']);

/** Returns a template as a function of its context. */
export function lowerTornado(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const read = pythonReader(builder);
  return lowerTags(builder, opening, (open, from) => {
    const end = input.text.indexOf(closing[open] as string, from);
    if (end < 0) return undefined;
    return () => {
      if (open === '{{') {
        const value = read(from, end).expression();
        builder.output(ir.spanOf(value, from, end), value);
      } else if (open === '{%') directive(builder, read, { at: from, end });
      return end + 2;
    };
  });
}

function directive(builder: TemplateBuilder, read: ReadExpression, node: Node): void {
  const reader = read(node.at, node.end);
  const { token } = reader;
  reader.skip();
  switch (token.text) {
    case 'end':
      return builder.endInnermost('if', 'for', 'block', 'apply');
    case 'raw':
      return builder.output(node, reader.expression(), false);
    case 'autoescape':
      // It holds for the rest of the file.
      return builder.beginEscaping('autoescape', reader.token.text !== 'None');
    case 'extends':
      return builder.extends(node, reader.expression());
    case 'include':
      return builder.include(node, reader.expression());
    case 'block':
      return builder.beginBlock(node, reader.takeName()?.text ?? '');
    case 'apply':
      return builder.beginEscaping('apply', builder.escapes || escaping.has(reader.token.text));
    case 'set': {
      const name = reader.takeName();
      if (name && reader.take('=')) builder.assign(node, name.text, reader.expression());
      return;
    }
    case 'module':
      return builder.add(ir.run(reader.expression()));
    case 'comment':
      return;
    default:
      return readLine(builder, read, node.at, node.end);
  }
}
