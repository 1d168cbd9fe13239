import * as l10n from '@vscode/l10n';
import { getTeamPermissions, listTeams } from '../../../api/contract/organizations/teams.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { Link } from '../navigation.tsx';
import { Shown } from '../parts/states.tsx';
import { useSession } from '../session.tsx';
import { TeamGrants } from './team/grants.tsx';
import { TeamMembers } from './team/members.tsx';

/** A team: who is in it, and what it grants. */
export function TeamPage({ id }: { readonly id: string }) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const answer = useAnswer(id, (signal) => call(getTeamPermissions, { organizationId, teamId: id }, signal));
  const name = useAnswer(`${id} name`, (signal) => nameOf(organizationId, id, signal));
  return (
    <Shown answer={answer}>
      {(permissions) => (
        <>
          <p class="quiet">
            <Link to={{ kind: 'teams' }}>{l10n.t('Teams')}</Link>
          </p>
          <h1>{name.asked.kind === 'there' ? name.asked.value : l10n.t('Team')}</h1>
          <TeamMembers teamId={id} />
          <TeamGrants permissions={permissions} onChange={(next) => answer.put(() => next)} />
        </>
      )}
    </Shown>
  );
}

async function nameOf(organizationId: string, id: string, signal: AbortSignal): Promise<string> {
  let cursor: string | undefined;
  do {
    const { teams, nextCursor } = await call(listTeams, { organizationId, cursor, limit: 100 }, signal);
    const team = teams.find((each) => each.id === id);
    if (team) return team.name;
    cursor = nextCursor;
  } while (cursor !== undefined);
  return l10n.t('Team');
}
