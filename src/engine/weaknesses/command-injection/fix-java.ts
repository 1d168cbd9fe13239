import { bare, type Call, callAt } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type FixResult, noFix, type Strategy } from '../../fixes/fix.ts';
import { resolved, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutUnused } from '../../fixes/statements.ts';
import { compose } from '../../fixes/text/compose.ts';
import { literalText } from '../../fixes/text/pieces.ts';
import { argument, checking } from '../../fixes/values/checked.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { statementRoots } from '../sql-injection/parameterise.ts';
import { withoutShell } from './explain.ts';
import { type Word, wholeCommand, wordCode, wordsOf } from './words.ts';

/** Programs run with an array of arguments. */
const javaCommand: Strategy = {
  languages: ['java'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const [first] = call?.args ?? [];
    if (!call || !first) return undefined;
    const afterShell = shellCommand(source, call.args);
    if (afterShell) {
      const list = listOf(source, afterShell.command);
      return 'reason' in list
        ? list
        : { ...withoutShellChecked, edits: [{ ...afterShell.range, text: list.code }, ...list.unused] };
    }
    if (call.name === 'exec') {
      const list = listOf(source, first);
      return 'reason' in list
        ? list
        : { ...withoutShellChecked, edits: [replaced(first, `new String[] {${list.code}}`), ...list.unused] };
    }
    if (call.name === 'parse' && call.receiver && source.textOf(call.receiver).endsWith('CommandLine')) {
      const list = listOf(source, first);
      if ('reason' in list) return list;
      const [program, ...rest] = list.words;
      const chained = rest.map((word) => `.addArgument(${word}, false)`).join('');
      return {
        ...withoutShellChecked,
        edits: [
          replaced(call.node, `new ${source.textOf(call.receiver)}(${program})${chained}`),
          ...list.unused,
        ],
      };
    }
    return checkedList(source, call);
  },
};

/** A program that is started without a shell already: its arguments are checked. */
function checkedList(source: Source, call: Call): FixResult {
  const [program, ...rest] = elements(source, call.args);
  if (!program || literalText(compose(source, program)) === undefined) return noFix(wholeCommand);
  const values = rest.filter((one) => literalText(compose(source, one)) === undefined);
  if (values.length === 0) return undefined;
  const check = checking(source, call.node, argument);
  const wraps = values.flatMap(({ at, end }): Edit[] => [
    { at, end: at, text: `${check.name}(` },
    { at: end, end, text: ')' },
  ]);
  return { ...checkedArguments, edits: [...check.edits, ...wraps] };
}

const withoutShellChecked = {
  ...withoutShell,
  explanation:
    'The program gets each argument as it is, and no shell reads the command. What comes from outside may hold letters, digits and `. , : @ = / + -` and begins with one of the first two, so that the program takes it neither for an option nor for a file by its full path; others are refused with an error.',
} as const;

const checkedArguments = {
  strategy: 'command-injection/checked-arguments',
  title: 'Refuse arguments that could do more than name something',
  explanation:
    'Each argument may hold letters, digits and `. , : @ = / + -`, and begins with one of the first two, so that it is no option, no full path of a file, and nothing that a script behind the program could read as a command. Others are refused with an error.',
} as const;

/** What follows `sh -c` in arguments, or in the array or list that is the only one. */
function shellCommand(
  source: Source,
  args: readonly SyntaxNode[],
): { command: SyntaxNode; range: { at: number; end: number } } | undefined {
  const [first, second, third] = elements(source, args);
  if (!first || !second || !third) return undefined;
  const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(literalText(compose(source, first)) ?? '');
  if (!isShell || literalText(compose(source, second)) !== '-c') return undefined;
  return { command: third, range: { at: first.at, end: third.end } };
}

function elements(source: Source, args: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [only] = args;
  if (args.length === 3 || !only) return args;
  const value = bare(only).type === 'identifier' ? readOnce(source, bare(only)) : bare(only);
  if (value?.type === 'array_creation_expression')
    return value.children.find(({ type }) => type === 'array_initializer')?.children ?? [];
  if (value?.type === 'array_initializer') return value.children;
  const list =
    value?.type === 'method_invocation' && /^(?:Arrays\.asList|List\.of)\(/.test(source.textOf(value))
      ? value
      : undefined;
  return list?.children.find(({ type }) => type === 'argument_list')?.children ?? [];
}

function readOnce(source: Source, identifier: SyntaxNode): SyntaxNode | undefined {
  return variableOf(source, identifier)?.writes.length === 1 ? resolved(source, identifier) : undefined;
}

function listOf(
  source: Source,
  command: SyntaxNode,
): { code: string; words: string[]; unused: Edit[] } | { reason: string } {
  const roots = statementRoots(source, command);
  if (!roots) return noFix(wholeCommand);
  const words = wordsOf(roots);
  if ('reason' in words) return words;
  const check = checking(source, command, argument);
  const isChecked = (word: Word): boolean => word.some(({ kind }) => kind === 'code');
  const codes = words.map((word) => {
    const code = wordCode(source, word);
    return isChecked(word) ? `${check.name}(${code})` : code;
  });
  const node = bare(command);
  return {
    code: codes.join(', '),
    words: codes,
    unused: [
      ...(words.some(isChecked) ? check.edits : []),
      ...(node.type === 'identifier' ? withoutUnused(source, node) : []),
    ],
  };
}

export const fixes: readonly Strategy[] = [javaCommand];
