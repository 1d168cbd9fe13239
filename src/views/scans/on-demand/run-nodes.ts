import * as l10n from '@vscode/l10n';
import type { Coverage } from '../../../api/contract/scans/coverage.ts';
import type { LeftOut, LeftOutReason } from '../../../workspace/submission.ts';
import { compareText } from '../../issues/ranking.ts';
import { coverageFacts, excludedFacts, type FactNode } from '../scan-nodes.ts';
import type { Run } from './run.ts';
import { bytesText, leftOutText } from './words.ts';

/** An on-demand scan in the Scans view. */
export interface RunNode {
  readonly kind: 'run';
  readonly id: string;
  run: Run;
}

/** What a run covered: what failed, what was sent and analysed, and all that was not, by reason. */
export function runFacts({ id, state, outcome }: Run): FactNode[] {
  const facts: FactNode[] = [];
  const folder = outcome?.folder ?? '';
  const fact = (key: string, icon: string, label: string, more: Partial<FactNode> = {}): FactNode => ({
    kind: 'fact',
    id: `${id}/${key}`,
    icon,
    label,
    folder,
    children: [],
    ...more,
  });
  if (state.kind === 'failed') {
    const { what, kept, advice } = state.failure;
    for (const [index, text] of [what, kept, advice].entries())
      if (text !== undefined)
        facts.push(fact(`failure/${index}`, index === 0 ? 'error' : 'info', text, { tooltip: text }));
  }
  if (!outcome) return facts;
  const { filesSent, bytesSent, parts, coverages, leftOut, excluded, known } = outcome;
  if (filesSent > 0) {
    const label = filesSent === 1 ? l10n.t('1 file submitted') : l10n.t('{0} files submitted', filesSent);
    facts.push(fact('sent', 'cloud-upload', label, { description: bytesText(bytesSent) }));
  }
  if (parts > 1) {
    const text = l10n.t('In {0} parts: flows from one part into another are not followed', parts);
    facts.push(fact('parts', 'split-horizontal', text, { tooltip: text }));
  }
  if (known > 0) {
    const text =
      known === 1
        ? l10n.t('1 issue is known from the scan of the workspace, and shown as that')
        : l10n.t('{0} issues are known from the scan of the workspace, and shown as those', known);
    facts.push(fact('known', 'shield', text, { tooltip: text }));
  }
  facts.push(...coverageFacts(id, folder, merged(coverages)));
  facts.push(...leftOutFacts(leftOut, fact));
  facts.push(...excludedFacts(id, folder, excluded));
  if (facts.length === 0 && state.kind === 'done')
    facts.push(fact('nothing', 'pass', l10n.t('Nothing to scan')));
  return facts;
}

type MakeFact = (key: string, icon: string, label: string, more?: Partial<FactNode>) => FactNode;

function leftOutFacts(leftOut: readonly LeftOut[], fact: MakeFact): FactNode[] {
  const byReason = new Map<LeftOutReason, LeftOut[]>();
  for (const one of leftOut) byReason.set(one.reason, [...(byReason.get(one.reason) ?? []), one]);
  return [...byReason]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, files]) =>
      fact(`left/${reason}`, isHeld(reason) ? 'lock' : 'debug-step-over', leftOutText(reason), {
        description: String(files.length),
        children: files
          .toSorted((a, b) => compareText(a.path, b.path))
          .map(({ path, detail }) =>
            fact(`left/${reason}/${path}`, 'file', path, {
              file: path,
              ...(detail === undefined ? {} : { description: detail, tooltip: detail }),
            }),
          ),
      }),
    );
}

/** Whether it is kept on this machine, rather than of no use to a scan. */
function isHeld(reason: LeftOutReason): boolean {
  return reason === 'keyFile' || reason === 'secret' || reason === 'unchecked' || reason === 'ignored';
}

/** The coverage of all parts together; undefined when there is none. */
export function merged(coverages: readonly Coverage[]): Coverage | undefined {
  const [first, ...others] = coverages;
  return others.reduce<Coverage | undefined>((all, one) => {
    if (!all) return one;
    const filesByLanguage = { ...all.filesByLanguage };
    for (const [language, count] of Object.entries(one.filesByLanguage))
      filesByLanguage[language] = (filesByLanguage[language] ?? 0) + count;
    return {
      filesAnalysed: all.filesAnalysed + one.filesAnalysed,
      bytesAnalysed: all.bytesAnalysed + one.bytesAnalysed,
      filesByLanguage,
      filesSkipped: all.filesSkipped + one.filesSkipped,
      filesPartial: all.filesPartial + one.filesPartial,
      incomplete: bothIncomplete(all.incomplete, one.incomplete),
      skips: [...all.skips, ...one.skips],
      skipsTruncated: all.skipsTruncated || one.skipsTruncated,
    };
  }, first);
}

function bothIncomplete(a: Coverage['incomplete'], b: Coverage['incomplete']): Coverage['incomplete'] {
  if (!a || !b) return a ?? b;
  const reasons = { ...a.reasons };
  for (const [reason, count] of Object.entries(b.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count;
  return { files: a.files + b.files, functions: a.functions + b.functions, reasons };
}
