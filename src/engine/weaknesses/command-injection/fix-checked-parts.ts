import { callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Fix, Situation, Strategy } from '../../fixes/fix.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { resolved } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { compose } from '../../fixes/text/compose.ts';
import { type CodePiece, type Composed, plainText } from '../../fixes/text/pieces.ts';
import { argument, checking } from '../../fixes/values/checked.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { statementRoots } from '../sql-injection/parameterise.ts';

const checked: Omit<Fix, 'edits'> = {
  strategy: 'command-injection/checked',
  title: 'Refuse values that could do more than name something in the command',
  explanation:
    'What is put into the command may hold letters, digits and `. , : @ = / + -`, and begins with one of the first two, so that no shell reads it as anything but one word, and no program takes it for an option or, from outside, for any file of the machine by its full path. Other values, with spaces say, are refused with an error.',
};

const quoted: Omit<Fix, 'edits'> = {
  strategy: 'command-injection/quoted',
  title: 'Quote what is put into the command where it is put together',
  explanation:
    'What is put into the command is quoted with `shlex.quote` where the command is put together, so that the shell takes it for one word whatever it holds. This is for POSIX shells.',
};

/**
 * Where a command has to stay the text that it is, for what the shell does with it or because a function of the
 * project runs it, the values are mended where the text is put together: at the call, or on the way to it.
 */
const checkedCommandParts: Strategy = {
  languages: ['javascript', 'java', 'python'],
  fix: (situation) => {
    const { source, node } = situation;
    const parts = partsOf(situation);
    if (!parts || parts.length === 0 || parts.some((one) => isSeveral(source, one.node))) return undefined;
    if (source.language !== 'python') {
      const { name, edits } = checking(source, node, argument);
      return { ...checked, edits: [...edits, ...parts.flatMap((one) => around(one.node, `${name}(`, ')'))] };
    }
    if (parts.some(({ quote, embedded }) => quote || embedded)) {
      const { name, edits } = checking(source, node, argument);
      return { ...checked, edits: [...edits, ...parts.flatMap((one) => around(one.node, `${name}(`, ')'))] };
    }
    const { name, edits } = pythonModule(source, 'shlex');
    return {
      ...quoted,
      edits: [...edits, ...parts.flatMap((one) => around(one.node, `${name}.quote(`, ')'))],
    };
  },
};

const around = ({ at, end }: SyntaxNode, open: string, close: string): Edit[] => [
  { at, end: at, text: open },
  { at: end, end, text: close },
];

/** Several words in one value: checked or quoted as one, they would not be what they were. */
function isSeveral(source: Source, node: SyntaxNode): boolean {
  const value = resolved(source, node);
  if (/^(?:array|list|list_comprehension|array_creation_expression)$/.test(value.type)) return true;
  return /^(?:join|joining|collect|from|map|concat|split|flat|filter|list|args)$/.test(
    callOf(source, value)?.name ?? '',
  );
}

interface Part {
  readonly node: SyntaxNode;
  /** It stands between quotation marks of the command. */
  readonly quote: boolean;
  readonly embedded: boolean;
}

/** The values in the command's text: where it is given, else along each flow in this file. */
function partsOf({ source, finding }: Situation): readonly Part[] | undefined {
  const call = callAt(source, source.offsetsOf(finding.range));
  for (const arg of call?.args ?? []) {
    const roots = statementRoots(source, arg);
    const parts = roots && valuesIn(roots);
    if (parts && parts.length > 0) return parts;
  }
  const found = new Map<SyntaxNode, Part>();
  for (const { steps } of finding.codeFlows) {
    const parts = steps
      .filter(({ file }) => file === source.path)
      .map(({ range }) => putTogether(source, source.covering(source.offsetsOf(range))))
      .findLast((one) => one !== undefined);
    if (!parts) return undefined;
    for (const part of parts) found.set(part.node, part);
  }
  return [...found.values()];
}

/** The text that an expression is, or is part of, taken apart. */
function putTogether(source: Source, node: SyntaxNode): readonly Part[] | undefined {
  let outermost: readonly Part[] | undefined;
  for (
    let at: SyntaxNode | undefined = node;
    at && !/statement|declaration|^block$|^program$|^module$/.test(at.type);
    at = source.parentOf(at)
  ) {
    if (!/^(?:binary|template_string$|string$|call|method_invocation)/.test(at.type)) continue;
    const parts = valuesIn([compose(source, at)]);
    if (parts.length > 0) outermost = parts;
  }
  return outermost;
}

/** Values after the name of a program; none where the program itself is one of them. */
function valuesIn(roots: readonly Composed[]): readonly Part[] {
  let before = '';
  const parts: Part[] = [];
  for (const { pieces } of roots) {
    for (const piece of pieces) {
      if (piece.kind === 'text') before += plainText(piece.units);
      else if (/^\s*[\w./-]+\s/.test(before)) {
        parts.push(partOf(piece, before));
        before += 'x';
      } else return [];
    }
  }
  return parts;
}

const partOf = (piece: CodePiece, before: string): Part => ({
  node: piece.node,
  quote: ((before.match(/'/g)?.length ?? 0) + (before.match(/"/g)?.length ?? 0)) % 2 === 1,
  embedded: piece.embedded,
});

export const fixes: readonly Strategy[] = [checkedCommandParts];
