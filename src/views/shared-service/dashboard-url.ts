import { type Page, pathOf } from '../../api/dashboard-address.ts';

/** A page of the service for people. */
export type DashboardPage = Exclude<Page, { readonly kind: 'unknown' }>;

/** The address of a page. @param url base URL of the service */
export function dashboardUrl(url: string, page: DashboardPage): string {
  return `${url}${pathOf(page)}`;
}
