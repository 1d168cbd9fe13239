import { commandTable } from '../command-table.ts';

/** The commands of reports of other tools, and ours for them. */
export const sarifCommands = commandTable({
  'parapet.openSarif': {
    title: 'Open SARIF File…',
    icon: '$(file-code)',
    takes: 'URIs of reports',
    menus: [
      { in: 'view/title', when: 'view == parapet.issues', group: '5_reports@1' },
      { in: 'editor/title', when: 'resourceExtname == .sarif', group: 'navigation@5' },
      { in: 'explorer/context', when: 'resourceExtname == .sarif', group: '9_parapet@0' },
    ],
  },
  'parapet.closeSarif': {
    title: 'Close SARIF File',
    icon: '$(close)',
    enablement: 'parapet.reports',
    takes: 'the row of a report',
    menus: [
      { in: 'view/title', when: 'view == parapet.issues && parapet.reports', group: '5_reports@2' },
      { in: 'view/item/context', when: 'view == parapet.issues && viewItem == report', group: 'inline@1' },
    ],
  },
  'parapet.aboutSarif': {
    title: 'About This SARIF File',
    icon: '$(info)',
    enablement: 'parapet.reports',
    takes: 'the row of a report',
    menus: [
      { in: 'view/item/context', when: 'view == parapet.issues && viewItem == report', group: '1_report@1' },
    ],
  },
  'parapet.exportSarif': {
    title: 'Export Issues as SARIF…',
    icon: '$(export)',
    enablement: 'parapet.used || parapet.reports || parapet.onDemand',
    takes: 'the URI to write to, or a row and the selection',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.issues && (parapet.used || parapet.reports || parapet.onDemand)',
        group: '5_reports@3',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^(issue|group)/',
        group: '9_copy@2',
      },
    ],
  },
});
