import { commandTable } from '../command-table.ts';

/** The commands of the log and bug reports. */
export const bugReportCommands = commandTable({
  'parapet.showLog': {
    title: 'Show Log',
    icon: '$(output)',
    menus: [{ in: 'view/title', when: 'view == parapet.issues', group: '4_log@1' }],
  },
  'parapet.copyDiagnostics': {
    title: 'Copy Diagnostics for a Bug Report',
    icon: '$(report)',
    menus: [{ in: 'view/title', when: 'view == parapet.issues', group: '4_log@2' }],
  },
});
