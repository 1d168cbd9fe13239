import { commandTable } from '../command-table.ts';

/** The command of reports that the service makes. */
export const reportCommands = commandTable({
  'parapet.exportReport': {
    title: 'Export Report…',
    icon: '$(output)',
    palette: 'parapet.used',
    takes: 'a format and a target',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.used', group: '5_reports@4' }],
  },
});
