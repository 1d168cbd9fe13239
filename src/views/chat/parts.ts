import type * as vscode from 'vscode';
import type { Issue } from '../../api/contract/issue.ts';
import type { Connection } from '../../connection/connection.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { Patches } from '../patches/patches.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { WindowSession } from '../window-session.ts';

/** What the chat is given by the extension. */
export interface ChatParts {
  readonly extensionUri: vscode.Uri;
  readonly connection: Pick<Connection, 'useClient' | 'scopes' | 'onDidChangeService'>;
  readonly session: Pick<WindowSession, 'isUsed' | 'use' | 'loadQuietly'>;
  readonly store: IssueStore;
  readonly patches: Pick<Patches, 'applyOne' | 'show' | 'patch' | 'take' | 'evidenced' | 'onEvidence'>;
  /** An issue in full, asked for anew. */
  readonly issue: (id: string, signal: AbortSignal) => Promise<Issue>;
  readonly folders: (signal: AbortSignal) => Promise<readonly SessionFolder[]>;
  /** Where a path of a repository is in the folder that is open. */
  readonly uriOf: (folder: string, file: string) => vscode.Uri;
  readonly placeOf: (uri: vscode.Uri) => { readonly folder: string; readonly file: string };
  /** The issues that a command is about, from what VS Code passes it. */
  readonly issuesOf: (args: readonly unknown[]) => readonly string[];
  readonly log: vscode.LogOutputChannel;
}
