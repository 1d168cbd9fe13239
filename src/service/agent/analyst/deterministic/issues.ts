import * as z from 'zod';
import { IssueRow } from '../../../../agent/tools/issue-words.ts';
import { type Asked, call } from './asked.ts';
import type { Filter, Language } from './request.ts';

/** Which issues fit a filter. What the tools cannot ask for, such as a language, is looked at here, in pages. */

export interface Found {
  readonly issues: readonly IssueRow[];
  /** How many fit in all; at least so many where `isLeast`. */
  readonly total: number;
  readonly isLeast: boolean;
}

const pageSize = 50;
const maximumPages = 6;

const Page = z.object({
  issues: z.array(IssueRow),
  totalCount: z.int().optional(),
  nextCursor: z.string().optional(),
});

/** @returns at most `wanted` issues, worst first, or why there are none */
export async function find(
  asked: Asked,
  filter: Filter,
  wanted: number,
): Promise<Found | { readonly reason: string }> {
  const { languages, path, text, ...rest } = filter;
  const isFile = path !== undefined && /\.\w+$/.test(path);
  const words = text ?? (isFile && !path.includes('/') ? path : undefined);
  const isExact = languages === undefined && (path === undefined || words !== path);
  const input = {
    ...rest,
    ...(path !== undefined && words !== path && { pathPrefix: isFile ? path : `${path}/` }),
    ...(words !== undefined && { query: words }),
    limit: isExact ? Math.min(Math.max(wanted, 1), pageSize) : pageSize,
  };
  const fits = (issue: IssueRow): boolean =>
    (languages === undefined || languages.some((language) => extensions[language].test(issue.file))) &&
    (path === undefined || words !== path || issue.file === path || issue.file.endsWith(`/${path}`));
  const issues: IssueRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maximumPages; page++) {
    const name = words === undefined ? 'list_issues' : 'search_issues';
    const read = await call(asked, name, { ...input, ...(cursor !== undefined && { cursor }) }, Page);
    if ('reason' in read) return { reason: read.reason };
    issues.push(...read.data.issues.filter(fits));
    cursor = read.data.nextCursor;
    const total = isExact ? read.data.totalCount : undefined;
    if (cursor === undefined)
      return { issues: issues.slice(0, wanted), total: issues.length, isLeast: false };
    if (issues.length >= wanted && (total !== undefined || wanted < pageSize)) {
      return { issues: issues.slice(0, wanted), total: total ?? issues.length, isLeast: total === undefined };
    }
  }
  return { issues: issues.slice(0, wanted), total: issues.length, isLeast: cursor !== undefined };
}

const extensions: Readonly<Record<Language, RegExp>> = {
  javascript: /\.[cm]?jsx?$/i,
  typescript: /\.[cm]?tsx?$/i,
  java: /\.(?:java|jsp)$/i,
  python: /\.pyw?$/i,
};
