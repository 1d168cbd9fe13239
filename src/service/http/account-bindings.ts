import { contract } from '../../api/contract/index.ts';
import { readAuditLog } from '../audit/audit-log.ts';
import { createScimToken, deleteScimToken, listScimTokens } from '../scim/scim-tokens.ts';
import { createSignInLink, endAllSessions, endSession, listSessions, whoAmI } from '../sign-in/account.ts';
import { type Binding, bind } from './bind.ts';

const { auditLog, scim, signIn } = contract;

/** Who is signed in, how, and who manages members. */
export const accountBindings: readonly Binding[] = [
  bind(signIn.whoAmI, whoAmI),
  bind(signIn.listSessions, listSessions),
  bind(signIn.endSession, endSession),
  bind(signIn.endAllSessions, endAllSessions),
  bind(signIn.createSignInLink, createSignInLink, { showsSecret: true }),
  bind(scim.createScimToken, createScimToken, { showsSecret: true }),
  bind(scim.listScimTokens, listScimTokens),
  bind(scim.deleteScimToken, deleteScimToken),
  bind(auditLog.readAuditLog, readAuditLog),
];
