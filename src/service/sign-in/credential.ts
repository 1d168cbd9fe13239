import type { Caller, Core } from '../core/context.ts';
import { tokenStands } from '../organizations/tokens.ts';
import { sessionStands } from './sessions.ts';

/** Whether what a longer answer began with still stands. */
export async function credentialStands(core: Core, { credential }: Caller): Promise<boolean> {
  switch (credential.kind) {
    case 'token':
      return tokenStands(core, credential.id);
    case 'session':
      return sessionStands(core, credential.id);
    case 'agent':
      return true;
  }
}
