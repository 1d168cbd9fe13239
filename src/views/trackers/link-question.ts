import * as vscode from 'vscode';
import type { Tracker } from '../../api/contract/integrations/trackers.ts';
import { isWebAddress, trackerKey } from '../../api/trackers/keys.ts';
import type { TrackerLink } from '../../connection/triage-api.ts';
import { trackerTypeLabel } from '../../words/trackers.ts';

/**
 * Asks for the issue of a tracker in which one is followed up: its address, or its key where the tracker is connected.
 * @param present the address that is linked now
 * @returns null to take the link away; undefined when the user would rather leave it as it is
 */
export async function askTrackerLink(
  present: string | undefined,
  trackers: readonly Tracker[],
): Promise<TrackerLink | null | undefined> {
  const hasKeys = trackers.length > 0;
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Link Existing Tracker Issue'),
    prompt: hasKeys
      ? vscode.l10n.t('Its address, or its key in {0}.', trackers.map(({ name }) => name).join(', '))
      : vscode.l10n.t('Its address, beginning with https://'),
    placeHolder: 'https://tracker.example/browse/ABC-12',
    ...(present === undefined ? {} : { value: present }),
    ignoreFocusOut: true,
    validateInput: (text) => faultOf(text.trim(), trackers),
  });
  const text = answer?.trim();
  if (text === undefined || text === (present ?? '')) return undefined;
  if (text === '') return null;
  return isWebAddress(text) ? { url: text } : await byKey(text, trackers);
}

const naming = (text: string, trackers: readonly Tracker[]) =>
  trackers.flatMap((tracker) => {
    const id = trackerKey(tracker, text);
    return id === undefined ? [] : [{ tracker, id }];
  });

function faultOf(text: string, trackers: readonly Tracker[]): string | undefined {
  if (text === '' || isWebAddress(text) || naming(text, trackers).length > 0) return undefined;
  return trackers.length === 0
    ? vscode.l10n.t('Write the whole address, beginning with https://')
    : vscode.l10n.t(
        'Write the whole address, or the key of an issue of {0}.',
        trackers.map(({ project }) => project).join(', '),
      );
}

async function byKey(text: string, trackers: readonly Tracker[]): Promise<TrackerLink | undefined> {
  const named = naming(text, trackers);
  const [only] = named;
  if (only && named.length === 1) return { trackerId: only.tracker.id, id: only.id };
  const picked = await vscode.window.showQuickPick(
    named.map(({ tracker, id }) => ({
      label: id,
      description: `${tracker.name} · ${trackerTypeLabel(tracker.type)}`,
      link: { trackerId: tracker.id, id },
    })),
    { title: vscode.l10n.t('Which issue is it?') },
  );
  return picked?.link;
}
