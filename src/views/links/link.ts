import * as l10n from '@vscode/l10n';
import { addressFault, withoutTrailingSlash } from '../../connection/service-address.ts';

/** A link from outside that opens something in this window. Anyone can make one, so nothing in it is believed. */
export type Link =
  /** `service` is undefined where the link leaves it to the window. */
  | { readonly kind: 'issue'; readonly id: string; readonly service: string | undefined }
  | { readonly kind: 'connect'; readonly service: string }
  /** `fault` says what is wrong with it, without repeating it. */
  | { readonly kind: 'wrong'; readonly fault: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const longestQuery = 4_096;

/**
 * Reads `/issue/<id>?service=<base URL>` and `/connect?service=<base URL>`. Nothing else is in a link: no token, no
 * organization, no command.
 * @param query as it stands behind the `?`, decoded once or not: editors differ
 */
export function readLink(path: string, query: string): Link {
  if (query.length > longestQuery) return wrong();
  const services = new URLSearchParams(query).getAll('service');
  if (services.length > 1) return wrong();
  const [service] = services;
  const fault = service === undefined ? undefined : addressFault(service);
  if (fault !== undefined)
    return {
      kind: 'wrong',
      fault: l10n.t('The address of the service in this link cannot be used: {0}', fault),
    };
  const address = service === undefined ? undefined : addressOf(service);
  if (path === '/connect') return address === undefined ? wrong() : { kind: 'connect', service: address };
  const id = /^\/issue\/([^/]+)$/.exec(path)?.[1];
  return id !== undefined && uuid.test(id)
    ? { kind: 'issue', id: id.toLowerCase(), service: address }
    : wrong();
}

/** Whether two base URLs are those of the same service, however they are spelt. */
export function isSameService(one: string, other: string): boolean {
  return addressOf(one) === addressOf(other);
}

/**
 * A link to an issue for people of the same service.
 * @param scheme of the editor, such as `vscode`
 * @param service base URL; undefined for the service on this machine, whose issues nobody else has
 */
export function issueLink(
  scheme: string,
  extension: string,
  id: string,
  service: string | undefined,
): string {
  const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`;
  return `${scheme}://${extension}/issue/${encodeURIComponent(id)}${query}`;
}

/** In the spelling of URLs: letters of other alphabets that look alike become what they are. */
function addressOf(text: string): string {
  return withoutTrailingSlash(URL.parse(text.trim())?.href ?? text);
}

function wrong(): Link {
  return { kind: 'wrong', fault: l10n.t('This link is not one that Parapet can open.') };
}
