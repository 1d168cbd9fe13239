import type { Endpoint, FileEndpoint, RequestOf, ResponseOf } from './contract/endpoint.ts';
import {
  createReport,
  deleteReport,
  downloadReport,
  getReport,
  maximumReportBytes,
  type Report,
} from './contract/reports/reports.ts';
import { followJob } from './follow-job.ts';

/** What a report takes of a client. */
export interface ReportService {
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ResponseOf<E>>;
  download<E extends FileEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: {
      readonly signal?: AbortSignal;
      readonly timeoutMs?: number;
      readonly maximumBytes?: number;
    },
  ): Promise<Uint8Array>;
}

/** Why a service could not make a report: its own sentence. */
export class ReportFailed extends Error {}

const downloadMs = 300_000;

/**
 * Has a service make a report, waits for it, and gets its file. The service keeps none of it: it was made for this one file.
 * @throws ReportFailed, ApiError, or the signal's reason; what was begun is deleted
 */
export async function makeReport(
  service: ReportService,
  request: RequestOf<typeof createReport>,
  signal: AbortSignal,
): Promise<{ readonly report: Report; readonly content: Uint8Array }> {
  const { report: begun } = await service.call(createReport, request, { signal });
  try {
    const report = await followJob(
      {
        look: async (during) =>
          (await service.call(getReport, { reportId: begun.id }, { signal: during })).report,
        isEnded: ({ finishedAt }) => finishedAt !== null,
        known: begun,
      },
      { signal },
    );
    if (report.status !== 'succeeded')
      throw new ReportFailed(report.errorMessage ?? 'The service could not make the report.');
    const content = await service.download(
      downloadReport,
      { id: report.id },
      { signal, timeoutMs: downloadMs, maximumBytes: maximumReportBytes },
    );
    return { report, content };
  } finally {
    // Where this fails, the service deletes it when its time is over.
    await service.call(deleteReport, { reportId: begun.id }).catch(() => undefined);
  }
}
