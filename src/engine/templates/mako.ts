/** Templates of Mako: `${ }`, lines that begin with `%`, and tags `<%name>`. */
import type { Node } from '../ir/ir.ts';
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { endOfExpression } from './expression-ends.ts';
import * as ir from './nodes.ts';
import { pythonReader, type ReadExpression, readLine, readLines } from './python-lines.ts';

const opening = /\$\{|<\/?%[\w.:]*!?|^[ \t]*%(?!%)|^[ \t]*##/gm;

/** Returns a template as a function of its context. */
export function lowerMako(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const reader = new Mako(builder);
  const { text } = input;
  let at = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const end = reader.read(found[0], found.index, opening.lastIndex, at);
    if (end === undefined) continue;
    at = end;
    opening.lastIndex = at;
  }
  builder.literal(at, text.length);
  return builder.finish();
}

/** Filters that escape markup, or leave none of anybody's choice. */
const escaping: ReadonlySet<string> = new Set(['h', 'x', 'u', 'entity']);
/** Filters behind an expression: names, with dots where they are a module's. */
const filters = /\|\s{0,20}([A-Za-z_][\w.]{0,99}(?:\s{0,20},\s{0,20}[A-Za-z_][\w.]{0,99}){0,20})\s{0,20}$/;
/** Characters of a tag that are read. */
const longestTag = 2_000;

class Mako {
  readonly #builder: TemplateBuilder;
  readonly #expression: ReadExpression;

  constructor(builder: TemplateBuilder) {
    this.#builder = builder;
    this.#expression = pythonReader(builder);
  }

  /** @returns where the template goes on; undefined where this is text */
  read(open: string, at: number, behind: number, from: number): number | undefined {
    const builder = this.#builder;
    const { text } = builder;
    if (open === '${') {
      const end = endOfExpression(text, behind, '}');
      if (end === undefined) return undefined;
      builder.literal(from, at);
      this.#value(behind, end);
      return end + 1;
    }
    if (!open.startsWith('<')) {
      const end = text.indexOf('\n', behind);
      const last = end < 0 ? text.length : end;
      builder.literal(from, at);
      if (open.endsWith('%')) readLine(builder, this.#expression, behind, last);
      return last;
    }
    return this.#tagged(open, at, behind, from);
  }

  #value(from: number, to: number): void {
    const builder = this.#builder;
    const written = builder.text.slice(from, to);
    const found = filters.exec(written);
    const names = found?.[1]?.split(',').map((name) => name.trim()) ?? [];
    const value = this.#expression(from, found ? from + found.index : to).expression();
    const own = names.some((name) => !['n', ...escaping].includes(name) && name !== 'trim' && name !== 'str');
    const given = own ? ir.operation(value, ir.operations.filter, [value]) : value;
    const isEscaped = names.some((name) => escaping.has(name)) || (builder.escapes && !names.includes('n'));
    builder.output({ at: from, end: to }, given, isEscaped);
  }

  #tagged(open: string, at: number, behind: number, from: number): number | undefined {
    const builder = this.#builder;
    const { text } = builder;
    const name = open.replace(/[<>/%!]/g, '');
    const isCode = name === '';
    const isWhole = name === 'doc' || name === 'text';
    const close = isCode ? '%>' : isWhole && !open.startsWith('</') ? `</%${name}>` : '>';
    const end = text.indexOf(close, behind);
    if (end < 0 || (close === '>' && end - behind > longestTag)) return undefined;
    builder.literal(from, at);
    const node = { at: behind, end };
    const after = end + close.length;
    if (isCode) readLines(builder, this.#expression, behind, end);
    else if (name === 'text') builder.literal(text.indexOf('>', behind) + 1, end);
    else if (open.startsWith('</')) builder.endInnermost('function', 'block', 'set');
    else if (name !== 'doc') this.#tag(name, node);
    return after;
  }

  #tag(name: string, node: Node): void {
    const builder = this.#builder;
    const written = builder.text.slice(node.at, node.end);
    const attribute = (wanted: string): string | undefined =>
      new RegExp(String.raw`\b${wanted}\s{0,9}=\s{0,9}["']([^"'<]{0,300})`).exec(written)?.[1];
    const file = attribute('file');
    const isEmpty = written.endsWith('/');
    switch (name) {
      case 'include':
        return file === undefined ? undefined : builder.include(node, ir.constant(node, file));
      case 'inherit':
        return file === undefined ? undefined : builder.extends(node, ir.constant(node, file));
      case 'namespace': {
        const own = attribute('name');
        if (own !== undefined && file !== undefined)
          builder.assign(node, own, builder.functionsOf(node, ir.constant(node, file)));
        return isEmpty ? undefined : builder.beginScope('set');
      }
      case 'page':
        // It holds for the whole file.
        if (/\bexpression_filter\s{0,9}=\s{0,9}["'][^"']{0,99}\bh\b/.test(written))
          builder.beginEscaping('page', true);
        return;
      case 'def': {
        const [own = 'def', ...params] = attribute('name')?.match(/[A-Za-z_]\w*(?=\s*[,)(=])/g) ?? [];
        return builder.beginFunction(node, own, params);
      }
      case 'block':
        return builder.beginEscaping(
          'block',
          builder.escapes || /\bfilter\s*=\s*["'][^"']*\bh\b/.test(written),
        );
      default:
        return isEmpty ? undefined : builder.beginScope('set');
    }
  }
}
