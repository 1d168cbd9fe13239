import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import {
  cancelInvestigation,
  type InvestigationItem,
  requestInvestigation,
} from '../api/contract/investigations.ts';
import type { Issue } from '../api/contract/issue.ts';
import { getIssue } from '../api/contract/issues.ts';

/** Investigations, as the extension asks for them. How far one is shows in its issue. */
export class InvestigationApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Has issues investigated, all or none; one that is being investigated goes on as it was begun.
   * @param context what a person knows and the code does not say; empty for nothing
   */
  async request(
    issueIds: readonly string[],
    context: string,
    signal: AbortSignal,
  ): Promise<readonly InvestigationItem[]> {
    const request = { issueIds: [...issueIds], ...(context === '' ? {} : { context }) };
    const { investigations } = await this.#client.call(requestInvestigation, request, { signal });
    return investigations;
  }

  async cancel(issueIds: readonly string[], signal: AbortSignal): Promise<readonly InvestigationItem[]> {
    const request = { issueIds: [...issueIds] };
    const { investigations } = await this.#client.call(cancelInvestigation, request, { signal });
    return investigations;
  }

  /** The issue as it is now; undefined where it is no longer there. */
  async look(issueId: string, signal: AbortSignal): Promise<Issue | undefined> {
    try {
      const { issue } = await this.#client.call(getIssue, { id: issueId }, { signal });
      return issue;
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return undefined;
      throw error;
    }
  }
}
