import * as l10n from '@vscode/l10n';
import {
  endAllSessions,
  endSession,
  listSessions,
  type Session,
} from '../../../api/contract/organizations/sign-in.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { ActionButton } from '../parts/action.tsx';
import { Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';

const methodWord = (method: Session['method']): string => {
  switch (method) {
    case 'link':
      return l10n.t('One-time link');
    case 'openid':
      return l10n.t('Identity provider');
  }
};

const columns = (): readonly Column<Session>[] => [
  {
    title: l10n.t('Browser'),
    cell: ({ client, current }) => (
      <>
        {client} {current && <strong>{l10n.t('this one')}</strong>}
      </>
    ),
  },
  { title: l10n.t('Signed in by'), cell: ({ method }) => methodWord(method), isMinor: true },
  { title: l10n.t('Signed in'), cell: ({ createdAt }) => <When at={createdAt} />, isMinor: true },
  { title: l10n.t('Last used'), cell: ({ usedAt }) => <When at={usedAt} /> },
  { title: l10n.t('Ends'), cell: ({ expiresAt }) => <When at={expiresAt} />, isMinor: true },
];

/** The browsers that the person is signed in with. */
export function Sessions() {
  const { user } = useSession();
  const answer = useAnswer('sessions', async (signal) => (await call(listSessions, {}, signal)).sessions);
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Sessions of {0}', user.name ?? user.email)}</h1>
        <ActionButton
          act={async () => {
            await call(endAllSessions, {});
            location.assign('/dashboard');
          }}
        >
          {l10n.t('Sign Out Everywhere')}
        </ActionButton>
      </div>
      <p>{l10n.t('API tokens stay. Delete them on their own page.')}</p>
      <Shown answer={answer}>
        {(sessions) => (
          <Table
            label={l10n.t('Sessions')}
            items={sessions}
            idOf={({ id }) => id}
            columns={columns()}
            actions={({ id, current }) =>
              current ? null : (
                <ActionButton
                  act={async () => {
                    await call(endSession, { sessionId: id });
                    answer.again();
                  }}
                >
                  {l10n.t('Sign Out')}
                </ActionButton>
              )
            }
          />
        )}
      </Shown>
    </>
  );
}
