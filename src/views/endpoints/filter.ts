import * as l10n from '@vscode/l10n';
import { type Access, accesses, accessLabel, accessOf } from '../../words/endpoints.ts';
import type { KnownEndpoint } from './known-endpoint.ts';

/** What the user wants to see for now; no access chosen means any. */
export interface EndpointFilter {
  readonly text: string;
  readonly accesses: readonly Access[];
  readonly withIssues: boolean;
}

export const noFilter: EndpointFilter = { text: '', accesses: [], withIssues: false };

/** Characters of the text of a filter. */
export const longestText = 200;

export function isActive({ text, accesses: chosen, withIssues }: EndpointFilter): boolean {
  return text.trim() !== '' || chosen.length > 0 || withIssues;
}

/** Whether endpoints pass; made once for many. @param hasIssues of an endpoint's id */
export function matcher(
  { text, accesses: chosen, withIssues }: EndpointFilter,
  hasIssues: (id: string) => boolean,
): (known: KnownEndpoint) => boolean {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ endpoint }) => {
    const { methods, path, name, file, id } = endpoint;
    const texts = [...methods, path, name, file].map((one) => one.toLowerCase());
    return (
      (chosen.length === 0 || chosen.includes(accessOf(endpoint))) &&
      (!withIssues || hasIssues(id)) &&
      wanted.every((word) => texts.some((one) => one.includes(word)))
    );
  };
}

/** The filter in a few words: `“/api” · No authentication found`. */
export function filterSummary({ text, accesses: chosen, withIssues }: EndpointFilter): string {
  return [
    text.trim() === '' ? '' : l10n.t('“{0}”', text.trim()),
    chosen.map(accessLabel).join(', '),
    withIssues ? l10n.t('With issues') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The filter that was kept with the workspace; whatever is no filter of ours counts as none. */
export function readFilter(stored: unknown): EndpointFilter {
  if (typeof stored !== 'object' || stored === null) return noFilter;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const text = fields.get('text');
  const chosen = fields.get('accesses');
  return {
    text: typeof text === 'string' ? text.slice(0, longestText) : '',
    accesses: Array.isArray(chosen) ? accesses.filter((one) => chosen.includes(one)) : [],
    withIssues: fields.get('withIssues') === true,
  };
}
