import * as vscode from 'vscode';
import { Failure, isCancellation } from '../../connection/failure.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { fileKey, isOnDemand, type KnownIssue } from '../issues/known-issue.ts';
import { keyOfUri } from '../issues/locations.ts';
import { isResolved } from '../issues/ranking.ts';
import { scanNow } from '../scans/scan-now.ts';
import type { Session } from '../session.ts';

/** What a scan says of code that was patched. */
export type Verdict =
  | { readonly kind: 'scanned'; readonly still: readonly KnownIssue[]; readonly news: readonly KnownIssue[] }
  /** The scan did not come to an end. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Everything that is known to be found in files, to be compared with later. */
export function issuesIn(store: IssueStore, uris: readonly vscode.Uri[]): ReadonlySet<string> {
  return new Set(uris.flatMap((uri) => foundIn(store, uri).map(({ issue }) => issue.id)));
}

/**
 * Scans, and looks whether the issues are gone and whether the files have others than before.
 * @param before what `issuesIn` said of the files before they were changed
 */
export async function verify(
  session: Session,
  store: IssueStore,
  issueIds: readonly string[],
  uris: readonly vscode.Uri[],
  before: ReadonlySet<string>,
): Promise<Verdict> {
  if (!vscode.workspace.isTrusted) return { kind: 'unknown', reason: notTrustedText() };
  try {
    await scanNow(session);
  } catch (error) {
    const reason =
      error instanceof Failure ? error.sentence : error instanceof Error ? error.message : String(error);
    return { kind: 'unknown', reason: isCancellation(error) ? cancelledText() : reason };
  }
  const [latest] = session.latest;
  if (session.activity.kind !== 'settled' || latest?.scan.status !== 'COMPLETED')
    return { kind: 'unknown', reason: cancelledText() };
  const still = issueIds.flatMap((id) => {
    const known = store.get(id);
    return known && !isResolved(known.issue.status) ? [known] : [];
  });
  const news = uris.flatMap((uri) => foundIn(store, uri)).filter(({ issue }) => !before.has(issue.id));
  return { kind: 'scanned', still, news };
}

function foundIn(store: IssueStore, uri: vscode.Uri): readonly KnownIssue[] {
  const key = keyOfUri(uri);
  return store
    .ofFile(key)
    .filter((known) => fileKey(known) === key && !isOnDemand(known.issue) && !isResolved(known.issue.status));
}

export function notTrustedText(): string {
  return vscode.l10n.t('This workspace is not trusted, so it is not scanned.');
}

function cancelledText(): string {
  return vscode.l10n.t('the scan was cancelled');
}
