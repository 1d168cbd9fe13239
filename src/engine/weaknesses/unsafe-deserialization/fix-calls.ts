import type { Call } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutElement } from '../../fixes/statements.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

const yaml = {
  title: 'Load YAML as data',
  explanation:
    'Only plain data is made from the text, and no objects of the program’s classes. Documents with such objects are refused.',
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'python',
      ...yaml,
      rewrite: (source, call) => yamlSafe(source, call),
    },
    {
      language: 'javascript',
      ...yaml,
      rewrite: (source, call) =>
        call.name === 'load' && call.args[1] && /schema/.test(source.textOf(call.args[1]))
          ? [withoutElement(source, call.args[1])]
          : undefined,
    },
    {
      language: 'python',
      title: 'Load data only, and no objects',
      explanation:
        'Arrays and weights are loaded, and nothing in the file is run. Files that hold other objects are refused.',
      rewrite: (source, call) => withoutPickle(source, call),
    },
  ]),
];

/** `numpy.load(…, allow_pickle=True)`, `torch.load(…)`. */
function withoutPickle(source: Source, call: Call): Edit[] | undefined {
  const receiver = call.receiver && source.textOf(call.receiver);
  if (call.name !== 'load' || !receiver || !call.list) return undefined;
  const given = call.keywords.get('allow_pickle') ?? call.keywords.get('weights_only');
  const safe = /^(?:np|numpy)$/.test(receiver) ? 'False' : receiver === 'torch' ? 'True' : undefined;
  if (safe === undefined) return undefined;
  if (given) return [replaced(given, safe)];
  const at = call.list.end - 1;
  return safe === 'True' ? [{ at, end: at, text: ', weights_only=True' }] : undefined;
}

/** `yaml.load(…)` and its like as `safe_load`. */
function yamlSafe(source: Source, call: Call): Edit[] | undefined {
  if (!call.receiver || !/yaml$/i.test(source.textOf(call.receiver))) return undefined;
  if (!/^(?:load|full_load|unsafe_load|load_all|unsafe_load_all|full_load_all)$/.test(call.name))
    return undefined;
  const loader = call.keywords.get('Loader') ?? call.args[1];
  const element: SyntaxNode | undefined =
    loader && (call.args.includes(loader) ? loader : source.parentOf(loader));
  return [
    replaced(call.nameNode, call.name.endsWith('_all') ? 'safe_load_all' : 'safe_load'),
    ...(element ? [withoutElement(source, element)] : []),
  ];
}
