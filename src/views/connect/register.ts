import type { UploadConsent } from '../scans/on-demand/upload-consent.ts';
import type { Window } from '../window.ts';
import { agreeToService, signOut, testConnection, useLocalService } from './account-commands.ts';
import { addRepository } from './add-repository.ts';
import type { connectCommands } from './commands.ts';
import { ConnectFlow } from './connect.ts';
import { watchConnection } from './notices.ts';
import { chooseOrganization } from './organization.ts';

/** Registers the choice of a service and of its account. */
export function registerConnect(window: Window, uploads: UploadConsent): ConnectFlow {
  const { connection, log, keep, register } = window;
  const connecting = new ConnectFlow(connection);
  register<typeof connectCommands>({
    'parapet.connect': () => connecting.connect(),
    'parapet.replaceToken': () => connecting.replaceToken(),
    'parapet.testConnection': () => testConnection(connection),
    'parapet.chooseOrganization': (folder) => chooseOrganization(connection, folder),
    'parapet.addRepository': (...args) => addRepository(window, args),
    'parapet.agreeToService': () => agreeToService(connection),
    'parapet.useLocalService': () => useLocalService(),
    'parapet.signOut': () => signOut(connection, () => uploads.forget()),
  });
  keep(watchConnection(connection, log));
  return connecting;
}
