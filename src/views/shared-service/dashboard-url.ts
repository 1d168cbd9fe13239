/** The pages that a service has for people, below its base URL. */
export type DashboardPage =
  | { readonly kind: 'repository'; readonly id: string }
  | { readonly kind: 'issue'; readonly id: string }
  | { readonly kind: 'tokens' };

/** The address of a page. @param url base URL of the service */
export function dashboardUrl(url: string, page: DashboardPage): string {
  switch (page.kind) {
    case 'repository':
      return `${url}/dashboard/repositories/${encodeURIComponent(page.id)}`;
    case 'issue':
      return `${url}/dashboard/issues/${encodeURIComponent(page.id)}`;
    case 'tokens':
      return `${url}/dashboard/settings/tokens`;
  }
}
