import { commandTable } from '../command-table.ts';

/** The commands of what the agent does and remembers, and its model. */
export const agentCommands = commandTable({
  'parapet.automations': {
    title: 'Automations…',
    icon: '$(checklist)',
    menus: [{ in: 'view/title', when: 'view == parapet.chat', group: '1_agent@1' }],
  },
  'parapet.memories': {
    title: 'Memories of the Agent…',
    icon: '$(bookmark)',
    menus: [{ in: 'view/title', when: 'view == parapet.chat', group: '1_agent@2' }],
  },
  'parapet.connectModel': { title: 'Connect a Language Model…', icon: '$(plug)' },
  'parapet.disconnectModel': { title: 'Disconnect the Language Model' },
});
