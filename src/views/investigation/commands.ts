import { commandTable } from '../command-table.ts';

/** The commands of investigations. */
export const investigationCommands = commandTable({
  'parapet.investigate': {
    title: 'Investigate…',
    icon: '$(search)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|onDemand)/ && !(viewItem =~ /\\.investigating/)',
        group: '1_understand@1',
      },
    ],
  },
  'parapet.cancelInvestigation': {
    title: 'Cancel Investigation',
    icon: '$(stop-circle)',
    enablement: 'parapet.investigating',
    palette: 'parapet.investigating',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      { in: 'view/title', when: 'view == parapet.issues && parapet.investigating', group: 'navigation@6' },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /\\.investigating/',
        group: '1_understand@1',
      },
    ],
  },
  'parapet.decideAsFound': {
    title: 'Decide as the Investigation Found…',
    icon: '$(checklist)',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
  },
});
