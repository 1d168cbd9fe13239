import type { Call } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import { functionAround } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'python',
      title: 'Parse XML without external entities',
      explanation:
        'Entities and document types from outside are not loaded. Documents that rely on them are read without what they refer to.',
      rewrite: (source, call) => pythonXml(source, call),
    },
  ]),
];

/** A parser of lxml without entities; a feature of SAX switched off where it was switched on. */
function pythonXml(source: Source, call: Call): Edit[] | undefined {
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
