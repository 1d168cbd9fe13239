import { createHmac } from 'node:crypto';
import { type Sent, signature } from './code-hosts/webhooks.ts';
import type { Kind } from './trackers.ts';

/** A webhook about an issue, as a tracker of a kind sends it. @param at when Linear signed it */
export function trackerWebhook(
  kind: Kind,
  to: { readonly id: string; readonly secret: string },
  number: number,
  at = new Date(),
): Sent {
  const body = bodyOf(kind, number, at);
  const hex = createHmac('sha256', to.secret).update(JSON.stringify(body)).digest('hex');
  return { path: `/webhooks/trackers/${to.id}`, headers: headersOf(), body };

  function headersOf(): Readonly<Record<string, string>> {
    switch (kind) {
      case 'jira':
      case 'jiraDataCenter':
        return { 'x-hub-signature': signature(to.secret, body) };
      case 'github':
        return { 'x-github-event': 'issues', 'x-hub-signature-256': signature(to.secret, body) };
      case 'gitlab':
        return { 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': to.secret };
      case 'linear':
        return { 'linear-signature': hex };
    }
  }
}

function bodyOf(kind: Kind, number: number, at: Date): object {
  switch (kind) {
    case 'jira':
    case 'jiraDataCenter':
      return { webhookEvent: 'jira:issue_updated', timestamp: at.getTime(), issue: { key: `SEC-${number}` } };
    case 'github':
      return {
        action: 'closed',
        issue: { number, updated_at: at.toISOString() },
        repository: { full_name: 'Acme/shop' },
      };
    case 'gitlab':
      return {
        object_kind: 'issue',
        project: { path_with_namespace: 'acme/web/shop' },
        object_attributes: { iid: number, action: 'close', updated_at: at.toISOString() },
      };
    case 'linear':
      return {
        type: 'Issue',
        action: 'update',
        data: { identifier: `SEC-${number}` },
        webhookTimestamp: at.getTime(),
      };
  }
}
