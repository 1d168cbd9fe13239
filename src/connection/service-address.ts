import * as l10n from '@vscode/l10n';
import { isLoopback } from '../api/loopback.ts';
import { trimEndOf } from '../api/text-runs.ts';

/** The address of a service and the names of its headers, as settings have them and people type them. */

export interface RemoteAddress {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly headerPrefix: string;
}

export type ServiceChoice =
  | { readonly kind: 'local' }
  | { readonly kind: 'remote'; readonly address: RemoteAddress }
  /** A setting that cannot be meant: nothing is connected until it is put right. */
  | { readonly kind: 'wrong'; readonly setting: string; readonly fault: string };

export const usualHeaderPrefix = 'X-Service-API-Token';

/**
 * Which service the settings choose, whatever is in them.
 * @param url `parapet.service.url`: empty or absent for the service on this machine
 * @param headerPrefix `parapet.service.headerPrefix`: empty or absent for the usual one
 */
export function chosenService(url: unknown, headerPrefix: unknown): ServiceChoice {
  const urlSetting = 'parapet.service.url';
  const prefixSetting = 'parapet.service.headerPrefix';
  if (url !== undefined && url !== null && typeof url !== 'string')
    return { kind: 'wrong', setting: urlSetting, fault: l10n.t('It must be a text.') };
  const address = withoutTrailingSlash(url ?? '');
  if (address === '') return { kind: 'local' };
  const fault = addressFault(address);
  if (fault !== undefined) return { kind: 'wrong', setting: urlSetting, fault };
  if (headerPrefix !== undefined && headerPrefix !== null && typeof headerPrefix !== 'string')
    return { kind: 'wrong', setting: prefixSetting, fault: l10n.t('It must be a text.') };
  const prefix = headerPrefix?.trim() || usualHeaderPrefix;
  if (!/^[A-Za-z0-9-]{1,80}$/.test(prefix))
    return { kind: 'wrong', setting: prefixSetting, fault: l10n.t('Letters, digits and hyphens only.') };
  return { kind: 'remote', address: { url: address, headerPrefix: prefix } };
}

/** What is wrong with an address, as a sentence. Secrets go over TLS; only this very machine may do without. */
export function addressFault(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return l10n.t('Enter an address.');
  const url = URL.parse(trimmed);
  if (!url || !trimmed.includes('://'))
    return l10n.t('This is not a URL. Example: https://security.example.com');
  if (url.username !== '' || url.password !== '')
    return l10n.t('Leave user name and password out of the address.');
  if (url.search !== '' || url.hash !== '')
    return l10n.t('Leave out what begins with “?” or “#”: only the base URL is wanted.');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return l10n.t('Use https: the token would otherwise cross the network readable by others.');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function tokenIdFault(text: string): string | undefined {
  if (uuid.test(text.trim())) return undefined;
  return l10n.t('A token ID is a UUID: 32 hexadecimal digits in five groups.');
}

/** What no header can carry is said here, without repeating it. */
export function tokenSecretFault(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return l10n.t('Enter the secret.');
  return /^[\x21-\x7e]{1,1024}$/.test(trimmed)
    ? undefined
    : l10n.t('A secret has no spaces and no special letters. Was something else pasted?');
}

export function withoutTrailingSlash(url: string): string {
  return trimEndOf(url.trim(), '/');
}
