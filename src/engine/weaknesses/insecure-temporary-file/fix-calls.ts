import { type Call, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import { resolved, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'python',
      title: 'Make the temporary file with its name',
      explanation:
        'The file is made at once, readable by its owner only, so that nobody can take its name first. It exists, empty, from then on.',
      rewrite: (_, call) =>
        call.name === 'mktemp' && call.receiver && call.args.length === 0 && call.list
          ? [
              replaced(call.nameNode, 'NamedTemporaryFile'),
              {
                at: call.list.at + 1,
                end: call.list.at + 1,
                text: `delete=False${call.keywords.size > 0 ? ', ' : ''}`,
              },
              { at: call.node.end, end: call.node.end, text: '.name' },
            ]
          : undefined,
    },
    {
      language: 'java',
      title: 'Make a temporary file of its own',
      explanation:
        'The system makes a new file with a name that nobody can take first. Whoever reads the file by its old name needs the new one.',
      rewrite: (source, call) => ownTemporaryFile(source, call),
    },
  ]),
];

/** `new File("/tmp/report.csv")` behind a variable that hands the new name on; a lone text names the file for others. */
function ownTemporaryFile(source: Source, call: Call): Edit[] | undefined {
  const [first] = call.args;
  const variable = first?.type === 'identifier' ? variableOf(source, first) : undefined;
  const made = call.name === 'File' ? call : callOf(source, first && resolved(source, first));
  const [path] = made?.args ?? [];
  const isHandedOn = call.name === 'File' || (variable !== undefined && variable.reads.length > 1);
  if (!made?.isNew || made.name !== 'File' || !path || made.args.length !== 1 || !isHandedOn)
    return undefined;
  if (source.parentOf(made.node)?.type !== 'variable_declarator') return undefined;
  const parts = /^"\/(?:var\/)?tmp\/(?:[\w-]+\/)*([\w-]{3,})(\.\w+)?"$/.exec(
    source.textOf(resolved(source, path)),
  );
  if (!parts) return undefined;
  const file = source.textOf(made.nameNode);
  return [replaced(made.node, `${file}.createTempFile("${parts[1]}", "${parts[2] ?? '.tmp'}")`)];
}
