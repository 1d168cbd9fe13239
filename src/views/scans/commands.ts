import { commandTable } from '../command-table.ts';

/** The commands of scans, and what each covered. */
export const scanCommands = commandTable({
  'parapet.scanWorkspace': {
    title: 'Scan This Workspace',
    icon: '$(play)',
    enablement: 'workspaceFolderCount > 0 && !parapet.scanning',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.issues && workspaceFolderCount > 0 && !parapet.scanning',
        group: 'navigation@1',
      },
      {
        in: 'view/title',
        when: 'view == parapet.scans && workspaceFolderCount > 0 && !parapet.scanning',
        group: 'navigation@1',
      },
    ],
  },
  'parapet.cancelScan': {
    title: 'Cancel Scan',
    icon: '$(stop-circle)',
    enablement: 'parapet.scanning',
    menus: [
      { in: 'view/title', when: 'view == parapet.issues && parapet.scanning', group: 'navigation@1' },
      { in: 'view/title', when: 'view == parapet.scans && parapet.scanning', group: 'navigation@1' },
      {
        in: 'view/item/context',
        when: 'view == parapet.scans && viewItem == scan.running',
        group: 'inline@1',
      },
    ],
  },
  'parapet.refresh': {
    title: 'Refresh Issues',
    icon: '$(refresh)',
    enablement: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.used', group: '1_data@1' }],
  },
  'parapet.showSkipped': {
    title: 'Show What the Last Scan Skipped',
    icon: '$(list-flat)',
    enablement: 'parapet.used',
  },
  'parapet.showCoverage': {
    title: 'Show What Was Not Analysed',
    icon: '$(warning)',
    enablement: 'parapet.used',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^coverage/',
        group: '1_open@1',
      },
    ],
  },
  'parapet.analyseDeeper': {
    title: 'Analyse Deeper',
    icon: '$(zoom-in)',
    enablement: 'parapet.used && !parapet.scanning',
    menus: [
      {
        in: 'view/item/context',
        when: '(view == parapet.issues && viewItem == coverage.deeper) || (view == parapet.scans && viewItem == scan.finished.partial)',
        group: 'inline@1',
      },
    ],
  },
});
