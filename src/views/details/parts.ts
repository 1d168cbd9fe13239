import type * as vscode from 'vscode';
import type { Patch } from '../../api/contract/patches.ts';
import type { PeekOfFolder } from '../issues/editor/flow-prefetch.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { PlacesOfIssues } from '../issues/places.ts';
import type { Trackers } from '../trackers/trackers.ts';
import type { Triage } from '../triage/triage.ts';
import type { ModelStepOf } from './patch-section.ts';

/** What the details page is given by the extension. */
export interface DetailsParts {
  readonly extensionUri: vscode.Uri;
  readonly store: IssueStore;
  readonly details: IssueDetails;
  readonly scannedFile: PlacesOfIssues['scannedFile'];
  readonly triage: Triage;
  readonly trackers: Trackers;
  /** Scans the project, so that an issue of an on-demand scan is one of the project. */
  readonly save: (id: string) => Promise<void>;
  readonly investigate: (ids: readonly string[], context: string) => Promise<void>;
  /** The patch of an issue in full. */
  readonly patch: (id: string, signal: AbortSignal) => Promise<Patch>;
  /** A patch with what this window found out about it. */
  readonly evidenced: (patch: Patch) => Patch;
  readonly patchModel: ModelStepOf;
  /** Whether this window applied a patch for the issue that can be undone. */
  readonly canUndoPatch: (id: string) => boolean;
  /** Asks a service that is there anyway; undefined where none is. */
  readonly peek: PeekOfFolder;
  readonly log: vscode.LogOutputChannel;
}
