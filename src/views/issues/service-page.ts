import type { IssueListItem } from '../../api/contract/issue.ts';
import { isLoopback } from '../../api/loopback.ts';

/**
 * The address of an issue's page at its service, where that has pages. Only what is safe to hand to a browser: `https`,
 * and `http` on this machine.
 */
export function servicePage({ url: text }: Pick<IssueListItem, 'url'>): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url?.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? url.href : undefined;
}
