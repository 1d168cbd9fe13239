import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { endSession } from '../../api/contract/organizations/sign-in.ts';
import type { Page } from '../../api/dashboard-address.ts';
import { call } from './api.ts';
import { Link, usePlace } from './navigation.tsx';
import { useSession } from './session.tsx';

type Section = Exclude<Page['kind'], 'repository' | 'scan' | 'issue' | 'team' | 'sessions' | 'unknown'>;

interface Group {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly (readonly [Section, string])[];
}

const groups = (isAdmin: boolean): readonly Group[] => [
  {
    id: 'code',
    title: l10n.t('Code'),
    sections: [
      ['overview', l10n.t('Overview')],
      ['issues', l10n.t('Issues')],
      ['pullRequests', l10n.t('Pull Requests')],
      ['repositories', l10n.t('Repositories')],
      ['endpoints', l10n.t('Endpoints')],
      ['reports', l10n.t('Reports')],
    ],
  },
  {
    id: 'people',
    title: l10n.t('People'),
    sections: [
      ['members', l10n.t('Members')],
      ['teams', l10n.t('Teams')],
    ],
  },
  {
    id: 'integrations',
    title: l10n.t('Integrations'),
    sections: [
      ['trackers', l10n.t('Issue Trackers')],
      ['cloudPosture', l10n.t('Cloud Posture')],
    ],
  },
  {
    id: 'organization',
    title: l10n.t('Organization'),
    sections: [
      ['settings', l10n.t('Scanner Settings')],
      ['rules', l10n.t('Rules')],
      ['packs', l10n.t('Packs')],
      ['models', l10n.t('Sources and Sinks')],
      ['agent', l10n.t('Agent')],
      ...(isAdmin ? ([['hosts', l10n.t('Code Hosts')]] as const) : []),
      ['tokens', l10n.t('API Tokens')],
      ...(isAdmin ? ([['auditLog', l10n.t('Audit Log')]] as const) : []),
    ],
  },
];

function sectionOf(page: Page): Section | undefined {
  switch (page.kind) {
    case 'repository':
    case 'scan':
      return 'repositories';
    case 'issue':
      return 'issues';
    case 'team':
      return 'teams';
    case 'sessions':
    case 'unknown':
      return undefined;
    default:
      return page.kind;
  }
}

/** What stands around every page: where one can go, and who one is. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { page } = usePlace();
  const { isAdmin } = useSession();
  const current = sectionOf(page);
  const main = useRef<HTMLElement>(null);
  const address = JSON.stringify(page);
  const earlier = useRef(address);
  useEffect(() => {
    // A screen reader goes on with the new page, not with the link that led to it.
    if (earlier.current !== address) main.current?.focus();
    earlier.current = address;
  }, [address]);
  return (
    <>
      <a class="skip" href="#main">
        {l10n.t('Skip to Content')}
      </a>
      <header>
        <Link to={{ kind: 'overview' }} class="brand">
          Parapet
        </Link>
        <nav aria-label={l10n.t('Sections')}>
          {groups(isAdmin).map(({ id, title, sections }) => (
            <div key={id}>
              <p id={`sections-${id}`}>{title}</p>
              <ul aria-labelledby={`sections-${id}`}>
                {sections.map(([kind, name]) => (
                  <li key={kind}>
                    <Link to={{ kind }} isCurrent={kind === current}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <Account />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function Account() {
  const { user, organizations, organization, choose } = useSession();
  const leave = async (): Promise<void> => {
    await call(endSession, {});
    location.assign('/dashboard');
  };
  return (
    <div class="account">
      {organizations.length > 1 && (
        <select
          aria-label={l10n.t('Organization')}
          value={organization.id}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {organizations.length === 1 && <span class="organization">{organization.name}</span>}
      <Link to={{ kind: 'sessions' }}>{user.name ?? user.email}</Link>
      <button type="button" class="quiet-button" onClick={() => void leave()}>
        {l10n.t('Sign Out')}
      </button>
    </div>
  );
}
