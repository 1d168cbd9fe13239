import type { Readable } from 'node:stream';
import type { ParsedRequestOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { reportTypes } from '../../api/contract/reports/reports.ts';
import type { Caller } from '../core/context.ts';
import { conflict, Refusal } from '../core/errors.ts';
import { fileNameOf } from './file-name.ts';
import { reportRow, type WithReports } from './reports.ts';

/** A file to be saved. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable;
}

/** @throws Refusal 404, and 409 for a report that has no file */
export async function downloadReport(
  core: WithReports,
  caller: Caller,
  { id: reportId, organizationId }: ParsedRequestOf<typeof contract.reports.downloadReport>,
): Promise<Download> {
  const row = await reportRow(core, caller, { organizationId, reportId });
  if (row.status === 'failed') throw conflict(`The report failed: ${row.error_message ?? 'unknown reason'}`);
  if (row.status !== 'succeeded')
    throw conflict(`The report is ${row.status}. Download it once it has succeeded.`);
  const file = await core.reportFiles.open(row.id);
  if (!file) throw new Refusal(404, 'The file of this report is gone. Create the report again.');
  return { ...file, name: row.file_name ?? fileNameOf(row), type: reportTypes[row.format] };
}
