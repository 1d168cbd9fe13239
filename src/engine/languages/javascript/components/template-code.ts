import { PartWriter, type Span } from '../../embedded.ts';
import { isWhole } from './code-scan.ts';

/** Whether there are comments alone. */
export function isComment(code: string): boolean {
  let at = 0;
  for (;;) {
    while (code.charCodeAt(at) <= 32) at++;
    if (at >= code.length) return true;
    const [end, length] = code.startsWith('/*', at) ? ['*/', 2] : code.startsWith('//', at) ? ['\n', 1] : [];
    if (end === undefined || length === undefined) return false;
    const close = code.indexOf(end, at + 2);
    if (close < 0) return end === '\n';
    at = close + length;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#34;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** The statements that a template stands for, with every expression where the file has it. */
export class TemplateCode {
  readonly writer: PartWriter;
  /** What the template computes, for the names in it. */
  expressions = '';
  /** Expressions that are broken, and left out. */
  errors = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.writer = new PartWriter(text);
  }

  glue(code: string, place: Span): void {
    this.writer.glue(code, place);
  }

  /** The code at a place without the space around it; undefined where it is broken or there is none. */
  whole({ at, end }: Span): Span | undefined {
    const code = this.#text.slice(at, end);
    const from = at + code.length - code.trimStart().length;
    const to = at + code.trimEnd().length;
    if (from >= to) return undefined;
    if (isComment(code)) return undefined;
    if (isWhole(this.decoded({ at: from, end: to }))) return { at: from, end: to };
    this.errors++;
    return undefined;
  }

  decoded({ at, end }: Span): string {
    return this.#text
      .slice(at, end)
      .replace(/&(?:quot|apos|#39|#34|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
  }

  /** Writes code of the file that `whole` gave; what markup spells otherwise is put in its own letters. */
  code(span: Span): void {
    const text = this.#text.slice(span.at, span.end);
    this.expressions += `${this.decoded(span)}\n`;
    let from = span.at;
    for (const { 0: entity, index } of text.matchAll(/&(?:quot|apos|#39|#34|lt|gt|amp);/g)) {
      const at = span.at + index;
      this.writer.verbatim({ at: from, end: at });
      from = at + entity.length;
      this.writer.glue(entities[entity] ?? entity, { at, end: from });
    }
    this.writer.verbatim({ at: from, end: span.end });
  }

  /** Writes code that is evaluated, as the last argument of a call where `callee` names one. */
  evaluate(callee: string, given: readonly string[], code: Span, place: Span, ending = ';\n'): void {
    const whole = this.whole(code);
    if (!whole) return;
    const before = given.map((text) => `${JSON.stringify(text)}, `).join('');
    this.glue(callee === '' ? '(' : `${callee}(${before}(`, place);
    this.code(whole);
    this.glue(`${callee === '' ? ')' : '))'}${ending}`, { at: whole.end, end: whole.end });
  }
}
