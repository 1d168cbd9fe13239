import { Chat } from '../chat/chat.ts';
import type { chatCommands } from '../chat/commands.ts';
import { placeOf, uriOf } from '../issues/locations.ts';
import type { Issues } from '../issues/register.ts';
import type { Patches } from '../patches/patches.ts';
import type { Window } from '../window.ts';
import type { Automations } from './automations/automations.ts';
import type { agentCommands } from './commands.ts';
import { Models } from './models/models.ts';
import { offerParticipant } from './offer-participant.ts';
import { offerTools } from './offer-tools.ts';
import type { AgentToolParts } from './parts.ts';

/** Registers the agent: its chat, its tools, its automations and the language model that it uses. */
export function registerAgent(window: Window, { targets }: Issues, patches: Patches): void {
  const { context, connection, windowSession, store, log } = window;
  const parts: AgentToolParts = {
    context,
    extensionUri: context.extensionUri,
    connection,
    session: windowSession,
    store,
    patches,
    issue: (id, signal) => connection.use(signal, (api) => api.issue(id, signal), undefined),
    folders: (signal) => windowSession.folders(signal),
    uriOf,
    placeOf,
    issuesOf: (args) => targets.all(args),
    log,
  };
  const chat = new Chat(parts);
  const models = new Models(parts);
  let loading: Promise<Automations> | undefined;
  const automations = () => {
    loading ??= import('./automations/automations.ts').then((module) => new module.Automations(parts));
    return loading;
  };
  window.register<typeof chatCommands>({
    'parapet.newConversation': () => chat.newConversation(),
    'parapet.showConversations': () => chat.showConversations(),
    'parapet.addToChat': (...args) => chat.add(args),
    'parapet.askAgent': (...args) => chat.ask(args),
  });
  window.register<typeof agentCommands>({
    'parapet.automations': async () => (await automations()).show(),
    'parapet.memories': async () => (await automations()).showMemories(),
    'parapet.connectModel': () => models.connect(),
    'parapet.disconnectModel': () => models.disconnect(),
  });
  window.keep(chat, models, offerParticipant(parts), offerTools(parts));
}
