import * as l10n from '@vscode/l10n';
import { expiryOf } from '../../connection/expiry.ts';
import type { FactNode } from './nodes.ts';

export interface Account {
  /** Base URL of the service. */
  readonly url: string;
  /** Undefined where the service leaves it to the token, and where it is not known yet. */
  readonly organization: string | undefined;
  /** When the token ends; ISO 8601, undefined where that is not known. */
  readonly expiresAt: string | undefined;
}

/** Which service it is, in which organization; a warning, with what to do, once its token ends soon. */
export function accountRow({ url, organization, expiresAt }: Account, now: number): FactNode {
  const { host } = new URL(url);
  const expiry = expiryOf(expiresAt, now);
  const day = expiresAt === undefined ? '' : new Date(expiresAt).toLocaleDateString();
  const base = { kind: 'fact', id: 'account', label: host } as const;
  switch (expiry.kind) {
    case 'past':
      return {
        ...base,
        icon: 'error',
        description: l10n.t('the token has expired; replace it'),
        tooltip: l10n.t(
          'The token was valid until {0}. Make a new one in the service, and enter it here.',
          day,
        ),
        command: 'parapet.replaceToken',
      };
    case 'soon':
      return {
        ...base,
        icon: 'warning',
        description:
          expiry.days < 1
            ? l10n.t('the token ends within a day; replace it')
            : expiry.days === 1
              ? l10n.t('the token ends in 1 day; replace it')
              : l10n.t('the token ends in {0} days; replace it', expiry.days),
        tooltip: l10n.t(
          'The token is valid until {0}. Make a new one in the service, and enter it here.',
          day,
        ),
        command: 'parapet.replaceToken',
      };
    default:
      return {
        ...base,
        icon: 'plug',
        ...(organization !== undefined && { description: organization }),
        tooltip: [
          l10n.t('Connected to {0}', url),
          expiry.kind === 'far' ? l10n.t('The token is valid until {0}.', day) : '',
        ]
          .filter((part) => part !== '')
          .join('\n'),
        command: 'parapet.testConnection',
      };
  }
}
