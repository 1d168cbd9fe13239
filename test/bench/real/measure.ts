/** Runs the scans that labels and judgements ask for, and says of each how it came out. */
import { z } from 'zod';
import { type Clone, openClone } from './clone.ts';
import { causeOf, type Judged, type Label, verdicts } from './labels.ts';
import { clearanceOf, detectionOf, hitsOf, movedPlaces, nearbyOf, standingOf } from './outcome.ts';
import { type Found, isAlarm, type Scan } from './report.ts';
import type { Scans } from './scans.ts';

const shortSchema = z.object({
  rule: z.string(),
  file: z.string(),
  line: z.int(),
  severity: z.string(),
  score: z.number(),
  confidence: z.number(),
  /** Where its flow begins, as `file:line`. */
  from: z.string().optional(),
  message: z.string(),
});
export type Short = z.infer<typeof shortSchema>;

/** The outcome as a whole: what `--output` writes and `--compare` reads. */
export const outcomeSchema = z.object({
  engine: z.string(),
  labels: z.array(
    z.object({
      id: z.string(),
      repo: z.string(),
      cve: z.string().optional(),
      cwe: z.string(),
      language: z.string(),
      cause: z.string(),
      why: z.string().optional(),
      places: z.array(z.string()),
      outcome: z.enum(['found', 'near', 'missed', 'not run']),
      /** Why it was not run. */
      reason: z.string().optional(),
      fix: z.enum(['cleared', 'fewer', 'still', 'not run']).optional(),
      hits: z.array(shortSchema),
    }),
  ),
  judged: z.array(
    z.object({
      language: z.string(),
      repo: z.string(),
      rule: z.string(),
      file: z.string(),
      line: z.int(),
      verdict: z.enum(verdicts),
      why: z.string().optional(),
      standing: z.enum(['alarm', 'merged', 'lower', 'gone', 'not run']),
      reason: z.string().optional(),
    }),
  ),
  scans: z.array(
    z.object({
      /** What it was done for first. */
      use: z.enum(['vulnerable', 'fixed', 'judged']),
      language: z.string(),
      repo: z.string(),
      commit: z.string(),
      folders: z.array(z.string()),
      cpuSeconds: z.number(),
      peakMb: z.number(),
      lacking: z.int(),
      notices: z.int(),
      findings: z.array(shortSchema),
    }),
  ),
});
export type Outcome = z.infer<typeof outcomeSchema>;
type LabelOutcome = Outcome['labels'][number];
type ScanOutcome = Outcome['scans'][number];

export interface Measurement {
  readonly labels: readonly Label[];
  readonly judged: readonly Judged[];
  readonly mirror: string;
  readonly engine: string;
  readonly scans: Scans;
  /** Whether the versions with the fix are scanned. */
  readonly fixes: boolean;
  readonly jobs: number;
  readonly say: (line: string) => void;
}

