import * as vscode from 'vscode';
import type { Tracker } from '../../api/contract/integrations/trackers.ts';
import { Failure, isCancellation, sentenceOf } from '../../connection/failure.ts';
import { trackerTypeLabel, visibilityText } from '../../words/trackers.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import type { Trackers } from './trackers.ts';

/** What a person can still look through. */
const mostAtOnce = 50;
const mostNamed = 10;

/**
 * Creates an issue in a tracker for each of several, once a person agreed to their number and to who reads them.
 * @throws Failure where there is nothing to create, or nowhere
 */
export async function createSeveral(trackers: Trackers, all: readonly KnownIssue[]): Promise<void> {
  const left = all.filter(({ issue }) => issue.trackerIssue === undefined);
  const [first] = left;
  if (!first) throw new Failure({ what: vscode.l10n.t('All of these issues are linked already.') });
  check(first, left);
  const none = new AbortController().signal;
  const tracker = await chooseTracker(trackers, await trackers.list(first, none));
  if (!tracker) return;
  const { visibility } = await trackers.preview(first, tracker.id, {}, none);
  const create = vscode.l10n.t('Create');
  const picked = await vscode.window.showWarningMessage(
    left.length === 1
      ? vscode.l10n.t('Create 1 issue in {0}?', tracker.name)
      : vscode.l10n.t('Create {0} issues in {1}?', left.length, tracker.name),
    { modal: true, detail: detailOf(left, all.length - left.length, tracker, visibility) },
    create,
  );
  if (picked === create) await createEach(trackers, tracker, left);
}

function check(first: KnownIssue, left: readonly KnownIssue[]): void {
  if (left.length > mostAtOnce)
    throw new Failure({
      what: vscode.l10n.t(
        'At most {0} issues are created at once; {1} are selected.',
        mostAtOnce,
        left.length,
      ),
    });
  if (left.some(({ issue }) => issue.organizationId !== first.issue.organizationId))
    throw new Failure({
      what: vscode.l10n.t('These issues are of several organizations.'),
      advice: vscode.l10n.t('Select issues of one organization.'),
    });
}

/** @returns undefined where the person chose none. @throws Failure where there is none to choose */
async function chooseTracker(
  trackers: Trackers,
  connected: readonly Tracker[],
): Promise<Tracker | undefined> {
  const [only] = connected;
  if (!only) throw trackers.none();
  if (connected.length === 1) return only;
  const picked = await vscode.window.showQuickPick(
    connected.map((tracker) => ({
      label: tracker.name,
      description: `${trackerTypeLabel(tracker.type)} · ${tracker.project}`,
      ...(tracker.errorMessage === undefined ? {} : { detail: `$(warning) ${tracker.errorMessage}` }),
      tracker,
    })),
    { title: vscode.l10n.t('In which tracker?') },
  );
  return picked?.tracker;
}

function detailOf(
  left: readonly KnownIssue[],
  linked: number,
  { project }: Tracker,
  visibility: 'restricted' | 'public' | 'unknown',
): string {
  const named = left.slice(0, mostNamed).map(({ issue }) => `• ${issue.title} (${issue.file})`);
  const more = left.length - named.length;
  return [
    visibilityText({ visibility, project }),
    vscode.l10n.t('Sent are title, description, severity, place and flow of each. Code is not sent.'),
    linked === 0 ? '' : vscode.l10n.t('{0} of the selected issues are linked already and left out.', linked),
    [...named, ...(more > 0 ? [vscode.l10n.t('… and {0} more', more)] : [])].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** One after the other: a tracker that takes no more requests refuses the others, too. */
async function createEach(trackers: Trackers, tracker: Tracker, left: readonly KnownIssue[]): Promise<void> {
  const stop = new AbortController();
  const title = vscode.l10n.t('Creating issues in {0}', tracker.name);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  let done = 0;
  const failure = await vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => stop.abort());
    for (const known of left) {
      try {
        await trackers.create(known, tracker.id, {}, stop.signal);
      } catch (error) {
        return error;
      }
      done += 1;
      progress.report({ increment: 100 / left.length, message: `${done}/${left.length}` });
    }
    return undefined;
  });
  const text = vscode.l10n.t('{0} of {1} issues are created and linked.', done, left.length);
  if (failure === undefined) void vscode.window.showInformationMessage(text);
  else if (isCancellation(failure) || stop.signal.aborted) void vscode.window.showWarningMessage(text);
  else void vscode.window.showErrorMessage(`${text} ${sentenceOf(failure)}`);
}
