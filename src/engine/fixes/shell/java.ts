import type { SyntaxNode } from '../../languages/syntax.ts';
import { bare, callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { noFix, type Strategy } from '../fix.ts';
import { resolved, variableOf } from '../scope.ts';
import type { Source } from '../source.ts';
import { statementRoots } from '../sql/parameterise.ts';
import { replaced, withoutUnused } from '../statements.ts';
import { compose } from '../text/compose.ts';
import { literalText } from '../text/pieces.ts';
import { withoutShell } from './explain.ts';
import { wholeCommand, wordCode, wordsOf } from './words.ts';

/** Programs run with an array of arguments. */
export const javaCommand: Strategy = {
  classes: ['command-injection'],
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
        : { ...withoutShell, edits: [{ ...afterShell.range, text: list.code }, ...list.unused] };
    }
    if (call.name === 'exec') {
      const list = listOf(source, first);
      return 'reason' in list
        ? list
        : { ...withoutShell, edits: [replaced(first, `new String[] {${list.code}}`), ...list.unused] };
    }
    if (call.name === 'parse' && call.receiver && source.textOf(call.receiver).endsWith('CommandLine')) {
      const list = listOf(source, first);
      if ('reason' in list) return list;
      const [program, ...rest] = list.words;
      const chained = rest.map((word) => `.addArgument(${word}, false)`).join('');
      return {
        ...withoutShell,
        edits: [
          replaced(call.node, `new ${source.textOf(call.receiver)}(${program})${chained}`),
          ...list.unused,
        ],
      };
    }
    return undefined;
  },
};

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
  const codes = words.map((word) => wordCode(source, word));
  const node = bare(command);
  return {
    code: codes.join(', '),
    words: codes,
    unused: node.type === 'identifier' ? withoutUnused(source, node) : [],
  };
}
