import * as z from 'zod';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import { Category, SkipReason } from '../../api/contract/vocabulary.ts';
import { code, prose } from '../data.ts';
import { count } from './issue-words.ts';

/** What a scan did not look at, or only in part, for those who ask the agent. */

/** Files that are named one by one. */
const maximumNamed = 30;
const maximumInText = 10;

export const NotAnalysed = z.object({
  /** Files of which only a part was analysed. */
  filesPartial: z.int(),
  /** Files that were not analysed at all, for a limit or an error. */
  filesSkipped: z.int(),
  byReason: z.array(z.object({ reason: SkipReason, files: z.int(), partial: z.int() })),
  files: z.array(
    z.object({ file: z.string(), reason: SkipReason, detail: z.string(), partial: z.boolean() }),
  ),
  /** What was left out on purpose, by reason: counts of files, and of folders that were not entered. */
  leftOut: z.record(z.string(), z.int()),
  /** Kinds of issues that scanner settings switch off, in all of the repository or in a folder. */
  switchedOff: z.array(z.object({ module: Category, folder: z.string().optional() })).optional(),
  /** Issues that are not shown, as scanner settings ask for more confidence. */
  belowThreshold: z.int().optional(),
});
export type NotAnalysed = z.output<typeof NotAnalysed>;

/** Returns what a scan did not analyse, the files that were analysed in part first. */
export function notAnalysed(coverage: Coverage): NotAnalysed {
  const { skips, filesPartial, filesSkipped, excluded, switchedOff, belowThreshold } = coverage;
  const byReason = [...Map.groupBy(skips, ({ reason }) => reason)]
    .map(([reason, all]) => ({
      reason,
      files: all.length,
      partial: all.filter(({ partial }) => partial).length,
    }))
    .toSorted((a, b) => b.files - a.files);
  const files = skips
    .toSorted((a, b) => Number(b.partial) - Number(a.partial))
    .slice(0, maximumNamed)
    .map(({ file, reason, detail, partial }) => ({ file, reason, detail: detail.slice(0, 300), partial }));
  const leftOut = Object.fromEntries(
    Object.entries(excluded ?? {})
      .filter(([, number]) => number > 0)
      .slice(0, 50),
  );
  return {
    ...{ filesPartial, filesSkipped, byReason, files, leftOut },
    ...(switchedOff && { switchedOff }),
    ...(belowThreshold !== undefined && { belowThreshold }),
  };
}

/** Returns the same as Markdown; empty where everything was analysed. */
export function leftOutText(coverage: Coverage): string {
  const { files, leftOut, switchedOff = [], belowThreshold = 0 } = notAnalysed(coverage);
  const { switchedOn = [], switchedOff: withoutPacks = [], findings = 0 } = coverage.packs ?? {};
  const titles = (templates: typeof switchedOn) => templates.map(({ title }) => prose(title, 200)).join(', ');
  const off = switchedOff.map(({ module, folder }) =>
    folder === undefined ? module : `${module} in ${code(folder, 200)}`,
  );
  const lines = files
    .slice(0, maximumInText)
    .map(
      ({ file, detail, partial }) =>
        `- ${file === '.' ? 'The whole folder' : code(file, 200)}: ${partial ? 'in part. ' : ''}${prose(detail, 300)}`,
    );
  const more = coverage.filesPartial + coverage.filesSkipped - lines.length;
  const purposely = Object.entries(leftOut).map(([reason, number]) => `${prose(reason, 60)} ${number}`);
  return [
    lines.length > 0 ? `Not analysed, or in part:\n\n${lines.join('\n')}` : '',
    lines.length > 0 && more > 0 ? `${count(more, 'more file')} are not named here.` : '',
    off.length > 0 ? `Switched off in the scanner settings: ${off.join(', ')}.` : '',
    switchedOn.length > 0 ? `Switched on in packs: ${titles(switchedOn)}.` : '',
    withoutPacks.length > 0
      ? `Switched off in packs, with ${count(findings, 'finding')} not reported: ${titles(withoutPacks)}.`
      : '',
    belowThreshold > 0
      ? `Not shown, as the scanner settings ask for more confidence: ${count(belowThreshold, 'issue')}.`
      : '',
    purposely.length > 0 ? `Left out on purpose: ${purposely.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
