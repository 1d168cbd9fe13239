import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type FixResult, noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { resolved } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutElement, withoutUnused } from '../../fixes/statements.ts';
import { compose } from '../../fixes/text/compose.ts';
import { type Composed, literalText, type Piece } from '../../fixes/text/pieces.ts';
import { render } from '../../fixes/text/render.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { statementRoots } from '../sql-injection/parameterise.ts';
import { withoutShell } from './explain.ts';
import { wholeCommand, wordCode, wordsOf } from './words.ts';

const subprocess = new Set(['run', 'call', 'check_call', 'check_output', 'Popen']);

/** Programs run with a list of arguments. */
const pythonCommand: Strategy = {
  languages: ['python'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const argument = call?.args[0] ?? call?.keywords.get('args') ?? call?.keywords.get('cmd');
    if (!call || !argument) return undefined;
    const line = commandLine(source, argument);
    if (!line) return noFix(wholeCommand);
    const words = wordsOf(line.roots);
    if ('reason' in words) return words;
    const list = words.map((word) => wordCode(source, word)).join(', ');
    const placed = place(source, call, argument, list);
    if (!placed) return undefined;
    return {
      ...withoutShell,
      edits: [...placed, ...(line.variable ? withoutUnused(source, line.variable) : [])],
    };
  },
};

/** The command line that a shell is given: as text, or as what follows `-c`. */
function commandLine(
  source: Source,
  argument: SyntaxNode,
): { roots: readonly Composed[]; variable?: SyntaxNode } | undefined {
  const list = bare(argument);
  if (list.type === 'list') {
    const [shell, flag, command] = list.children;
    const isShell = shell && /(?:^|\/)(?:ba|z|da)?sh$/.test(literalText(compose(source, shell)) ?? '');
    if (!isShell || !flag || !command || list.children.length !== 3) return undefined;
    if (literalText(compose(source, flag)) !== '-c') return undefined;
    return commandLine(source, command);
  }
  const roots = statementRoots(source, argument);
  if (!roots) return undefined;
  return list.type === 'identifier' ? { roots, variable: list } : { roots };
}

function place(source: Source, call: Call, argument: SyntaxNode, list: string): Edit[] | undefined {
  const { name, node } = call;
  const shell = call.keywords.get('shell');
  const isSubprocess = subprocess.has(name) && (shell === undefined || source.textOf(shell) === 'True');
  if (isSubprocess) {
    const pair = shell && source.parentOf(shell);
    return [replaced(argument, `[${list}]`), ...(pair ? [withoutElement(source, pair)] : [])];
  }
  const module = pythonModule(source, 'subprocess');
  const whole = (text: string): Edit[] => [...module.edits, replaced(node, text)];
  const lone = call.args.length === 1 && call.keywords.size === 0;
  if (name === 'system' && lone) return whole(`${module.name}.call([${list}])`);
  if (name === 'popen' && lone) {
    if (source.parentOf(node)?.type === 'expression_statement')
      return whole(`${module.name}.Popen([${list}], stdout=${module.name}.DEVNULL)`);
    const read = readAtOnce(source, node);
    if (read)
      return [
        ...module.edits,
        replaced(read, `${module.name}.run([${list}], stdout=${module.name}.PIPE, text=True).stdout`),
      ];
    return whole(`${module.name}.Popen([${list}], stdout=${module.name}.PIPE, text=True).stdout`);
  }
  if (name === 'getoutput' && lone) {
    const { name: sub } = module;
    return whole(
      `${sub}.run([${list}], stdout=${sub}.PIPE, stderr=${sub}.STDOUT, text=True).stdout.rstrip("\\n")`,
    );
  }
  if (name === 'create_subprocess_shell')
    return [replaced(call.nameNode, 'create_subprocess_exec'), replaced(argument, list)];
  return undefined;
}

/** `os.popen(…).read()`: the call of `read`. */
function readAtOnce(source: Source, node: SyntaxNode): SyntaxNode | undefined {
  const attribute = source.parentOf(node);
  const read = callOf(source, attribute && source.parentOf(attribute));
  return read?.name === 'read' && read.receiver === node && read.args.length === 0 ? read.node : undefined;
}

/** Where the shell does more than start a program, what is put into its command is quoted for it. */
const pythonShellQuote: Strategy = {
  languages: ['python'],
  fix: (situation) => quoted(situation),
};

function quoted({ source, finding }: Situation): FixResult {
  const call = callAt(source, source.offsetsOf(finding.range));
  const argument = call?.args[0];
  if (!argument) return undefined;
  const list = resolved(source, argument);
  const command = list.type === 'list' ? list.children[2] : argument;
  const roots = command && statementRoots(source, command);
  if (!roots) return undefined;
  const module = pythonModule(source, 'shlex');
  let before = '';
  const edits: Edit[] = [];
  for (const root of roots) {
    const pieces: Piece[] = [];
    for (const [i, piece] of root.pieces.entries()) {
      if (piece.kind === 'text') {
        pieces.push(piece);
        before += piece.units.map(({ ch }) => ch).join('');
        continue;
      }
      const mark = /(['"])$/.exec(before)?.[1] ?? '';
      const next = root.pieces[i + 1];
      const last = pieces.at(-1);
      const closes = next?.kind === 'text' && next.units[0]?.ch === mark;
      if (insideQuotes(before) && !(mark !== '' && closes)) return noFix(wholeCommand);
      if (mark !== '' && closes && last?.kind === 'text' && next?.kind === 'text') {
        pieces[pieces.length - 1] = { ...last, units: last.units.slice(0, -1) };
        (root.pieces as Piece[])[i + 1] = { ...next, units: next.units.slice(1) };
        before = before.slice(0, -1);
      }
      if (before.trim() === '') return noFix(wholeCommand);
      pieces.push({
        ...piece,
        code: `${module.name}.quote(${piece.embedded ? `str(${piece.code})` : piece.code})`,
        format: '',
      });
      before += 'x';
    }
    edits.push(replaced(root.node, render(source, pieces)));
  }
  return {
    strategy: 'command-injection/quoted',
    title: 'Quote what is put into the command',
    explanation:
      'The shell still runs the command, and what is put into it is quoted with `shlex.quote`, so that the shell takes it for one word whatever it holds. This is for POSIX shells.',
    edits: [...module.edits, ...edits],
  };
}

const insideQuotes = (text: string): boolean => {
  let quote = '';
  for (const ch of text) {
    if (quote === '' && (ch === "'" || ch === '"')) quote = ch;
    else if (ch === quote) quote = '';
  }
  return quote !== '';
};

export const fixes: readonly Strategy[] = [pythonCommand, pythonShellQuote];
