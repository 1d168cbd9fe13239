/** What applying one or several patches at once does to each file, before anything is done. */
import type { FileChange } from './patch-diff.ts';
import { type MergeFault, mergeChange } from './patch-merge.ts';

/** A change and the file that it is for, as it is now. */
export interface PlannedChange {
  readonly change: FileChange;
  /** Names the file: the same for the same one. */
  readonly file: string;
  /** As the editor has it, unsaved edits included; plain. */
  readonly present: string;
  /** What it was made for, plain; undefined where that is not known. */
  readonly base: string | undefined;
}

export interface PlannedPatch {
  readonly issueId: string;
  readonly changes: readonly PlannedChange[];
}

export type PlanFault =
  | MergeFault
  /** Another patch of the same plan changes the same lines. */
  | 'overlaps';

export interface FileResult {
  readonly file: string;
  /** Plain. */
  readonly before: string;
  readonly after: string;
  /** Whether anything was edited since a patch was made for it. */
  readonly isMerged: boolean;
}

export interface Plan {
  readonly files: readonly FileResult[];
  /** Issues whose patches are in it. */
  readonly issueIds: readonly string[];
  /** Patches that are not, each with the file that it fails in. */
  readonly leftOut: readonly { readonly issueId: string; readonly fault: PlanFault; readonly path: string }[];
}

/** Puts patches together in their order; each is in it with all of its files, or not at all. */
export function planPatches(patches: readonly PlannedPatch[]): Plan {
  const files = new Map<string, FileResult>();
  const issueIds: string[] = [];
  const leftOut: { issueId: string; fault: PlanFault; path: string }[] = [];
  for (const { issueId, changes } of patches) {
    const results: FileResult[] = [];
    let fault: { fault: PlanFault; path: string } | undefined;
    for (const { change, file, present, base } of changes) {
      const earlier = files.get(file);
      const merged = mergeChange(change, base, earlier?.after ?? present);
      if (merged.kind === 'refused') {
        const alone = earlier ? mergeChange(change, base, present) : merged;
        const { path } = change;
        fault = { path, fault: alone.kind === 'refused' ? alone.fault : overlap(merged.fault) };
        break;
      }
      const isMerged = (earlier?.isMerged ?? false) || (merged.how === 'merged' && !earlier);
      results.push({ file, before: present, after: merged.text, isMerged });
    }
    if (fault) {
      leftOut.push({ issueId, ...fault });
      continue;
    }
    for (const result of results) files.set(result.file, result);
    issueIds.push(issueId);
  }
  return { files: [...files.values()], issueIds, leftOut };
}

/** One patch may do all that another does. */
function overlap(fault: MergeFault): PlanFault {
  return fault === 'already' ? 'already' : 'overlaps';
}
