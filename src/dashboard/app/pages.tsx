import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { Link, usePlace } from './navigation.tsx';
import { AgentPage } from './pages/agent.tsx';
import { AuditLog } from './pages/audit-log.tsx';
import { CloudPosturePage } from './pages/cloud-posture.tsx';
import { Endpoints } from './pages/endpoints.tsx';
import { Hosts } from './pages/hosts.tsx';
import { IssuePage } from './pages/issue.tsx';
import { Issues } from './pages/issues.tsx';
import { Members } from './pages/members.tsx';
import { SourcesAndSinks } from './pages/models.tsx';
import { Overview } from './pages/overview.tsx';
import { Packs } from './pages/packs.tsx';
import { PullRequests } from './pages/pull-requests.tsx';
import { Reports } from './pages/reports.tsx';
import { Repositories } from './pages/repositories.tsx';
import { RepositoryPage } from './pages/repository.tsx';
import { Rules } from './pages/rules.tsx';
import { ScanPage } from './pages/scan.tsx';
import { ScannerSettingsPage } from './pages/scanner-settings.tsx';
import { Sessions } from './pages/sessions.tsx';
import { TeamPage } from './pages/team.tsx';
import { Teams } from './pages/teams.tsx';
import { Tokens } from './pages/tokens.tsx';
import { Trackers } from './pages/trackers.tsx';
import { useSession } from './session.tsx';

/** The page that the address names. Another organization has other pages: nothing of the one before stays. */
export function Pages() {
  const { page } = usePlace();
  const { organization } = useSession();
  useEffect(() => {
    const heading = document.querySelector('main h1')?.textContent;
    document.title = heading ? `${heading} – Parapet` : 'Parapet';
  });
  const key = organization.id;
  switch (page.kind) {
    case 'overview':
      return <Overview key={key} />;
    case 'repositories':
      return <Repositories key={key} />;
    case 'repository':
      return <RepositoryPage key={page.id} id={page.id} />;
    case 'pullRequests':
      return <PullRequests key={key} />;
    case 'scan':
      return <ScanPage key={page.id} id={page.id} />;
    case 'issues':
      return <Issues key={key} />;
    case 'issue':
      return <IssuePage key={page.id} id={page.id} />;
    case 'endpoints':
      return <Endpoints key={key} />;
    case 'reports':
      return <Reports key={key} />;
    case 'rules':
      return <Rules key={key} />;
    case 'packs':
      return <Packs key={key} />;
    case 'models':
      return <SourcesAndSinks key={key} />;
    case 'members':
      return <Members key={key} />;
    case 'teams':
      return <Teams key={key} />;
    case 'team':
      return <TeamPage key={page.id} id={page.id} />;
    case 'hosts':
      return <Hosts key={key} />;
    case 'cloudPosture':
      return <CloudPosturePage key={key} />;
    case 'agent':
      return <AgentPage key={key} />;
    case 'trackers':
      return <Trackers key={key} />;
    case 'settings':
      return <ScannerSettingsPage key={key} scope={{ kind: 'organization' }} />;
    case 'tokens':
      return <Tokens key={key} />;
    case 'auditLog':
      return <AuditLog key={key} />;
    case 'sessions':
      return <Sessions />;
    case 'unknown':
      return (
        <>
          <h1>{l10n.t('There is no such page')}</h1>
          <p>
            <Link to={{ kind: 'overview' }}>{l10n.t('Go to the overview')}</Link>
          </p>
        </>
      );
  }
}
