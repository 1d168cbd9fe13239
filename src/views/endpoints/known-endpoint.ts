import type { HttpEndpoint } from '../../api/contract/endpoints.ts';
import type { SearchApi } from '../../connection/repository/search-api.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { isResolved, isSuppressed } from '../issues/ranking.ts';
import type { PastScan } from '../scan-activity.ts';

/** Endpoints of one folder that are listed here. */
export const mostListed = 10_000;

/** An endpoint of a folder of this window. */
export interface KnownEndpoint {
  readonly endpoint: HttpEndpoint;
  /** URI of the workspace folder. */
  readonly folder: string;
}

export interface FolderEndpoints {
  readonly folderName: string;
  readonly endpoints: readonly KnownEndpoint[];
  /** False where the service has no such list. */
  readonly isOffered: boolean;
  /** There are more than are listed. */
  readonly isCut: boolean;
}

/** All endpoints of a folder, of the branch that its latest scan was of. */
export async function endpointsOfFolder(
  api: Pick<SearchApi, 'endpointsOf'>,
  { folder, scan }: Pick<PastScan, 'folder'> & { readonly scan: Pick<PastScan['scan'], 'branch'> },
  signal: AbortSignal,
  limit = mostListed,
): Promise<FolderEndpoints> {
  const { uri, name, repositoryId, prefix = '' } = folder;
  const endpoints: KnownEndpoint[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.endpointsOf(repositoryId, cursor, signal);
    if (!page) return { folderName: name, endpoints: [], isOffered: false, isCut: false };
    for (const endpoint of page.endpoints) {
      const isOfBranch = typeof scan.branch !== 'string' || endpoint.branch === scan.branch;
      if (isOfBranch && endpoint.file.startsWith(prefix)) endpoints.push({ endpoint, folder: uri });
    }
    // A service that goes in a circle is not followed for ever.
    cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
  } while (cursor !== undefined && endpoints.length < limit);
  const isCut = cursor !== undefined || endpoints.length > limit;
  return { folderName: name, endpoints: endpoints.slice(0, limit), isOffered: true, isCut };
}

/**
 * Returns the issues that are neither resolved nor suppressed of each endpoint, worst first, by the endpoint's id: those whose data comes
 * in between the handler's first line and the next handler of its file.
 */
export function issuesByEndpoint(
  endpoints: readonly KnownEndpoint[],
  issues: Iterable<KnownIssue>,
): ReadonlyMap<string, readonly KnownIssue[]> {
  const files = new Map<string, KnownEndpoint[]>();
  for (const known of endpoints) {
    const key = `${known.folder}\n${known.endpoint.file}`;
    const ofFile = files.get(key);
    if (ofFile) ofFile.push(known);
    else files.set(key, [known]);
  }
  for (const ofFile of files.values()) ofFile.sort((a, b) => a.endpoint.line - b.endpoint.line);
  const found = new Map<string, KnownIssue[]>();
  for (const known of issues) {
    const { issue, folder } = known;
    if (isResolved(issue.status) || isSuppressed(issue.status) || issue.reported) continue;
    const { file, line } = sourceOf(known);
    const ofFile = files.get(`${folder}\n${file}`) ?? [];
    const last = ofFile.findLast(({ endpoint }) => endpoint.line <= line);
    // One handler may answer several routes.
    for (const { endpoint } of last ? ofFile.filter((one) => one.endpoint.line === last.endpoint.line) : []) {
      const ofEndpoint = found.get(endpoint.id);
      if (ofEndpoint) ofEndpoint.push(known);
      else found.set(endpoint.id, [known]);
    }
  }
  for (const ofEndpoint of found.values()) ofEndpoint.sort((a, b) => b.issue.score - a.issue.score);
  return found;
}

/** Where its data comes in; of an issue without a flow, where it is. */
function sourceOf({ issue }: KnownIssue): { readonly file: string; readonly line: number } {
  const { flow } = issue;
  return flow
    ? { file: flow.source.file, line: flow.source.range.startLine }
    : { file: issue.file, line: issue.startLine };
}
