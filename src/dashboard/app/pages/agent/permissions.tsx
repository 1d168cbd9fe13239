import * as l10n from '@vscode/l10n';
import {
  type AgentMember,
  listMemberPermissions,
  updateMemberPermissions,
} from '../../../../api/contract/agent/config.ts';
import type { AgentPermission } from '../../../../api/contract/agent/vocabulary.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { permissionWord } from '../../words.ts';

const columns = (): readonly Column<AgentMember>[] => [
  { title: l10n.t('E-mail'), cell: ({ email }) => email },
  {
    title: l10n.t('May'),
    cell: ({ role, permissions }) => {
      if (role === 'ADMIN') return l10n.t('everything, as an administrator');
      return permissions.length === 0
        ? l10n.t('nothing')
        : permissions.map((each) => permissionWord(each)).join(', ');
    },
  },
  {
    title: l10n.t('From teams'),
    cell: ({ fromTeams = [] }) => fromTeams.map((each) => permissionWord(each)).join(', '),
    isMinor: true,
  },
];

/** What each member may do with the agent. */
export function Permissions({ organizationId }: { readonly organizationId: string }) {
  const answer = usePages<AgentMember>(organizationId, async (cursor, signal) => {
    const request = { organizationId, cursor };
    const { members, nextCursor } = await call(listMemberPermissions, request, signal);
    return { items: members, nextCursor };
  });
  const set = async (memberId: string, permissions: AgentPermission[]): Promise<void> => {
    await call(updateMemberPermissions, { organizationId, memberId, permissions });
    answer.again();
  };
  return (
    <section aria-labelledby="agent-members">
      <h2 id="agent-members">{l10n.t('Who may use it')}</h2>
      <Shown answer={answer}>
        {({ items }) => (
          <Table
            label={l10n.t('Who may use it')}
            items={items}
            idOf={({ memberId }) => memberId}
            columns={columns()}
            onMore={answer.more}
            actions={(member) => <Actions member={member} set={set} />}
          />
        )}
      </Shown>
    </section>
  );
}

interface ActionsProps {
  readonly member: AgentMember;
  readonly set: (memberId: string, permissions: AgentPermission[]) => Promise<void>;
}

/** The steps from where the member stands; what teams grant stays, so no button pretends to take it. */
function Actions({ member, set }: ActionsProps) {
  const { memberId, role, permissions, fromTeams = [] } = member;
  if (role === 'ADMIN') return null;
  const may = (permission: AgentPermission): boolean => permissions.includes(permission);
  return (
    <>
      {!may('AGENT_RUN') && (
        <ActionButton act={() => set(memberId, ['AGENT_RUN'])}>{l10n.t('Let Run')}</ActionButton>
      )}
      {!fromTeams.includes('AGENT_RUN') && (may('AGENT_RUN') || !may('AGENT_VIEW')) && (
        <ActionButton act={() => set(memberId, ['AGENT_VIEW'])}>{l10n.t('Let View Only')}</ActionButton>
      )}
      {permissions.length > fromTeams.length && (
        <ActionButton act={() => set(memberId, [])}>{l10n.t('Take Away')}</ActionButton>
      )}
    </>
  );
}
