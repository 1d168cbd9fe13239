import * as l10n from '@vscode/l10n';
import { type Access, accesses, accessLabel, accessOf } from '../../words/endpoints.ts';
import type { KnownEndpoint } from './known-endpoint.ts';

export const groupings = ['access', 'file', 'path'] as const;
export type Grouping = (typeof groupings)[number];

export interface Group {
  readonly key: string;
  readonly label: string;
  readonly by: Grouping;
  /** Of a group of one access. */
  readonly access?: Access;
  readonly members: readonly KnownEndpoint[];
}

/** Groups of endpoints: those without authentication first, files and paths by name. Within a group by path. */
export function groupsOf(endpoints: readonly KnownEndpoint[], by: Grouping): readonly Group[] {
  const groups = new Map<
    string,
    { readonly head: Omit<Group, 'members'>; readonly members: KnownEndpoint[] }
  >();
  for (const known of endpoints) {
    const head = headOf(known, by);
    const group = groups.get(head.key);
    if (group) group.members.push(known);
    else groups.set(head.key, { head, members: [known] });
  }
  const rank = ({ access }: Omit<Group, 'members'>): number =>
    access === undefined ? 0 : accesses.indexOf(access);
  return [...groups.values()]
    .map(({ head, members }) => ({ ...head, members: members.sort(byPath) }))
    .sort((a, b) => rank(a) - rank(b) || compare(a.label, b.label) || compare(a.key, b.key));
}

function headOf({ endpoint, folder }: KnownEndpoint, by: Grouping): Omit<Group, 'members'> {
  switch (by) {
    case 'access': {
      const access = accessOf(endpoint);
      return { key: access, by, access, label: accessLabel(access) };
    }
    case 'file':
      return { key: `${folder} ${endpoint.file}`, by, label: endpoint.file };
    case 'path': {
      const label = beginningOf(endpoint.path);
      return { key: label, by, label: label === '' ? l10n.t('Path not constant') : label };
    }
  }
}

/** What routers are usually mounted at: `/api/v1/users` of `/api/v1/users/:id`. */
function beginningOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const general = parts.findIndex((part) => !/^(?:api|rest|v\d{1,4})$/i.test(part));
  const beginning = parts.slice(0, general < 0 ? parts.length : general + 1);
  return path === '' ? '' : `/${beginning.join('/')}`;
}

/** An order that does not change from scan to scan. */
function byPath({ endpoint: a }: KnownEndpoint, { endpoint: b }: KnownEndpoint): number {
  return (
    compare(a.path, b.path) ||
    compare(a.methods.join(), b.methods.join()) ||
    compare(a.file, b.file) ||
    a.line - b.line
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
