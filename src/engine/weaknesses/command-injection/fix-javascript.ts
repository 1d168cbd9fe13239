import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { javascriptImports, javascriptName } from '../../fixes/imports.ts';
import { soleValue, variableOf } from '../../fixes/scope.ts';
import { sinkApi } from '../../fixes/sink.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { replaced, withoutElement, withoutUnused } from '../../fixes/statements.ts';
import { compose } from '../../fixes/text/compose.ts';
import { literalText } from '../../fixes/text/pieces.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { statementRoots } from '../sql-injection/parameterise.ts';
import { withoutShell } from './explain.ts';
import { wholeCommand, wordCode, wordsOf } from './words.ts';

const renamed: Readonly<Record<string, string>> = { exec: 'execFile', execSync: 'execFileSync' };

/** Programs run with a list of arguments instead of through a shell. */
const javascriptCommand: Strategy = {
  languages: ['javascript'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    const [first] = call?.args ?? [];
    if (!call || !first) return undefined;
    const api = sinkApi(finding);
    const method = api.split('.').at(-1) ?? '';
    if (/child_process/.test(api) && method in renamed) return execution(situation, call, first, method);
    if (/child_process/.test(api) && /^spawn(?:Sync)?$|^execFile(?:Sync)?$/.test(method))
      return spawning(source, call);
    if (api === 'execa.command' || api === 'execa.commandSync') {
      const list = argumentsOf(source, first);
      if ('reason' in list) return list;
      const imported = javascriptName(
        source,
        'execa',
        api === 'execa.command' ? 'execa' : 'execaSync',
        situation.project,
      );
      return {
        ...withoutShell,
        edits: [
          ...imported.edits,
          ...calleeReplaced(call, imported.name),
          replaced(first, list.code),
          ...list.unused,
        ],
      };
    }
    return undefined;
  },
};

function argumentsOf(
  source: Source,
  command: SyntaxNode,
): { code: string; unused: Edit[] } | { reason: string } {
  const roots = statementRoots(source, command);
  if (!roots) return noFix(wholeCommand);
  const words = wordsOf(roots);
  if ('reason' in words) return words;
  const [program = '', ...rest] = words.map((word) => wordCode(source, word));
  const node = bare(command);
  return {
    code: `${program}, [${rest.join(', ')}]`,
    unused: node.type === 'identifier' ? withoutUnused(source, node) : [],
  };
}

function execution(situation: Situation, call: Call, command: SyntaxNode, method: string) {
  const { source } = situation;
  const list = argumentsOf(source, command);
  if ('reason' in list) return list;
  const callee = renamedCallee(situation, call, method);
  return callee && { ...withoutShell, edits: [...callee, replaced(command, list.code), ...list.unused] };
}

/** The name under which the file has `execFile`; an import of `exec` that nothing else uses is renamed. */
function renamedCallee(situation: Situation, call: Call, method: string): Edit[] | undefined {
  const { source, project } = situation;
  const target = renamed[method] ?? method;
  if (call.receiver) return [replaced(call.nameNode, target)];
  const own = javascriptImports(source).find(
    (one) => one.kind === 'named' && one.local === call.name && one.imported === method,
  );
  if (own) {
    const uses = [...walk(source.root)].filter(
      (node) =>
        node.type === 'identifier' && source.textOf(node) === call.name && !isWithin(node, own.statement),
    );
    const has = javascriptImports(source).some(
      (one) => one.kind === 'named' && one.imported === target && one.statement === own.statement,
    );
    if (uses.length === 1 && !has && own.local === own.imported)
      return [replaced(own.node, target), replaced(call.nameNode, target)];
    const imported = javascriptName(source, 'child_process', target, project);
    return [...imported.edits, replaced(call.nameNode, imported.name)];
  }
  return promisified(situation, call, method, target);
}

const isWithin = (node: SyntaxNode, outer: SyntaxNode): boolean =>
  outer.at <= node.at && node.end <= outer.end;

/** `const run = promisify(exec)`, used in one place only. */
function promisified(
  { source, project }: Situation,
  call: Call,
  method: string,
  target: string,
): Edit[] | undefined {
  const value = soleValue(source, call.nameNode);
  const wrapper = callOf(source, value);
  const [inner] = wrapper?.args ?? [];
  if (wrapper?.name !== 'promisify' || !inner || variableOf(source, call.nameNode)?.reads.length !== 1)
    return undefined;
  const property = fieldOf(inner, 'property');
  if (property && source.textOf(property) === method) return [replaced(property, target)];
  if (source.textOf(inner) !== method) return undefined;
  const imported = javascriptName(source, 'child_process', target, project);
  const own = javascriptImports(source).find((one) => one.kind === 'named' && one.local === method);
  const uses = [...walk(source.root)].filter(
    (node) =>
      node.type === 'identifier' && source.textOf(node) === method && !(own && isWithin(node, own.statement)),
  );
  // Without the other name among the imports this one takes its place there.
  if (own && uses.length === 1 && own.local === own.imported && imported.edits.length > 0)
    return [replaced(own.node, target), replaced(inner, target)];
  return [...imported.edits, replaced(inner, imported.name)];
}

const calleeReplaced = (call: Call, name: string): Edit[] => [
  { at: call.node.at, end: call.nameNode.end, text: name },
];

/** `spawn('sh', ['-c', line])` starts the program itself; `{ shell: true }` is left out. */
function spawning(source: Source, call: Call) {
  const [program, list, third] = call.args;
  if (!program) return undefined;
  const array = list && bare(list);
  const shell = literalText(compose(source, program)) ?? '';
  if (array?.type === 'array' && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && array.children.length === 2) {
    const [flag, command] = array.children;
    if (!flag || !command || literalText(compose(source, flag)) !== '-c') return undefined;
    const rest = argumentsOf(source, command);
    if ('reason' in rest) return rest;
    return { ...withoutShell, edits: [{ at: program.at, end: array.end, text: rest.code }, ...rest.unused] };
  }
  const options = [third, list].find((one) => one?.type === 'object');
  const pair = options?.children.find((one) => /^['"]?shell['"]?\s*:/.test(source.textOf(one)));
  if (!pair || !options) return noFix(wholeCommand);
  if (list === options) {
    const rest = argumentsOf(source, program);
    if ('reason' in rest) return rest;
    const edits =
      options.children.length === 1
        ? [{ at: program.end, end: options.end, text: '' }]
        : [withoutElement(source, pair)];
    return { ...withoutShell, edits: [replaced(program, rest.code), ...edits, ...rest.unused] };
  }
  const before = call.args[call.args.indexOf(options) - 1];
  if (options.children.length === 1 && before)
    return { ...withoutShell, edits: [{ at: before.end, end: options.end, text: '' }] };
  return { ...withoutShell, edits: [withoutElement(source, pair)] };
}

export const fixes: readonly Strategy[] = [javascriptCommand];
