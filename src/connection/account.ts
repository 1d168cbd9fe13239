import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { listOrganizations, type Organization } from '../api/contract/organizations/organizations.ts';
import { listTokens } from '../api/contract/organizations/tokens.ts';
import { pages } from '../api/paging.ts';

/** What a service says about the token it was asked with. */

/** Pages read at most: whoever has more is not found in the list. */
const maximumPages = 10;
const pageSize = 100;

/**
 * The organizations that the token sees, by name; empty where the service does not say. It is the one real request
 * with which a connection is tried.
 * @throws ApiError
 */
export async function organizationsOf(client: Client, signal: AbortSignal): Promise<readonly Organization[]> {
  const found: Organization[] = [];
  let read = 0;
  try {
    for await (const page of pages(client, listOrganizations, { limit: pageSize }, { signal, timeoutMs })) {
      found.push(...page.organizations);
      if (++read === maximumPages) break;
    }
  } catch (error) {
    const isWithout = error instanceof ApiError && ['notOffered', 'forbidden'].includes(error.kind);
    if (!isWithout) throw error;
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * When a token ends, as ISO 8601; undefined where the service does not say, for whatever reason. A token belongs to one
 * of the organizations that it sees, so it is looked for in each.
 * @param organizationIds empty where the service does not name any
 */
export async function tokenEnd(
  client: Client,
  tokenId: string,
  organizationIds: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const scopes = organizationIds.length > 1 ? organizationIds.slice(0, maximumPages) : [undefined];
  try {
    for (const organizationId of scopes) {
      const scope = organizationId === undefined ? {} : { organizationId };
      let read = 0;
      const request = { limit: pageSize, ...scope };
      for await (const page of pages(client, listTokens, request, { signal, timeoutMs })) {
        const own = page.tokens.find(({ id }) => id.toLowerCase() === tokenId.toLowerCase());
        if (own) return Number.isNaN(Date.parse(own.expiresAt)) ? undefined : own.expiresAt;
        if (++read === maximumPages) break;
      }
    }
  } catch (error) {
    // Nobody asked for it: a service that does not say is left in peace.
    if (!(error instanceof ApiError) || signal.aborted) throw error;
  }
  return undefined;
}

/** Milliseconds that one of these questions may take. */
const timeoutMs = 20_000;

export type OrganizationPick =
  | { readonly kind: 'use'; readonly organization: Pick<Organization, 'id' | 'name'> | undefined }
  | { readonly kind: 'ask' }
  /** The one that was picked is no longer among them. */
  | { readonly kind: 'gone'; readonly name: string };

/** Which organization a workspace works in: the one picked, else the only one; the token says which there are. */
export function pickOrganization(
  organizations: readonly Organization[],
  picked: Pick<Organization, 'id' | 'name'> | undefined,
): OrganizationPick {
  // A service that lists none leaves it to the token.
  if (organizations.length === 0) return { kind: 'use', organization: undefined };
  const there = organizations.find(({ id }) => id === picked?.id);
  if (there) return { kind: 'use', organization: there };
  if (picked) return { kind: 'gone', name: picked.name };
  const [only, ...others] = organizations;
  return others.length === 0 ? { kind: 'use', organization: only } : { kind: 'ask' };
}
