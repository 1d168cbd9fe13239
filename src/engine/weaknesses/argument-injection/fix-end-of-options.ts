import { callOf } from '../../fixes/calls.ts';
import { type Fix, noFix, type Strategy } from '../../fixes/fix.ts';
import { resolved } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { compose } from '../../fixes/text/compose.ts';
import { literalText } from '../../fixes/text/pieces.ts';
import { called } from '../../fixes/values/treatment.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { namedExpressions } from '../../libraries/named-expressions.ts';
import { endingCommandsOfGit, endingPrograms } from './programs.ts';

const wording: Omit<Fix, 'edits'> = {
  strategy: 'argument-injection/end-of-options',
  title: 'Put `--` before the value',
  explanation:
    'The program takes `--` for the end of its options. What follows is never read as one, even where it begins with `-`.',
};

const flag = new RegExp(namedExpressions['flag-options']);

/** `["git", "clone", url]` → `["git", "clone", "--", url]` */
const endOfOptions: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source } = situation;
    const call = called(situation);
    if (!call) return undefined;
    const words = call.args.flatMap((arg) => wordsOf(source, arg));
    const texts = words.map((word) => literalText(compose(source, word)));
    const [program] = texts;
    const first = words[0];
    if (program === undefined || !first) return undefined;
    const at = texts.findIndex((text, i) => i > 0 && text === undefined && !isValue(texts[i - 1]));
    const value = words[at];
    if (!value) return undefined;
    const name = program.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd)$/, '');
    const command = texts.slice(1, at).find((text) => text !== undefined && !text.startsWith('-'));
    if (!endingPrograms.has(name) || (name === 'git' && !endingCommandsOfGit.has(command ?? '')))
      return noFix(
        `\`${[name, ...(command ? [command] : [])].join(' ')}\` gives \`--\` another meaning, or none.`,
      );
    if (texts.slice(at).some((text) => text?.startsWith('-')))
      return noFix('Options follow the value. Move them before it first.');
    const quote = source.textOf(first).startsWith("'") ? "'" : '"';
    return { ...wording, edits: [{ at: value.at, end: value.at, text: `${quote}--${quote}, ` }] };
  },
};

/** Whether the word behind this one belongs to it. */
const isValue = (before: string | undefined): boolean =>
  before !== undefined && /^-[^-]|^--./.test(before) && !before.includes('=') && !flag.test(before);

/** The elements of a list that is written out, or the argument itself. */
function wordsOf(source: Source, arg: SyntaxNode): readonly SyntaxNode[] {
  const node = resolved(source, arg);
  if (node.type === 'array' || node.type === 'list') return elements(node);
  if (node.type === 'array_creation_expression') {
    const initializer = fieldOf(node, 'value');
    return initializer ? elements(initializer) : [arg];
  }
  const call = callOf(source, node);
  return call?.receiver && /^(?:of|asList)$/.test(call.name) ? call.args : [arg];
}

const elements = ({ children }: SyntaxNode): readonly SyntaxNode[] =>
  children.filter(({ type }) => !type.endsWith('comment'));

export const fixes: readonly Strategy[] = [endOfOptions];
