import type { TrackerIssue } from '../../api/contract/issue.ts';

/** Ids as trackers write them into their addresses: `ABC-12` (Jira, Linear, YouTrack), `o/r#12` (forges), a number. */
export function trackerIdOf(url: string): string {
  const { pathname, searchParams, hostname } = new URL(url);
  const key = /(?:^|\/)([A-Z][A-Z\d_]+-\d+)(?:\/|$)/.exec(pathname)?.[1];
  if (key !== undefined) return key;
  const forge = /^\/(.+?)(?:\/-)?\/(?:issues|work_items|pull|merge_requests)\/(\d+)(?:\/|$)/.exec(pathname);
  if (forge) return `${forge[1]}#${forge[2]}`;
  const last = pathname.split('/').findLast((part) => part !== '');
  return searchParams.get('id') ?? last ?? hostname;
}

/** @param id and @param title as given, else from the address */
export function trackerIssue(url: string, id: string | undefined, title: string | undefined): TrackerIssue {
  const known = id ?? trackerIdOf(url).slice(0, 200);
  return { id: known, url, title: title ?? known };
}
