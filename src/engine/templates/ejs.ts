/** Templates of which each line is JavaScript: EJS, eta, lodash. They are read as the program that they become. */

import { dangers, TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { scopedTemplate } from './code-template.ts';
import { mountsIn } from './compiled-regions.ts';
import type { TemplateFile } from './file.ts';
import { HtmlPlaces } from './html-places.ts';
import { operations } from './nodes.ts';

const directive = /<%([%=~_#-]?)/g;

/** Names under which the program calls what its directives do: two characters, so that they fit into their place. */
const letters = {
  [operations.markup]: 'ᐅr',
  [operations.escaped]: 'ᐅe',
  [operations.attribute]: 'ᐅa',
  [operations.url]: 'ᐅu',
  [operations.script]: 'ᐅs',
  [operations.handler]: 'ᐅh',
  [operations.compiled]: 'ᐅc',
} as const;

const writers: ReadonlyMap<string, string> = new Map([
  ...Object.entries(letters).map(([api, name]) => [name, api] as const),
  ['include', operations.include],
  ['escapeXML', operations.escaped],
]);

/** Returns a template as a function of its context. */
export const lowerEjs = (input: TemplateInput, { code }: TemplateFile): TemplateModule =>
  code ? scopedTemplate(input, code, writers) : new TemplateBuilder(input).finish();

/** Returns the program of a template, in which all of its code stands where it stood. */
export function ejsProgram(text: string): string {
  const places = new HtmlPlaces(mountsIn(text));
  const parts: string[] = [];
  let at = 0;
  directive.lastIndex = 0;
  for (let found = directive.exec(text); found; found = directive.exec(text)) {
    const [open, mark = ''] = found;
    const from = directive.lastIndex;
    const close = mark === '%' ? from : text.indexOf('%>', from);
    if (close < 0) break;
    places.feed(text.slice(at, found.index));
    parts.push(blank(text.slice(at, found.index)));
    at = mark === '%' ? from : close + 2;
    const trims = text[close - 1] === '-' || text[close - 1] === '_' ? 1 : 0;
    const code = text.slice(from, Math.max(from, close - trims));
    if (mark === '%' || mark === '#') parts.push(blank(text.slice(found.index, at)));
    else if (mark === '=' || mark === '-' || mark === '~') {
      const place = places.hole();
      const api = mark === '=' ? (dangers[place] ?? operations.escaped) : operations.markup;
      // A semicolon belongs to no expression.
      const value = code.replace(/;\s{0,20}$/, blank);
      parts.push(`${letters[api as keyof typeof letters]}(${value}${' '.repeat(trims)});`);
    } else parts.push(statement(open, code, trims));
    directive.lastIndex = at;
  }
  parts.push(blank(text.slice(at)));
  return parts.join('');
}

/** Code as it is; `include name`, as older versions have it, as the call that it stands for. */
function statement(open: string, code: string, trims: number): string {
  const included = /^(\s*include\s+)([\w./-]+)(\s*)$/.exec(code);
  const rest = (included?.[3]?.length ?? 0) + trims + 2;
  if (!included || rest < 3) return `${blank(open)}${code}${' '.repeat(trims)}; `;
  const [, before = '', name = ''] = included;
  const call = "include('";
  return `${' '.repeat(open.length + before.length - call.length)}${call}${name}');${' '.repeat(rest - 3)}`;
}

const blank = (text: string): string => text.replace(/[^\n\r]/g, ' ');
