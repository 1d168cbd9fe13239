import * as l10n from '@vscode/l10n';
import { type ComponentChildren, createContext, h } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { ResponseOf } from '../../api/contract/endpoint.ts';
import { whoAmI } from '../../api/contract/organizations/sign-in.ts';
import { useAnswer } from './answer.ts';
import { call } from './api.ts';
import { replaceAddress } from './navigation.tsx';
import { SignIn, takeWanted } from './pages/sign-in.tsx';
import { Shown } from './parts/states.tsx';

type Known = ResponseOf<typeof whoAmI>;
export type OrganizationOfMine = Known['organizations'][number];

/** Who is signed in, and which of their organizations the pages are about. */
export interface Session {
  readonly user: Known['user'];
  readonly organizations: readonly OrganizationOfMine[];
  readonly organization: OrganizationOfMine;
  readonly isAdmin: boolean;
  readonly mayManageTeams: boolean;
  readonly choose: (organizationId: string) => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside of `SignedIn` */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here.');
  return session;
}

const chosenKey = 'parapet.organization';

/** Shows the pages to who is signed in, and the way to sign in to everybody else. */
export function SignedIn({ children }: { readonly children: ComponentChildren }) {
  const answer = useAnswer('session', (signal) => call(whoAmI, {}, signal));
  const [chosen, setChosen] = useState(() => localStorage.getItem(chosenKey) ?? undefined);
  const isSignedIn = answer.asked.kind === 'there';
  useEffect(() => {
    const wanted = isSignedIn ? takeWanted() : undefined;
    if (wanted !== undefined) replaceAddress(wanted);
  }, [isSignedIn]);
  if (answer.asked.kind === 'failed' && answer.asked.error.kind === 'unauthorized') return <SignIn />;
  return (
    <Shown answer={answer}>
      {({ user, organizations }) => {
        const organization = organizations.find(({ id }) => id === chosen) ?? organizations[0];
        if (!organization)
          return (
            <p role="status">
              {l10n.t('You are a member of no organization. Ask an administrator to invite you.')}
            </p>
          );
        const choose = (id: string): void => {
          localStorage.setItem(chosenKey, id);
          setChosen(id);
        };
        const isAdmin = organization.role === 'ADMIN';
        const mayManageTeams = isAdmin || organization.permissions.includes('TEAM_MANAGE');
        const session = { user, organizations, organization, isAdmin, mayManageTeams, choose };
        return h(SessionContext.Provider, { value: session }, children);
      }}
    </Shown>
  );
}
