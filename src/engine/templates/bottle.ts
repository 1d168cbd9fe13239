/** Templates of Bottle (SimpleTemplate): `{{x}}`, `{{!x}}`, lines that begin with `%`, and `<% %>`. */
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import * as ir from './nodes.ts';
import { pythonReader, readLine, readLines } from './python-lines.ts';
import { lowerTags } from './tags.ts';

const opening = /\{\{|<%|^[ \t]*%(?!%)/gm;

/** Returns a template as a function of its context. */
export function lowerBottle(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const read = pythonReader(builder);
  const { text } = input;
  return lowerTags(builder, opening, (open, from) => {
    const close = open === '{{' ? '}}' : open === '<%' ? '%>' : '\n';
    const closed = text.indexOf(close, from);
    if (closed < 0 && close !== '\n') return undefined;
    const end = closed < 0 ? text.length : closed;
    return () => {
      if (open === '{{') {
        const isRaw = text[from] === '!';
        const value = read(from + (isRaw ? 1 : 0), end).expression();
        builder.output(ir.spanOf(value, from, end), value, !isRaw && builder.escapes);
      } else if (open === '<%') readLines(builder, read, from, end);
      else if (!included(builder, read, from, end)) readLine(builder, read, from, end);
      return close === '\n' ? end : end + close.length;
    };
  });
}

/** `% include('name', a=b)`, `% rebase('name', a=b)`: another template is written here, or around this one. */
function included(
  builder: TemplateBuilder,
  read: ReturnType<typeof pythonReader>,
  from: number,
  end: number,
): boolean {
  const reader = read(from, end);
  const kind = reader.takeName()?.text;
  if ((kind !== 'include' && kind !== 'rebase') || !reader.take('(')) return false;
  const node = { at: from, end };
  const name = reader.expression();
  const values: [string, ReturnType<typeof reader.expression>][] = [];
  while (reader.take(',')) {
    const keyword = reader.takeKeyword();
    if (keyword === undefined) break;
    values.push([keyword, reader.expression()]);
  }
  // The page that is written around this one gets what this one wrote as `base`, which is escaped by then.
  const base: typeof values = kind === 'rebase' ? [['base', ir.constant(node, '')]] : [];
  builder.include(node, name, builder.contextFor(node, [...values, ...base]));
  return true;
}
