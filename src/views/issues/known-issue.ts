import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Place } from '../../workspace/positions/positions.ts';

/** What another tool's report adds to an issue; no service knows such an issue. */
export interface Reported {
  readonly tool: string;
  /** URI of the report. */
  readonly report: string;
  /** How it compares with an earlier run of the tool, where the report says so. */
  readonly baseline?: 'new' | 'unchanged' | 'updated' | 'absent';
  readonly isConfidenceKnown: boolean;
  /** Why it is in no file of the workspace, where that is so. */
  readonly unplaced?: 'outside' | 'nowhere';
}

/** An issue as a service tells it, or another tool's report. */
export type ListedIssue = IssueListItem & { readonly reported?: Reported };

/** An issue, and where its code is in this window. */
export interface KnownIssue {
  readonly issue: ListedIssue;
  /** URI of the workspace folder it was found in. */
  readonly folder: string;
  readonly place: Place;
  /** The indentation of its line when it was first found there, which its columns were counted with. */
  readonly indent?: number;
  /** This window analyses its file again right now. */
  readonly isChecking?: boolean;
  /** The code that its patch replaces was edited. */
  readonly isPatchOutdated?: boolean;
}

/** The line to show: today's when known, else the scanned one. 1-based. */
export function shownLine(known: KnownIssue): number {
  return known.place.kind === 'at' ? known.place.range.startLine : known.issue.startLine;
}

interface InFile {
  readonly folder: string;
  readonly issue: { readonly file: string };
  readonly place?: Place;
}

/** What the file is called now: it may have been renamed since the scan. */
export function presentFile({ issue, place }: Omit<InFile, 'folder'>): string {
  const renamed = place?.kind === 'at' || place?.kind === 'changed' ? place.file : undefined;
  return renamed ?? issue.file;
}

/** Identifies a file, as it is called now, across workspace folders. */
export function fileKey(known: InFile): string {
  return `${known.folder}\n${presentFile(known)}`;
}

/** Whether it comes from an on-demand scan: the service keeps it for a while, and no decision about it. */
export function isOnDemand({ scanKind }: Pick<IssueListItem, 'scanKind'>): boolean {
  return scanKind === 'ON_DEMAND';
}

/**
 * A document in no workspace folder, such as an untitled one, has a folder of its own: its address behind this. It
 * holds one file, named as the editor names it.
 */
export const strayPrefix = 'document:';

export function isStray(folder: string): boolean {
  return folder.startsWith(strayPrefix);
}
