import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Place } from '../../workspace/positions.ts';

/** An issue as the service tells it, and where its code is in this window. */
export interface KnownIssue {
  readonly issue: IssueListItem;
  /** URI of the workspace folder it was found in. */
  readonly folder: string;
  readonly place: Place;
  /** The indentation of its line when it was first found there, which its columns were counted with. */
  readonly indent?: number;
}

/** The line to show: today's when known, else the scanned one. 1-based. */
export function shownLine(known: KnownIssue): number {
  return known.place.kind === 'at' ? known.place.range.startLine : known.issue.startLine;
}

/** Identifies a file across workspace folders. */
export function fileKey(known: Pick<KnownIssue, 'folder'> & { issue: { file: string } }): string {
  return `${known.folder}\n${known.issue.file}`;
}
