import * as vscode from 'vscode';
import type { Tracker, TrackerDraft } from '../../api/contract/integrations/trackers.ts';
import type { IssueListItem, TrackerIssue } from '../../api/contract/issue.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import type { IssueStore } from '../issues/issue-store.ts';

/** What a person changed before it is sent. */
export interface TrackerTexts {
  /** The usual one when empty or undefined. */
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

/** An issue, and the folder whose service has it. */
export interface Followed {
  readonly issue: Pick<IssueListItem, 'id' | 'organizationId'>;
  /** URI */
  readonly folder: string;
}

export interface CreatedIssue {
  readonly tracker: TrackerIssue | undefined;
  /** False where one was linked already. */
  readonly isNew: boolean;
}

/** Issues in the trackers that the service has connected. All throw Failure, or the signal's reason. */
export class Trackers {
  readonly #connection: Connection;
  readonly #store: IssueStore;

  constructor(connection: Connection, store: IssueStore) {
    this.#connection = connection;
    this.#store = store;
  }

  async list({ issue, folder }: Followed, signal: AbortSignal): Promise<readonly Tracker[]> {
    const organizationId = issue.organizationId || undefined;
    return await this.#connection.use(signal, (api) => api.trackers.list(organizationId, signal), folder);
  }

  /** What would be sent, and who reads it there. */
  async preview(
    { issue, folder }: Followed,
    trackerId: string,
    texts: TrackerTexts,
    signal: AbortSignal,
  ): Promise<TrackerDraft> {
    const request = requestOf(issue.id, trackerId, texts);
    return await this.#connection.use(signal, (api) => api.trackers.preview(request, signal), folder);
  }

  /** Creates the issue, once, and shows the link wherever the window shows the issue. */
  async create(
    { issue, folder }: Followed,
    trackerId: string,
    texts: TrackerTexts,
    signal: AbortSignal,
  ): Promise<CreatedIssue> {
    const request = requestOf(issue.id, trackerId, texts);
    const made = await this.#connection.use(signal, (api) => api.trackers.create(request, signal), folder);
    this.#store.upsert(folder, [made.issue]);
    this.#store.flush();
    return { tracker: made.issue.trackerIssue, isNew: made.created };
  }

  /** Why none can be chosen where none is connected: who connects one, and where. */
  none(): Failure {
    const isShared = this.#connection.remote !== undefined;
    return new Failure({
      what: vscode.l10n.t('No issue tracker is connected.'),
      advice: isShared
        ? vscode.l10n.t(
            'An administrator connects one in the dashboard of the service, under Integrations. Until then, link an issue by its address.',
          )
        : vscode.l10n.t(
            'Trackers are connected at a shared service. With the service on this machine, link an issue by its address.',
          ),
      ...(isShared
        ? {
            actions: [
              { title: vscode.l10n.t('Open Issue Trackers'), command: 'parapet.openServiceTrackers' },
            ],
          }
        : {}),
    });
  }
}

const requestOf = (issueId: string, trackerId: string, { title, text }: TrackerTexts) => ({
  issueId,
  trackerId,
  ...(title === undefined || title.trim() === '' ? {} : { title }),
  ...(text === undefined ? {} : { text }),
});

/** Opens a tracker's issue in a browser; trackers may be on a network of their own, without TLS. */
export async function openTrackerIssue(tracker: TrackerIssue | undefined): Promise<void> {
  const url = URL.parse(tracker?.url ?? '');
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw new Failure({ what: vscode.l10n.t('This issue is linked to no issue of a tracker.') });
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

/** Tells that an issue was created, with the way to it. */
export async function tellCreated({ tracker, isNew }: CreatedIssue): Promise<void> {
  if (!tracker) return;
  const open = vscode.l10n.t('Open Tracker Issue');
  const text = isNew
    ? vscode.l10n.t('{0} is created and linked.', tracker.id)
    : vscode.l10n.t('This issue was linked already: {0}', tracker.id);
  const picked = await vscode.window.showInformationMessage(text, open);
  if (picked === open) await openTrackerIssue(tracker);
}