/** Vulnerable versions come first, then judged ones, then those with the fix: what is asked most is known soonest. */
export async function measure(measurement: Measurement): Promise<Outcome> {
  const { labels, judged, engine, fixes, jobs, say } = measurement;
  const done = new Map<string, ScanOutcome>();
  const scanned = async (
    use: ScanOutcome['use'],
    language: string,
    subject: Subject,
  ): Promise<Scan | string> => {
    const scan = await scanOf(measurement, subject);
    if (typeof scan === 'string') return scan;
    const key = [scan.repo, scan.commit, ...scan.folders].join(' ');
    if (!done.has(key)) {
      const { repo, commit, folders, cpuSeconds, peakMb, lacking, notices } = scan;
      const findings = scan.findings.map(short);
      done.set(key, { use, language, repo, commit, folders, cpuSeconds, peakMb, lacking, notices, findings });
    }
    return scan;
  };
  const outcomes = await inTurn(labels, jobs, async (label): Promise<LabelOutcome> => {
    const { id, repo, cve, cwe, language, locations, why_missed: [, why] = [] } = label;
    const scan = await scanned('vulnerable', language, {
      repo,
      commit: label.vulnerable_commit,
      folders: foldersOf(label),
    });
    const places = locations.map((at) =>
      `${at.file}:${at.start ?? ''}-${at.end ?? ''} ${at.function ?? ''}`.trim(),
    );
    const known = { id, repo, cve, cwe, language, cause: causeOf(label), why, places: [...new Set(places)] };
    if (typeof scan === 'string') {
      say(`not run  ${repo} ${id}: ${scan}`);
      return { ...known, outcome: 'not run', reason: scan, hits: [] };
    }
    const outcome = detectionOf(label, scan);
    const hits = hitsOf(label, locations, scan).map(short);
    const near = outcome === 'near' ? nearbyOf(label, scan).map(short) : [];
    const [first] = [...hits, ...near];
    const shown = first ? ` ${first.rule} ${first.file}:${first.line}` : '';
    say(`${outcome.padEnd(8)} ${repo} ${id} ${cwe} ${scan.cpuSeconds} s${shown}`);
    return { ...known, outcome, hits };
  });
  const standings = await inTurn(judged, jobs, async (one): Promise<Outcome['judged'][number]> => {
    const { language, repo, rule, file, line, verdict, why, commit } = one;
    const known = { language, repo, rule, file, line, verdict, why };
    const scan = await scanned('judged', language, { repo, commit, folders: [] });
    if (typeof scan === 'string') return { ...known, standing: 'not run', reason: scan };
    const standing = standingOf(one, scan);
    say(`${verdict} ${standing}: ${repo} ${rule} ${file}:${line}`);
    return { ...known, standing };
  });
  const cleared = await inTurn(labels, jobs, async (label, row): Promise<LabelOutcome> => {
    const outcome = outcomes[row] as LabelOutcome;
    if (!fixes || outcome.outcome !== 'found' || label.fix_commit === undefined) return outcome;
    const left = await leftAfterFix(label, measurement, scanned);
    const fix = left === undefined ? 'not run' : clearanceOf(outcome.hits.length, left);
    say(`fix ${fix}: ${label.repo} ${label.id}`);
    return { ...outcome, fix };
  });
  return { engine, labels: cleared, judged: standings, scans: [...done.values()] };
}

interface Subject {
  readonly repo: string;
  readonly commit: string | undefined;
  readonly folders: readonly string[];
}

/** @returns a sentence where it cannot be scanned */
async function scanOf(
  { mirror, scans }: Measurement,
  { repo, commit, folders }: Subject,
): Promise<Scan | string> {
  const clone = await openClone(mirror, repo);
  if (!clone) return 'there is no clone of it';
  const whole = await clone.commit(commit);
  if (whole === undefined) return `the clone lacks the commit ${commit ?? 'HEAD'}`;
  try {
    return await scans.of(clone, whole, folders);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** How many findings of the harm the version with the fix has in the same functions; undefined where it cannot be scanned. */
async function leftAfterFix(
  label: Label,
  { mirror }: Measurement,
  scanned: (use: 'fixed', language: string, subject: Subject) => Promise<Scan | string>,
): Promise<number | undefined> {
  const { repo, language } = label;
  const clone = await openClone(mirror, repo);
  const from = await clone?.commit(label.vulnerable_commit);
  const to = await clone?.commit(label.fix_commit);
  if (!clone || from === undefined || to === undefined) return undefined;
  const scan = await scanned('fixed', language, { repo, commit: to, folders: foldersOf(label) });
  if (typeof scan === 'string') return undefined;
  const places = await placesAfter(label, clone, from, to);
  return hitsOf(label, places, scan).length;
}

async function placesAfter({ locations }: Label, clone: Clone, from: string, to: string) {
  const files = [...new Set(locations.map(({ file }) => file))];
  const moved = await Promise.all(
    files.map(async (file) =>
      movedPlaces(
        locations.filter((at) => at.file === file),
        await clone.diff(from, to, file),
      ),
    ),
  );
  return moved.flat();
}

function foldersOf({ folder = '' }: Label): readonly string[] {
  return folder.split(';').filter((part) => part !== '' && part !== '.');
}

function short({ rule, severity, score, confidence, message, places: [at, first] }: Found): Short {
  const shown = isAlarm({ severity }) && first ? { from: `${first.file}:${first.start}` } : {};
  return { rule, file: at?.file ?? '', line: at?.start ?? 0, severity, score, confidence, ...shown, message };
}

/** Like `Promise.all`, with only so many at a time. */
async function inTurn<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, row: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const one = async (): Promise<void> => {
    for (const [row, item] of rest) results[row] = await work(item, row);
  };
  await Promise.all(Array.from({ length: width }, one));
  return results;
}
