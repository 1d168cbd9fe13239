/** The outcome as tables: by language, by weakness, by cause, and the judged alarms. */
import type { Outcome } from './measure.ts';
import { isAlarm } from './report.ts';

type LabelOutcome = Outcome['labels'][number];

export function tablesOf(outcome: Outcome): string {
  const run = outcome.labels.filter((label) => label.outcome !== 'not run');
  return [
    byLanguage(outcome),
    foundBy('weakness', run, ({ cwe }) => cwe),
    foundBy(
      'cause of the miss, as labelled',
      run.filter(({ cause }) => cause !== 'none given'),
      ({ language, cause }) => `${language}: ${cause}`,
    ),
    ...(outcome.judged.length > 0 ? [judgements(outcome)] : []),
    ...notRun(outcome),
  ].join('\n\n');
}

/** Of each language: labels, what became of them, and what the scans of the vulnerable versions report and take. */
export function summaryOf({ labels, scans }: Outcome) {
  const languages = [...new Set(labels.map(({ language }) => language))].toSorted();
  return [...languages, 'all'].map((language) => {
    const mine = labels.filter(
      (one) => (language === 'all' || one.language === language) && one.outcome !== 'not run',
    );
    const count = (outcome: LabelOutcome['outcome']) => mine.filter((one) => one.outcome === outcome).length;
    const withFix = mine.filter(({ fix }) => fix !== undefined && fix !== 'not run');
    const own = scans.filter(
      (one) => one.use === 'vulnerable' && (language === 'all' || one.language === language),
    );
    const findings = own.flatMap((one) => one.findings);
    return {
      language,
      labels: mine.length,
      found: count('found'),
      near: count('near'),
      fixes: withFix.length,
      cleared: withFix.filter(({ fix }) => fix === 'cleared').length,
      fewer: withFix.filter(({ fix }) => fix === 'fewer').length,
      findings: findings.length,
      alarms: findings.filter(isAlarm).length,
      trees: own.length,
      cpuSeconds: Math.round(own.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)),
      peakMb: Math.max(0, ...own.map(({ peakMb }) => peakMb)),
    };
  });
}

function byLanguage(outcome: Outcome): string {
  const rows = summaryOf(outcome).map((row) => [
    row.language,
    row.labels,
    `${row.found} (${percent(row.found, row.labels)})`,
    row.near,
    `${row.cleared} and ${row.fewer} fewer, of ${row.fixes}`,
    row.findings,
    row.alarms,
    row.trees,
    row.cpuSeconds,
    row.peakMb,
  ]);
  const head = ['', 'labels', 'found', 'near', 'fixed versions cleared', 'findings', 'high or critical'];
  return table([...head, 'trees', 'CPU s', 'peak MB'], rows);
}

function foundBy(
  title: string,
  labels: readonly LabelOutcome[],
  keyOf: (label: LabelOutcome) => string,
): string {
  const groups = [...Map.groupBy(labels, keyOf)].toSorted(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return table(
    [title, 'labels', 'found', 'near'],
    groups.map(([key, group]) => [
      key,
      group.length,
      group.filter((one) => one.outcome === 'found').length,
      group.filter((one) => one.outcome === 'near').length,
    ]),
  );
}

function judgements({ judged }: Outcome): string {
  const groups = Map.groupBy(judged, ({ language, verdict }) => `${language}: ${verdict}`);
  return table(
    ['judged', 'alarms', 'reported', 'within another', 'lower', 'gone', 'not run'],
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, group]) => [
        key,
        group.length,
        ...(['alarm', 'merged', 'lower', 'gone', 'not run'] as const).map(
          (standing) => group.filter((one) => one.standing === standing).length,
        ),
      ]),
  );
}

function notRun({ labels, judged }: Outcome): string[] {
  const reasons = new Set(
    [...labels, ...judged].flatMap(({ repo, reason }) => (reason ? [`- ${repo}: ${reason}`] : [])),
  );
  return reasons.size === 0 ? [] : [`Not run:\n${[...reasons].toSorted().join('\n')}`];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
