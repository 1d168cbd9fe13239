import { commandTable } from '../command-table.ts';

/** The commands of the chat with the agent. */
export const chatCommands = commandTable({
  'parapet.newConversation': {
    title: 'New Conversation with the Agent',
    icon: '$(add)',
    menus: [{ in: 'view/title', when: 'view == parapet.chat', group: 'navigation@1' }],
  },
  'parapet.showConversations': {
    title: 'Show Conversations with the Agent',
    icon: '$(history)',
    menus: [{ in: 'view/title', when: 'view == parapet.chat', group: 'navigation@2' }],
  },
  'parapet.addToChat': {
    title: 'Add to Chat',
    icon: '$(comment-discussion)',
    palette: 'editorIsOpen',
    takes: 'an issue id, a row and the selection, or the URI of a file',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed)/',
        group: '1_understand@3',
      },
      { in: 'editor/context', when: 'resourceScheme =~ /^(file|untitled)$/', group: '9_parapet@2' },
      {
        in: 'explorer/context',
        when: 'resourceScheme == file && !explorerResourceIsFolder',
        group: '9_parapet@2',
      },
    ],
  },
  'parapet.askAgent': {
    title: 'Ask the Agent',
    icon: '$(comment-discussion)',
    palette: 'parapet.used',
    takes:
      'an issue id, a question with the file that it is about, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed)/',
        group: '1_understand@2',
      },
    ],
  },
});
