import type { FixLanguage } from './source.ts';

/** The habits of a file, so that what a fix writes looks as if its author had written it. */
export interface Style {
  readonly eol: '\n' | '\r\n';
  readonly quote: "'" | '"';
  /** `;` or nothing, at the end of a JavaScript statement. */
  readonly semicolon: ';' | '';
  /** One level of indentation. */
  readonly indent: string;
  /** JavaScript: whether built-in modules are named `node:fs` or `fs`. */
  readonly nodePrefix: boolean;
  /** JavaScript: `import` declarations or `require` calls. */
  readonly modules: 'import' | 'require';
}

export function styleOf(text: string, language: FixLanguage): Style {
  return {
    eol: eolOf(text),
    quote: language === 'java' ? '"' : count(text, /"/g) > count(text, /'/g) ? '"' : "'",
    semicolon: language === 'javascript' && semicolonsAreRare(text) ? '' : ';',
    indent: indentOf(text, language),
    nodePrefix:
      /['"]node:/.test(text) ||
      !/(?:from |require\(|import )\s*['"](?:fs|path|crypto|child_process|http|https|os|util|url)['"]/.test(
        text,
      ),
    modules:
      /^[ \t]*(?:import\b(?!\s*\()|export\b)/m.test(text) || !/\brequire\s*\(/.test(text)
        ? 'import'
        : 'require',
  };
}

export function eolOf(text: string): '\n' | '\r\n' {
  const all = count(text, /\n/g);
  return all > 0 && count(text, /\r\n/g) * 2 >= all ? '\r\n' : '\n';
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Statements that end a line without one outnumber those with. */
function semicolonsAreRare(text: string): boolean {
  const without = count(text, /^[ \t]*(?:const|let|var|import|return)\b[^\n;{]*[\w)'"\]]\r?$/gm);
  return without > count(text, /;[ \t]*\r?$/gm);
}

function indentOf(text: string, language: FixLanguage): string {
  const widths = new Map<string, number>();
  let before = '';
  for (const line of text.split('\n', 2_000)) {
    const indentation = /^[ \t]*(?=[^\s*])/.exec(line)?.[0];
    if (indentation === undefined) continue;
    if (indentation.length > before.length && indentation.startsWith(before)) {
      const step = indentation.slice(before.length);
      if (step === '\t' || (step.length >= 2 && step.length <= 8))
        widths.set(step, (widths.get(step) ?? 0) + 1);
    }
    before = indentation;
  }
  const [most] = [...widths].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? (language === 'javascript' ? '  ' : '    ');
}
