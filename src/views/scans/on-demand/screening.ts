import * as l10n from '@vscode/l10n';
import type { CodeScanIssue } from '../../../api/contract/scans/code-scans.ts';
import type { CodeScanResults } from '../../../connection/code-scan-api.ts';
import {
  type Candidate,
  isKeyFile,
  type LeftOut,
  partsOf,
  submissionOf,
} from '../../../workspace/submission.ts';
import { review, type UseCodeScans } from './review.ts';
import type { Gathered } from './target.ts';

export interface Screened {
  readonly candidates: readonly Candidate[];
  readonly held: readonly LeftOut[];
}

/**
 * Decides what may be sent to a service elsewhere. Held back are: files made to hold keys; what a full scan of the
 * folder would not read, by its ignore files or by default; files in which the service on this machine finds a
 * secret, before or after a change; and files that it could not look into.
 * @param useLocal the service on this machine, never the one elsewhere
 */
export async function screen(
  { candidates, root }: Gathered,
  useLocal: UseCodeScans,
  signal: AbortSignal,
): Promise<Screened> {
  const held = new Map<string, LeftOut>();
  const hold = (one: LeftOut): void => void (held.has(one.path) || held.set(one.path, one));
  const left = (): Candidate[] => candidates.filter(({ path }) => !held.has(path));

  for (const { path, before } of candidates)
    if (isKeyFile(path) || (before && isKeyFile(before.path))) hold({ path, reason: 'keyFile' });
  if (root !== undefined && left().length > 0) {
    const paths = left().map(({ path }) => path);
    const { files } = await useLocal(signal, (api) => api.localFiles({ path: root, paths }, signal));
    const read = new Set(files.map(({ path }) => path));
    for (const path of paths) if (!read.has(path)) hold({ path, reason: 'ignored' });
  }
  const now = left().map(({ path, content }) => ({ path, content, shown: path }));
  const then = left().flatMap(({ path, before }) => (before ? [{ ...before, shown: path }] : []));
  for (const side of [now, then]) {
    const limits = await useLocal(signal, async (api) => api.limits);
    for (const part of partsOf(
      side.filter(({ content }) => content !== ''),
      limits,
    )) {
      const names = new Map(side.map(({ path, shown }) => [path, shown]));
      const request = {
        submission: submissionOf(part, 'files'),
        name: l10n.t('Check for secrets'),
        repositoryId: undefined,
        onStatus: () => undefined,
      };
      const found = heldBy(await review(useLocal, request, signal), part);
      for (const one of found) hold({ ...one, path: names.get(one.path) ?? one.path });
    }
  }
  return { candidates: left(), held: [...held.values()] };
}

/** Reasons for which a file may have been given up before its text was searched. */
const unsearched: ReadonlySet<string> = new Set(['time-limit', 'memory-limit', 'internal-error']);

function heldBy({ issues, coverage }: CodeScanResults, part: readonly Candidate[]): LeftOut[] {
  const held: LeftOut[] = issues.filter(isSecret).map(({ file, startLine, title }) => ({
    path: file,
    reason: 'secret',
    detail: l10n.t('{0} in line {1}', title, startLine),
  }));
  if (!coverage || coverage.skipsTruncated) return part.map(({ path }) => ({ path, reason: 'unchecked' }));
  for (const { file, reason, partial, detail } of coverage.skips) {
    // The text of a file that was analysed in part was searched whole, unless its analysis was given up.
    const isSearched = partial && !unsearched.has(reason);
    if (file !== '.' && !isSearched) held.push({ path: file, reason: 'unchecked', detail });
  }
  return held;
}

function isSecret({ category, vulnClass }: CodeScanIssue): boolean {
  return category === 'SECRETS' || vulnClass === 'hard-coded-secret';
}
