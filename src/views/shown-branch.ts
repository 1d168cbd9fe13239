import type { Scan } from '../api/contract/scans/scans.ts';

/**
 * The branch whose issues are shown of a folder: what a service knows of others is other code. It is the one that is
 * checked out, where that was scanned; else the one that was scanned last.
 * @param scans newest first
 * @returns undefined where no scan names a branch: all there is is shown
 */
export function shownBranch(
  scans: readonly Pick<Scan, 'branch'>[],
  checkedOut: string | undefined,
): string | undefined {
  const branches = scans.flatMap(({ branch }) => branch ?? []);
  return branches.find((branch) => branch === checkedOut) ?? branches[0];
}
