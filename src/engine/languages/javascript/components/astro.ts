import { type CodePart, PartWriter, type Span } from '../../embedded.ts';
import type { EmbeddedCode } from '../../language.ts';
import { AstroTemplate } from './astro-template.ts';
import { typed, withTypes } from './grammars.ts';

/** The code of an Astro component: what stands between the fences, and its markup as statements that run after it. */
export function astroParts(text: string): EmbeddedCode {
  const [opening = ''] = /^\s*---[ \t]*(?=\r?\n)/.exec(text) ?? [];
  const close = opening === '' ? -1 : text.indexOf('\n---', opening.length);
  const script = close < 0 ? undefined : { at: opening.length, end: close };
  const template = new AstroTemplate(text, close < 0 ? 0 : close + 4);
  template.read();
  const parts: CodePart[] = [];
  if (script) parts.push(properties(text, script).part('component', typed));
  if (!template.code.isEmpty) parts.push(template.code.part('component', withTypes));
  for (const content of template.scripts) {
    const part = new PartWriter(text).glue('{\n', { at: content.at, end: content.at }).verbatim(content);
    parts.push(part.glue('\n}', { at: content.end, end: content.end }).part('component', typed));
  }
  return { parts, errors: template.errors };
}

/** `Astro.props` is what the component is given. */
function properties(text: string, { at, end }: Span): PartWriter {
  const writer = new PartWriter(text);
  let from = at;
  for (const { 0: name, index } of text.slice(at, end).matchAll(/(?<![\w$.])Astro\.props\b/g)) {
    const place = { at: at + index, end: at + index + name.length };
    writer.verbatim({ at: from, end: place.at }).glue('$$props', place);
    from = place.end;
  }
  return writer.verbatim({ at: from, end });
}
