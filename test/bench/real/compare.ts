/** What moved between two outcomes, label by label and finding by finding. */
import { readFile } from 'node:fs/promises';
import { type Outcome, outcomeSchema, type Short } from './measure.ts';
import { isAlarm } from './report.ts';

/** @throws where the file was not written by `--output` */
export async function readOutcome(file: string): Promise<Outcome> {
  return outcomeSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Lines that say it; only what both outcomes have is compared. */
export function changesOf(before: Outcome, after: Outcome): string[] {
  const alarms = alarmChanges(before, after);
  const moved = (sign: string) => alarms.filter((line) => line.startsWith(sign)).length;
  return [
    ...labelChanges(before, after),
    ...judgedChanges(before, after),
    ...ruleChanges(before, after),
    ...alarms,
    `alarms: ${moved('+')} new, ${moved('-')} gone`,
    ...timeChange(before, after),
  ];
}

function labelChanges(before: Outcome, after: Outcome): string[] {
  const old = new Map(before.labels.map((label) => [`${label.language} ${label.id}`, label]));
  return after.labels.flatMap((label) => {
    const was = old.get(`${label.language} ${label.id}`);
    if (!was || was.outcome === 'not run' || label.outcome === 'not run') return [];
    const name = `${label.language} ${label.repo} ${label.id} ${label.cwe} (${label.cause})`;
    return [
      ...(was.outcome === label.outcome
        ? []
        : [`${word(was.outcome, label.outcome)} ${name}: ${was.outcome} → ${label.outcome}`]),
      ...(was.fix === label.fix || !was.fix || !label.fix ? [] : [`FIX ${name}: ${was.fix} → ${label.fix}`]),
    ];
  });
}

function word(was: string, is: string): string {
  if (is === 'found') return 'FOUND';
  return was === 'found' ? 'LOST' : 'moved';
}

function judgedChanges(before: Outcome, after: Outcome): string[] {
  const keyOf = ({ repo, rule, file, line }: Outcome['judged'][number]) => `${repo} ${rule} ${file}:${line}`;
  const old = new Map(before.judged.map((one) => [keyOf(one), one.standing]));
  return after.judged.flatMap((one) => {
    const was = old.get(keyOf(one));
    if (was === undefined || was === 'not run' || one.standing === 'not run' || was === one.standing)
      return [];
    return [`JUDGED ${one.verdict}: ${was} → ${one.standing} ${keyOf(one)}`];
  });
}

function* inBoth(before: Outcome, after: Outcome) {
  const keyOf = ({ repo, commit, folders }: Outcome['scans'][number]) => [repo, commit, ...folders].join(' ');
  const old = new Map(before.scans.map((scan) => [keyOf(scan), scan]));
  for (const scan of after.scans) {
    const was = old.get(keyOf(scan));
    if (was) yield { was, is: scan };
  }
}

function ruleChanges(before: Outcome, after: Outcome): string[] {
  const counts = new Map<string, { all: number; alarms: number; wasAll: number; wasAlarms: number }>();
  const add = (finding: Short, of: 'is' | 'was'): void => {
    const row = counts.get(finding.rule) ?? { all: 0, alarms: 0, wasAll: 0, wasAlarms: 0 };
    row[of === 'is' ? 'all' : 'wasAll']++;
    if (isAlarm(finding)) row[of === 'is' ? 'alarms' : 'wasAlarms']++;
    counts.set(finding.rule, row);
  };
  for (const { was, is } of inBoth(before, after)) {
    for (const finding of was.findings) add(finding, 'was');
    for (const finding of is.findings) add(finding, 'is');
  }
  return [...counts]
    .filter(([, row]) => row.all !== row.wasAll || row.alarms !== row.wasAlarms)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([rule, row]) =>
        `rule ${rule}: ${row.wasAll} → ${row.all}, high or critical ${row.wasAlarms} → ${row.alarms}`,
    );
}

/** `+` for a new alarm, `-` for one that is gone or lower. */
function alarmChanges(before: Outcome, after: Outcome): string[] {
  const lines: string[] = [];
  for (const { was, is } of inBoth(before, after)) {
    const place = `${is.use} ${is.repo}@${is.commit.slice(0, 12)}`;
    for (const finding of lessOf(is.findings, was.findings)) lines.push(`+ ${place} ${described(finding)}`);
    for (const finding of lessOf(was.findings, is.findings)) lines.push(`- ${place} ${described(finding)}`);
  }
  return lines.toSorted();
}

/** The alarms of a list that another one has not as often. */
function lessOf(list: readonly Short[], other: readonly Short[]): Short[] {
  const keyOf = ({ rule, file, line }: Short) => `${rule} ${file}:${line}`;
  const left = new Map<string, number>();
  for (const one of other.filter(isAlarm)) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return list.filter(isAlarm).filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
}

function described({ rule, file, line, from, message }: Short): string {
  return `${rule} ${file}:${line}${from === undefined ? '' : ` from ${from}`} · ${message}`;
}

function timeChange(before: Outcome, after: Outcome): string[] {
  const pairs = [...inBoth(before, after)];
  if (pairs.length === 0) return ['no scan in common'];
  const sum = (of: 'was' | 'is') =>
    Math.round(pairs.reduce((seconds, pair) => seconds + pair[of].cpuSeconds, 0));
  return [`CPU seconds of ${pairs.length} scans: ${sum('was')} → ${sum('is')}`];
}
