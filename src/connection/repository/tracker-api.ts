import type { Client } from '../../api/client.ts';
import type { RequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import {
  createTrackerIssue,
  listTrackers,
  previewTrackerIssue,
  type Tracker,
  type TrackerDraft,
} from '../../api/contract/integrations/trackers.ts';

export type TrackerRequest = RequestOf<typeof createTrackerIssue>;
export type CreatedTrackerIssue = ResponseOf<typeof createTrackerIssue>;

/** More than anybody chooses from. */
const mostListed = 100;

/** Issue trackers that an organization has connected, as the extension asks for them. All throw ApiError, or the signal's reason. */
export class TrackerApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param organizationId the client's own when undefined */
  async list(organizationId: string | undefined, signal: AbortSignal): Promise<readonly Tracker[]> {
    const request = { limit: mostListed, ...(organizationId === undefined ? {} : { organizationId }) };
    return (await this.#client.call(listTrackers, request, { signal })).trackers;
  }

  /** What would be sent, and who reads it there. */
  async preview(request: TrackerRequest, signal: AbortSignal): Promise<TrackerDraft> {
    return (await this.#client.call(previewTrackerIssue, request, { signal })).draft;
  }

  async create(request: TrackerRequest, signal: AbortSignal): Promise<CreatedTrackerIssue> {
    return await this.#client.call(createTrackerIssue, request, { signal });
  }
}
