import type { PublicAddress } from '../core/public-address.ts';

/**
 * The address of an issue's page, where the operator named the address that people reach the service at. The one that it
 * listens on may be of no use to them.
 */
export function issuePage(
  { named }: Pick<PublicAddress, 'named'>,
  issueId: string,
): { readonly url?: string } {
  return named ? { url: new URL(`dashboard/issues/${encodeURIComponent(issueId)}`, named).href } : {};
}

/** The address of a repository's page, as `issuePage`. */
export function repositoryPage(
  { named }: Pick<PublicAddress, 'named'>,
  repositoryId: string,
): string | undefined {
  return named && new URL(`dashboard/repositories/${encodeURIComponent(repositoryId)}`, named).href;
}
