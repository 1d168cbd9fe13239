import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/client.ts';
import type { RequestOf } from '../../api/contract/endpoint.ts';
import type { createReport } from '../../api/contract/reports/reports.ts';
import { makeReport, ReportFailed } from '../../api/make-report.ts';
import { Failure } from '../failure.ts';

export type ReportRequest = RequestOf<typeof createReport>;

/** Reports of a service, as the extension asks for them. */
export class ReportApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @returns the bytes of the report. @throws Failure with the service's reason, ApiError, or the signal's reason */
  async make(request: ReportRequest, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return (await makeReport(this.#client, request, signal)).content;
    } catch (error) {
      if (!(error instanceof ReportFailed)) throw error;
      throw new Failure({ what: l10n.t('The service could not make the report: {0}', error.message) });
    }
  }
}
