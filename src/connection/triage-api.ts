import type { Client } from '../api/client.ts';
import type { Issue, IssueListItem } from '../api/contract/issue.ts';
import { maximumNoteLength, updateIssueNote } from '../api/contract/issues.ts';
import { linkTrackerIssue, updateIssueSeverity } from '../api/contract/triage.ts';
import type { Severity } from '../api/contract/vocabulary.ts';

/** An issue of a tracker, as a person names it: what is left out is taken from the address, or read in the connected tracker. */
export type TrackerLink =
  | { readonly url: string; readonly id?: string; readonly title?: string }
  | { readonly trackerId: string; readonly id: string };

/** What a tracker said of its state is not for a person to set. */
const named = (link: TrackerLink | undefined) => {
  if (!link) return { url: null };
  if ('trackerId' in link) return { trackerId: link.trackerId, id: link.id };
  const { url, id, title } = link;
  return { url, ...(id === undefined ? {} : { id }), ...(title === undefined ? {} : { title }) };
};

/** Issues that one request may change. */
const largestSelection = 100;

/** Triage beyond the status, as the extension asks for it. */
export class TriageApi {
  /** Characters of a note that the contract takes. */
  readonly longestNote = maximumNoteLength;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Sets how severe issues are; where they are many, in several requests.
   * @param severity null for the engine's own
   * @returns them as they are then
   */
  async setSeverity(
    issueIds: readonly string[],
    severity: Severity | null,
    reason: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly IssueListItem[]> {
    const changed: IssueListItem[] = [];
    for (let start = 0; start < issueIds.length; start += largestSelection) {
      const batch = issueIds.slice(start, start + largestSelection);
      const request = { issueIds: batch, severity, ...(reason === undefined ? {} : { reason }) };
      const { issues } = await this.#client.call(updateIssueSeverity, request, { signal });
      changed.push(...issues);
    }
    return changed;
  }

  /** @param note empty, or white space alone, to clear it */
  async setNote(issueId: string, note: string, signal: AbortSignal): Promise<Issue> {
    const { issue } = await this.#client.call(updateIssueNote, { issueId, note }, { signal });
    return issue;
  }

  /** @param link undefined to take the link away */
  async linkTracker(issueId: string, link: TrackerLink | undefined, signal: AbortSignal): Promise<Issue> {
    const { issue } = await this.#client.call(linkTrackerIssue, { issueId, ...named(link) }, { signal });
    return issue;
  }
}
