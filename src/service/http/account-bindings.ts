import { contract } from '../../api/contract/index.ts';
import { createSignInLink, endAllSessions, endSession, listSessions, whoAmI } from '../sign-in/account.ts';
import { type Binding, bind } from './bind.ts';

const { signIn } = contract;

/** Who is signed in, and how. */
export const accountBindings: readonly Binding[] = [
  bind(signIn.whoAmI, whoAmI),
  bind(signIn.listSessions, listSessions),
  bind(signIn.endSession, endSession),
  bind(signIn.endAllSessions, endAllSessions),
  bind(signIn.createSignInLink, createSignInLink, { showsSecret: true }),
];
