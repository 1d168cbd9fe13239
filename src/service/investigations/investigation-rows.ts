import type { Selectable } from 'kysely';
import type { InvestigationItem } from '../../api/contract/investigations.ts';
import type { Investigation, InvestigationSummary } from '../../api/contract/issue.ts';
import type { ValidationVerdict, Verdict } from '../../api/contract/vocabulary.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { InvestigationTable } from '../store/tables/issue-tables.ts';

export type InvestigationRow = Selectable<InvestigationTable>;

/** What came out, as it is kept. */
export type InvestigationContent = Pick<Investigation, 'evidence' | 'trace'> &
  Required<Pick<Investigation, 'summary' | 'confidence'>>;

export const isBusy = (row: Pick<InvestigationRow, 'status'> | undefined): boolean =>
  row?.status === 'QUEUED' || row?.status === 'RUNNING';

export function toInvestigationSummary(row: InvestigationRow): InvestigationSummary {
  return {
    id: row.id,
    status: row.status,
    ...(row.stage === null ? {} : { stage: row.stage }),
    ...(row.verdict === null ? {} : { verdict: row.verdict }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    updatedAt: row.updated_at,
  };
}

export function toInvestigation(row: InvestigationRow): Investigation {
  const content = row.content === null ? undefined : stored<InvestigationContent>(row.content);
  return {
    ...toInvestigationSummary(row),
    ...(row.context === null ? {} : { context: row.context }),
    requestedAt: row.created_at,
    evidence: content?.evidence ?? [],
    ...(content && { summary: content.summary, confidence: content.confidence }),
    ...(content?.trace && { trace: content.trace }),
  };
}

export const toInvestigationItem = (row: InvestigationRow): InvestigationItem => ({
  issueId: row.issue_id,
  ...toInvestigationSummary(row),
});

export function investigationRow(db: Queries, issueId: string): Promise<InvestigationRow | undefined> {
  return db.selectFrom('investigations').selectAll().where('issue_id', '=', issueId).executeTakeFirst();
}

export async function investigationRows(
  db: Queries,
  issueIds: readonly string[],
): Promise<Map<string, InvestigationRow>> {
  if (issueIds.length === 0) return new Map();
  const rows = await db.selectFrom('investigations').selectAll().where('issue_id', 'in', issueIds).execute();
  return new Map(rows.map((row) => [row.issue_id, row]));
}

/** Writes an investigation, and its state beside the issue. */
export async function saveInvestigation(db: Queries, row: InvestigationRow): Promise<void> {
  await db
    .insertInto('investigations')
    .values(row)
    .onConflict((on) => on.column('issue_id').doUpdateSet(row))
    .execute();
  await db
    .updateTable('issues')
    .set({
      investigation: JSON.stringify(toInvestigationSummary(row)),
      validation: validationOf(row),
      updated_at: row.updated_at,
    })
    .where('id', '=', row.issue_id)
    .execute();
}

const validationOfVerdict: Readonly<Record<Verdict, ValidationVerdict>> = {
  TRUE_POSITIVE: 'CONFIRMED',
  FALSE_POSITIVE: 'DISCONFIRMED',
  NON_EXPLOITABLE: 'DISCONFIRMED',
  UNCERTAIN: 'UNABLE',
};

function validationOf({ status, verdict }: InvestigationRow): ValidationVerdict {
  if (status === 'QUEUED' || status === 'RUNNING') return 'QUEUED';
  if (verdict !== null) return validationOfVerdict[verdict];
  return status === 'FAILED' ? 'UNABLE' : 'NOT_RUN';
}
