import { TrackerCredential } from '../../../api/contract/integrations/trackers.ts';
import type { TrackerIssue } from '../../../api/contract/issue.ts';
import { type Core, stored } from '../../core/context.ts';
import { impossible, notFound } from '../../core/errors.ts';
import type { Outbound } from '../../core/outbound.ts';
import type { Sealer } from '../../core/sealed.ts';
import { openCredential } from '../../providers/connected.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { TrackerTable } from '../../store/tables/integration-tables.ts';
import { openTracker } from './open-tracker.ts';
import type { TrackedIssue, TrackerAccess, TrackerPort, TrackerSettings } from './tracker.ts';

export type TrackerRow = Omit<TrackerTable, 'seq'>;
export type Tracking = Core & { readonly outbound: Pick<Outbound, 'send'>; readonly sealer: Sealer };

/** What a sealed credential is for: it opens for no other tracker. */
export const credentialOf = (trackerId: string): string => `credential of tracker ${trackerId}`;

/** What a sealed secret of webhooks is for. */
export const webhookSecretOf = (trackerId: string): string => `webhooks of tracker ${trackerId}`;

export const settingsOf = ({ settings }: Pick<TrackerRow, 'settings'>): TrackerSettings =>
  stored<TrackerSettings>(settings);

/** @throws Refusal 404 */
export async function trackerOf(
  { db }: Core,
  organizationId: string,
  trackerId: string,
): Promise<TrackerRow> {
  const row = await db
    .selectFrom('trackers')
    .selectAll()
    .where('id', '=', trackerId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) throw notFound('tracker');
  return row;
}

/** How a tracker is reached. @throws ProviderFailure where its credential cannot be opened */
export async function accessOf({ sealer }: Tracking, row: TrackerRow): Promise<TrackerAccess> {
  const credential = await openCredential(sealer, row.credential, credentialOf(row.id));
  return {
    type: row.type,
    baseUrl: row.base_url,
    credential: TrackerCredential.parse(JSON.parse(credential)),
  };
}

/** @throws ProviderFailure where its credential cannot be opened */
export const portOf = async (core: Tracking, row: TrackerRow): Promise<TrackerPort> =>
  await openTracker(core.outbound, await accessOf(core, row));

/** Notes for people what the tracker refuses, and that it does so no more. Other faults say nothing of either. */
export async function note(
  { db }: Core,
  trackerId: string,
  failure: ProviderFailure | undefined,
): Promise<void> {
  if (failure && failure.fault !== 'credentials' && failure.fault !== 'forbidden') return;
  const change = db.updateTable('trackers').where('id', '=', trackerId);
  if (failure) await change.set({ error_message: failure.message }).execute();
  else await change.set({ error_message: null }).where('error_message', 'is not', null).execute();
}

/** What a tracker refuses is for the person who asked. @throws Refusal 422 */
export async function asked<T>(
  core: Tracking,
  row: TrackerRow,
  field: string,
  ask: (port: TrackerPort) => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask(await portOf(core, row));
    await note(core, row.id, undefined);
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await note(core, row.id, error);
    throw impossible(field, error.message);
  }
}

const longestTitle = 500;
const longestState = 100;

/** What a tracker says of an issue, as it is kept: its texts are foreign. */
export const toTrackerIssue = ({ key, url, title, isClosed, state }: TrackedIssue): TrackerIssue => ({
  id: key,
  url,
  title: cleanLine(title, longestTitle) || key,
  state: { isClosed, name: cleanLine(state, longestState) },
});

/** A line without characters that control, or turn the direction of writing. */
export const cleanLine = (text: string, most: number): string =>
  text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
