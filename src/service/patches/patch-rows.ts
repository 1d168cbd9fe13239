import type { Selectable } from 'kysely';
import type { PatchSummary } from '../../api/contract/issue.ts';
import type { ModelTrace } from '../../api/contract/model-trace.ts';
import type { Patch, PatchEvidence, PatchedFile, PatchStatusItem } from '../../api/contract/patches.ts';
import type { PatchMaker } from '../../api/contract/vocabulary.ts';
import type { NamedSecret } from '../../engine/fixes/environment.ts';
import type { Need } from '../../engine/fixes/fix.ts';
import type { UpgradeWish } from '../analysis/upgrades/propose.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { PatchTable } from '../store/tables/issue-tables.ts';

export type PatchRow = Selectable<PatchTable>;

/** The change itself, as it is kept. */
export interface PatchContent {
  readonly title: string;
  readonly explanation: string;
  readonly strategy: string;
  /** Absent in what earlier versions kept: rules. */
  readonly madeBy?: PatchMaker;
  readonly needs?: readonly Need[];
  readonly secrets?: readonly NamedSecret[];
  /** The other issues that it ends. */
  readonly resolves?: readonly { readonly file: string; readonly fingerprint: string }[];
  readonly files: PatchedFile[];
}

/** Fingerprints that one question to the store names. */
const mostResolved = 500;

export const noPatch = { status: 'NONE', validation: 'NOT_RUN' } as const satisfies PatchSummary;

export function toSummary(row: PatchRow): PatchSummary {
  return {
    id: row.id,
    status: row.status,
    ...(row.stage === null ? {} : { stage: row.stage }),
    validation: row.validation,
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    updatedAt: row.updated_at,
    ...(row.approved_at ? { approvedAt: row.approved_at } : {}),
  };
}

export function toStatusItem(issueId: string, row: PatchRow | undefined): PatchStatusItem {
  return { issueId, ...(row ? toSummary(row) : noPatch) };
}

/**
 * @param current whether the files are as the patch was made for; undefined where there are none
 * @param resolves ids of the other issues that it ends
 */
export function toPatch(
  issueId: string,
  row: PatchRow | undefined,
  current: boolean | undefined,
  resolves: readonly string[] = [],
): Patch {
  const content = row?.status === 'READY' ? contentOf(row) : undefined;
  const trace = row && traceOf(row);
  const upgrade = row && upgradeOf(row);
  return {
    ...toStatusItem(issueId, row),
    ...(content
      ? {
          title: content.title,
          explanation: content.explanation,
          strategy: content.strategy,
          madeBy: content.madeBy ?? 'rules',
          ...(content.needs && { needs: [...content.needs] }),
          ...(resolves.length > 0 && { resolves: [...resolves] }),
        }
      : {}),
    ...(upgrade && { upgrade }),
    files: content?.files ?? [],
    diff: content?.files.map((file) => file.diff).join('') ?? '',
    ...(trace ? { trace } : {}),
    ...(row?.evidence ? { evidence: stored<PatchEvidence>(row.evidence) } : {}),
    forced: row?.forced === 1,
    ...(current === undefined ? {} : { current }),
    ...(row?.approved_by ? { approvedBy: row.approved_by } : {}),
  };
}

export function contentOf(row: PatchRow): PatchContent | undefined {
  return row.content === null ? undefined : stored<PatchContent>(row.content);
}

/** How a vulnerable package is to be upgraded, as it was asked for. */
export function upgradeOf({ upgrade }: Partial<Pick<PatchRow, 'upgrade'>>): UpgradeWish | undefined {
  return upgrade ? stored<UpgradeWish>(upgrade) : undefined;
}

/** The other issues that a patch ends, where they are known. */
export async function resolvedWith(db: Queries, row: PatchRow): Promise<string[]> {
  const resolves = contentOf(row)?.resolves ?? [];
  if (resolves.length === 0) return [];
  const { repository_id } = await db
    .selectFrom('issues')
    .select('repository_id')
    .where('id', '=', row.issue_id)
    .executeTakeFirstOrThrow();
  const fingerprints = [...new Set(resolves.map(({ fingerprint }) => fingerprint))];
  const found = await db
    .selectFrom('issues')
    .select(['id', 'file', 'fingerprint'])
    .where('repository_id', '=', repository_id)
    .where('fingerprint', 'in', fingerprints.slice(0, mostResolved))
    .execute();
  const wanted = new Set(resolves.map(({ file, fingerprint }) => `${fingerprint} ${file}`));
  return found.flatMap(({ id, file, fingerprint }) => (wanted.has(`${fingerprint} ${file}`) ? [id] : []));
}

/** Which language model was asked; undefined where none was. */
export function traceOf({ trace }: Partial<Pick<PatchRow, 'trace'>>): ModelTrace | undefined {
  return trace ? stored<ModelTrace>(trace) : undefined;
}

export function patchRow(db: Queries, issueId: string): Promise<PatchRow | undefined> {
  return db.selectFrom('patches').selectAll().where('issue_id', '=', issueId).executeTakeFirst();
}

export async function patchRows(db: Queries, issueIds: readonly string[]): Promise<Map<string, PatchRow>> {
  if (issueIds.length === 0) return new Map();
  const rows = await db.selectFrom('patches').selectAll().where('issue_id', 'in', issueIds).execute();
  return new Map(rows.map((row) => [row.issue_id, row]));
}

/** What the patches of a repository, applied or not, call the secrets that they take out: also one that is being made again. */
export async function namedSecrets(db: Queries, repositoryId: string): Promise<NamedSecret[]> {
  const rows = await db
    .selectFrom('patches')
    .innerJoin('issues', 'issues.id', 'patches.issue_id')
    .select(['patches.content', 'patches.before'])
    .where('issues.repository_id', '=', repositoryId)
    .where('issues.vuln_class', '=', 'hard-coded-secret')
    .orderBy('patches.created_at')
    .execute();
  return rows.flatMap(({ content, before }) => {
    const earlier = before === null ? null : stored<PatchRow>(before).content;
    return [earlier, content].flatMap((one) =>
      one === null ? [] : [...(stored<PatchContent>(one).secrets ?? [])],
    );
  });
}

/** Writes a patch, and its state beside the issue. */
export async function savePatch(db: Queries, row: PatchRow): Promise<void> {
  await db
    .insertInto('patches')
    .values(row)
    .onConflict((on) => on.column('issue_id').doUpdateSet(row))
    .execute();
  await db
    .updateTable('issues')
    .set({ patch: row.status === 'NONE' ? null : JSON.stringify(toSummary(row)) })
    .where('id', '=', row.issue_id)
    .execute();
}
