import { isOnDemand, type KnownIssue } from './known-issue.ts';

/**
 * The latest scan of each folder whose issues come from more than one: an issue that this scan saw first is new. After
 * the very first scan all would be, so none is said to be.
 */
export function latestScans(all: Iterable<KnownIssue>): ReadonlyMap<string, string> {
  const folders = new Map<
    string,
    { scanId: string; seenAt: string; first: string | undefined; several: boolean }
  >();
  for (const { folder, issue } of all) {
    if (isOnDemand(issue)) continue;
    const known = folders.get(folder);
    if (!known) {
      const { scanId, lastSeenAt: seenAt, firstSeenScanId: first } = issue;
      folders.set(folder, { scanId, seenAt, first, several: false });
      continue;
    }
    if (issue.firstSeenScanId !== known.first) known.several = true;
    if (issue.lastSeenAt > known.seenAt) {
      known.scanId = issue.scanId;
      known.seenAt = issue.lastSeenAt;
    }
  }
  const several = [...folders].filter(([, known]) => known.several);
  return new Map(several.map(([folder, { scanId }]) => [folder, scanId]));
}

/** Whether the latest scan of its folder saw an issue first. */
export function isNewest(all: Iterable<KnownIssue>, { issue, folder }: KnownIssue): boolean {
  const latest = latestScans(all).get(folder);
  return latest !== undefined && issue.firstSeenScanId === latest && !isOnDemand(issue);
}
