/** Which page of the dashboard an address leads to. */
export type Page =
  | { readonly kind: 'overview' }
  | { readonly kind: 'repositories' }
  | { readonly kind: 'repository'; readonly id: string }
  | { readonly kind: 'pullRequests' }
  | { readonly kind: 'scan'; readonly id: string }
  | { readonly kind: 'issues' }
  | { readonly kind: 'issue'; readonly id: string }
  | { readonly kind: 'endpoints' }
  | { readonly kind: 'reports' }
  | { readonly kind: 'rules' }
  | { readonly kind: 'packs' }
  | { readonly kind: 'models' }
  | { readonly kind: 'members' }
  | { readonly kind: 'teams' }
  | { readonly kind: 'team'; readonly id: string }
  | { readonly kind: 'hosts' }
  | { readonly kind: 'cloudPosture' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'trackers' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'auditLog' }
  | { readonly kind: 'sessions' }
  | { readonly kind: 'unknown' };

/** Where the dashboard begins; every address of it is below. */
export const dashboardPath = '/dashboard';

const fixed = {
  '': 'overview',
  repositories: 'repositories',
  'pull-requests': 'pullRequests',
  issues: 'issues',
  endpoints: 'endpoints',
  reports: 'reports',
  rules: 'rules',
  packs: 'packs',
  'sources-and-sinks': 'models',
  members: 'members',
  teams: 'teams',
  'code-hosts': 'hosts',
  'cloud-posture': 'cloudPosture',
  agent: 'agent',
  'integrations/trackers': 'trackers',
  settings: 'settings',
  'settings/tokens': 'tokens',
  'audit-log': 'auditLog',
  'settings/sessions': 'sessions',
} as const;

const ofOne = { repositories: 'repository', scans: 'scan', issues: 'issue', teams: 'team' } as const;

/** @param path of an address, without query and fragment */
export function pageAt(path: string): Page {
  if (path !== dashboardPath && !path.startsWith(`${dashboardPath}/`)) return { kind: 'unknown' };
  const rest = path.slice(dashboardPath.length + 1).replace(/\/$/, '');
  if (isKeyOf(fixed, rest)) return { kind: fixed[rest] };
  const [list = '', id = '', ...more] = rest.split('/');
  if (isKeyOf(ofOne, list) && isId(id) && more.length === 0)
    return { kind: ofOne[list], id: id.toLowerCase() };
  return { kind: 'unknown' };
}

/** The path of a page: the inverse of `pageAt`. */
export function pathOf(page: Exclude<Page, { readonly kind: 'unknown' }>): string {
  if ('id' in page) {
    const list = Object.entries(ofOne).find(([, kind]) => kind === page.kind)?.[0] ?? '';
    return `${dashboardPath}/${list}/${page.id}`;
  }
  const rest = Object.entries(fixed).find(([, kind]) => kind === page.kind)?.[0] ?? '';
  return rest === '' ? dashboardPath : `${dashboardPath}/${rest}`;
}

function isKeyOf<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
