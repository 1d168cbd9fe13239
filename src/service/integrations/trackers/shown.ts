import type { Tracker } from '../../../api/contract/integrations/trackers.ts';
import type { Core } from '../../core/context.ts';
import { settingsOf, type TrackerRow } from './connected.ts';

/** A connected tracker as it is answered: without its credentials and the secret of its webhooks. */
export function toTracker({ publicAddress }: Pick<Core, 'publicAddress'>, row: TrackerRow): Tracker {
  const webhooks = `/webhooks/trackers/${row.id}`;
  const { labels, ...settings } = settingsOf(row);
  return {
    id: row.id,
    organizationId: row.organization_id,
    type: row.type,
    name: row.name,
    baseUrl: row.base_url,
    account: row.account,
    ...settings,
    labels: [...labels],
    webhookUrl: publicAddress.of(webhooks)?.href ?? webhooks,
    takesWebhooks: row.webhook_secret !== null,
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    ...(row.checked_at === null ? {} : { lastCheckedAt: row.checked_at }),
    ...(row.last_delivery_at === null ? {} : { lastDeliveryAt: row.last_delivery_at }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
