import { createHash } from 'node:crypto';
import * as z from 'zod';
import { unfolded } from '../../../engine/causes.ts';
import type { Finding } from '../../../engine/finding.ts';
import type { ScanChoices } from '../../analysis/scan-choices.ts';
import type { ScanCoverage } from '../../analysis/scan-runner.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ScanRow } from '../scan-rows.ts';
import type { KnownBase, KnownFinding } from './brought.ts';

/** What a scan of a commit came to, as far as scans of pull requests ask. */
export interface CommitAnalysis extends KnownBase {
  /** What packages were matched with: newer advisories would be taken for vulnerabilities of the change. */
  readonly advisories: string;
}

/** Commits of a repository whose analysis is kept, and findings of one. */
const commitsKept = 30;
const mostFindings = 50_000;

const Stored = z.object({
  findings: z.array(z.tuple([z.string(), z.string()])),
  notLookedAt: z.array(z.string()),
  advisories: z.string(),
});

export interface AnalysisKey {
  readonly repositoryId: string;
  readonly commit: string;
  /** See `settingsOf`. */
  readonly settings: string;
}

/** The analysis of a commit as a scan would make it. */
export const analysisKey = (
  { version }: { readonly version: string },
  scan: ScanRow,
  commit: string,
  choices: ScanChoices,
): AnalysisKey => ({
  repositoryId: scan.repository_id,
  commit,
  settings: settingsOf(version, choices),
});

/** What the findings in a commit depend on, beside its code. */
function settingsOf(version: string, { ofOrganization, ...choices }: ScanChoices): string {
  const said = Object.entries({ ...choices, ofOrganization: ofOrganization?.digest, version })
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}

/** Gathers what findings are known by; a later one of the same file and fingerprint replaces the earlier one. */
export function createFoundIdentities(): { add(finding: Finding): void; all(): readonly KnownFinding[] } {
  const found = new Map<string, readonly KnownFinding[]>();
  return {
    add: (finding) => {
      const { file, fingerprint } = finding;
      const sinks = unfolded(finding).map((sink) => ({ file: sink.file, fingerprint: sink.fingerprint }));
      found.set(`${fingerprint}\0${file}`, sinks);
    },
    all: () => [...found.values()].flat(),
  };
}

export function analysisOf(
  findings: readonly KnownFinding[],
  skippedFiles: Iterable<string>,
  coverage: ScanCoverage,
): CommitAnalysis {
  const notLookedAt = new Set([...skippedFiles, ...coverage.skips.map(({ file }) => file)]);
  return {
    findings,
    notLookedAt: [...notLookedAt],
    advisories: JSON.stringify(coverage.advisories),
  };
}

/** The analysis of a commit, where it is kept. */
export async function keptAnalysis(
  db: Queries,
  { repositoryId, commit, settings }: AnalysisKey,
  at: string,
): Promise<CommitAnalysis | undefined> {
  const row = await db
    .updateTable('analysed_commits')
    .set({ used_at: at })
    .where('repository_id', '=', repositoryId)
    .where('commit_sha', '=', commit)
    .where('settings', '=', settings)
    .returning('analysis')
    .executeTakeFirst();
  const read = row && Stored.safeParse(JSON.parse(row.analysis)).data;
  if (!read) return undefined;
  return {
    ...read,
    findings: read.findings.map(([fingerprint, file]) => ({ fingerprint, file })),
  };
}

/** Keeps the analysis of a commit, and of a repository those that were used last. */
export async function keepAnalysis(
  db: Queries,
  { repositoryId, commit, settings }: AnalysisKey,
  { findings, notLookedAt, advisories }: CommitAnalysis,
  at: string,
): Promise<void> {
  if (findings.length > mostFindings) return;
  const analysis = JSON.stringify({
    findings: findings.map(({ fingerprint, file }) => [fingerprint, file]),
    notLookedAt: [...notLookedAt],
    advisories,
  } satisfies z.input<typeof Stored>);
  await db
    .insertInto('analysed_commits')
    .values({ repository_id: repositoryId, commit_sha: commit, settings, analysis, used_at: at })
    .onConflict((on) =>
      on.columns(['repository_id', 'commit_sha', 'settings']).doUpdateSet({ analysis, used_at: at }),
    )
    .execute();
  const old = await db
    .selectFrom('analysed_commits')
    .select('used_at')
    .where('repository_id', '=', repositoryId)
    .orderBy('used_at', 'desc')
    .limit(1)
    .offset(commitsKept)
    .executeTakeFirst();
  if (old)
    await db
      .deleteFrom('analysed_commits')
      .where('repository_id', '=', repositoryId)
      .where('used_at', '<=', old.used_at)
      .execute();
}
