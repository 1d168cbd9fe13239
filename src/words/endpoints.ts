import * as l10n from '@vscode/l10n';
import type { HttpEndpoint } from '../api/contract/endpoints.ts';

/** The words for endpoints, the same in the editor and in the dashboard. */

/** Who can call an endpoint, as far as its code tells. */
export const accesses = ['anonymous', 'unknown', 'loggedIn', 'role'] as const;
export type Access = (typeof accesses)[number];

type Protected = Pick<HttpEndpoint, 'authentication' | 'authorization'>;

/** Roles count only where it was shown that the caller has to be known. */
export function accessOf({ authentication, authorization }: Protected): Access {
  if (authentication === 'NONE') return 'anonymous';
  if (authentication === 'UNKNOWN') return 'unknown';
  const { administrators, roles } = authorization;
  return administrators !== undefined || roles.length > 0 ? 'role' : 'loggedIn';
}

export function accessLabel(access: Access): string {
  switch (access) {
    case 'anonymous':
      return l10n.t('No authentication found');
    case 'unknown':
      return l10n.t('Authentication unclear');
    case 'loggedIn':
      return l10n.t('Login required');
    case 'role':
      return l10n.t('Role required');
  }
}

type Called = Pick<HttpEndpoint, 'methods' | 'path'>;

/** `GET /path`, as developers say it. */
export function callOf({ methods, path }: Called): string {
  const method = methods.length === 0 ? l10n.t('ANY') : methods.join(', ');
  return `${method} ${path === '' ? l10n.t('(path not constant)') : path}`;
}

/** What shows that a caller has to be known, or why that is not certain: a sentence for each guard. */
export function evidenceOf({
  authentication,
  guards,
  authorization,
}: Protected & Pick<HttpEndpoint, 'guards'>): string[] {
  const sentences = guards.map(({ guard, shownBy }) => guardSentence(guard, shownBy));
  const { administrators, roles } = authorization;
  if (administrators !== undefined)
    sentences.push(l10n.t('{0} lets only administrators pass.', administrators));
  if (roles.length > 0) sentences.push(l10n.t('Roles or permissions: {0}.', roles.join(', ')));
  if (authentication === 'NONE')
    sentences.push(
      l10n.t('No guard, middleware or decorator that asks who the caller is was found on this route.'),
      l10n.t('A proxy or gateway in front of the program is not seen.'),
    );
  if (authentication === 'UNKNOWN')
    sentences.push(l10n.t('It was not shown that every caller has to be known. Check the handler.'));
  return sentences;
}

function guardSentence(guard: string, shownBy: HttpEndpoint['guards'][number]['shownBy']): string {
  switch (shownBy) {
    case 'code':
      return l10n.t('{0} asks who the caller is: its code shows it.', guard);
    case 'library':
      return l10n.t('{0} asks who the caller is: a library provides it.', guard);
    case 'handler':
      return l10n.t('The handler has a condition on the caller: {0}.', guard);
    case 'name':
      return l10n.t('{0} sounds like a guard, but only its name says so.', guard);
  }
}
