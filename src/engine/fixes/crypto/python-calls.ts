import type { SyntaxNode } from '../../languages/syntax.ts';
import type { Call } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { functionAround } from '../scope.ts';
import type { Source } from '../source.ts';
import { replaced, withoutElement } from '../statements.ts';

/** A parser of lxml without entities; a feature of SAX switched off where it was switched on. */
export function pythonXml(source: Source, call: Call): Edit[] | undefined {
  const around = functionAround(source, call.node);
  const feature = /(setFeature\([^()]*external_[gp]es\s*,\s*)(?:True|1)/.exec(source.textOf(around));
  if (feature) {
    const at = around.at + feature.index + (feature[1] ?? '').length;
    return [{ at, end: around.at + feature.index + feature[0].length, text: 'False' }];
  }
  const etree = call.receiver && source.textOf(call.receiver);
  if (
    !etree ||
    !/^(?:parse|fromstring|XML|iterparse)$/.test(call.name) ||
    call.keywords.has('parser') ||
    !call.list
  )
    return undefined;
  if (!/\blxml\b/.test(source.text) || call.args.length !== 1) return undefined;
  const at = call.list.end - 1;
  return [{ at, end: at, text: `, parser=${etree}.XMLParser(resolve_entities=False, no_network=True)` }];
}

/** `numpy.load(…, allow_pickle=True)`, `torch.load(…)`. */
export function withoutPickle(source: Source, call: Call): Edit[] | undefined {
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
export function yamlSafe(source: Source, call: Call): Edit[] | undefined {
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
