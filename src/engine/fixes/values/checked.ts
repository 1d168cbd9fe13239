import type { SyntaxNode } from '../../languages/syntax.ts';
import { callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import type { Fix, FixResult, Situation, Strategy } from '../fix.ts';
import { isTyped, withHelper } from '../helpers.ts';
import { pythonModule } from '../python-imports.ts';
import type { FixLanguage, Source } from '../source.ts';
import { type DynamicValue, dynamicArguments } from './dynamic.ts';

/** A value that is refused unless it has only the characters that are listed. */
export interface Check {
  readonly name: { readonly python: string; readonly other: string };
  /** A character class with its repetition, without anchors: the same in every language. */
  readonly pattern: string;
  /** The same for letters and digits of every script, where `\\w` means only those of English: JavaScript, Java. */
  readonly everyScript?: string;
  readonly meaning: string;
  readonly error: string;
}

export const label: Check = {
  name: { python: 'host_label', other: 'hostLabel' },
  pattern: '[\\w-]+',
  meaning: 'One label of a host name; anything else is refused.',
  error: 'This is not a part of a host name.',
};

export const queryText: Check = {
  name: { python: 'checked_text', other: 'checkedText' },
  pattern: '[\\w .,:@-]*',
  everyScript: '[\\p{L}\\p{N}_ .,:@-]*',
  meaning: 'A text without quotation marks or brackets; anything else is refused.',
  error: 'The value has characters that are not allowed.',
};

export const argument: Check = {
  name: { python: 'checked_argument', other: 'checkedArgument' },
  pattern: '\\w[\\w.,:@=/+-]*',
  meaning: 'An argument without characters that a shell or an option begins with; anything else is refused.',
  error: 'The argument has characters that are not allowed.',
};

/** The function that checks, as edits, and its name. */
export function checking(source: Source, at: SyntaxNode, check: Check): { name: string; edits: Edit[] } {
  const { quote } = source.style;
  switch (source.language) {
    case 'javascript': {
      const name = check.name.other;
      const pattern = (check.everyScript ?? check.pattern).replaceAll('/', '\\/');
      const flags = check.everyScript === undefined ? '' : 'u';
      return {
        name,
        edits: withHelper(source, at, name, (unit) => [
          `/** ${check.meaning} */`,
          isTyped(source) ? `function ${name}(value: unknown): string {` : `function ${name}(value) {`,
          `${unit}const text = String(value);`,
          `${unit}if (!/^${pattern}$/${flags}.test(text)) throw new Error(${quote}${check.error}${quote});`,
          `${unit}return text;`,
          '}',
        ]),
      };
    }
    case 'python': {
      const re = pythonModule(source, 're');
      const name = check.name.python;
      const helper = withHelper(source, at, name, (unit) => [
        `def ${name}(value):`,
        `${unit}"""${check.meaning}"""`,
        `${unit}if not ${re.name}.fullmatch(r"${check.pattern}", str(value)):`,
        `${unit}${unit}raise ValueError("${check.error}")`,
        `${unit}return value`,
      ]);
      return { name, edits: [...re.edits, ...helper] };
    }
    case 'java': {
      const name = check.name.other;
      return {
        name,
        edits: withHelper(source, at, name, (unit) => [
          `/** ${check.meaning} */`,
          `private static String ${name}(Object value) {`,
          `${unit}String text = String.valueOf(value);`,
          `${unit}if (!text.matches("${(check.everyScript ?? check.pattern).replaceAll('\\', '\\\\')}")) {`,
          `${unit}${unit}throw new IllegalArgumentException("${check.error}");`,
          `${unit}}`,
          `${unit}return text;`,
          '}',
        ]),
      };
    }
  }
}

function checkedFix(
  situation: Situation,
  check: Check,
  values: readonly DynamicValue[],
  wording: Omit<Fix, 'edits'>,
): FixResult {
  if (values.length === 0) return undefined;
  const { name, edits } = checking(situation.source, situation.node, check);
  const wraps = values.flatMap(({ node: { at, end }, prefix }): Edit[] => [
    { at, end: at, text: `${prefix}${name}(` },
    { at: end, end, text: ')' },
  ]);
  return { ...wording, edits: [...edits, ...wraps] };
}

const all: readonly FixLanguage[] = ['javascript', 'python', 'java'];

/** Values in an expression, a filter or a query that is text may hold nothing that ends a text there. */
export const checkedQueryText: Strategy = {
  languages: all,
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    const values = dynamicArguments(source, call).filter(
      ({ before, whole }) => !whole && /['"(=]$/.test(before),
    );
    return checkedFix(situation, queryText, values, {
      strategy: `${finding.vulnClass}/checked`,
      title: 'Refuse values that could change the query',
      explanation:
        'The value may hold letters, digits, spaces and `. , : @ -`, and nothing that ends the text it stands in. Values with other characters, apostrophes say, are refused with an error; where those are needed, bind variables instead.',
    });
  },
};

/** A part of a host name stays one label, so that the rest of the address decides where a request goes. */
export const checkedHost: Strategy = {
  languages: all,
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    const values = dynamicArguments(source, call).filter(
      ({ before, after }) => /^https?:\/\/(?:[\w-]+\.)*$/.test(before) && /^(?:\.[\w-]+){1,}/.test(after),
    );
    return checkedFix(situation, label, values, {
      strategy: `${finding.vulnClass}/host-label`,
      title: 'Accept only one label of the host name',
      explanation:
        'What is put into the host name may hold letters, digits, hyphens and underscores, so that the address stays within the domain that the program names.',
    });
  },
};
