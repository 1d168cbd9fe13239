import { commandTable } from '../command-table.ts';

/** The commands of the view of dependencies. */
export const dependencyCommands = commandTable({
  'parapet.dependencyOpen': {
    title: 'Go to Dependency',
    icon: '$(go-to-file)',
    palette: 'false',
    takes: 'a row, and whether the focus stays where it is',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem =~ /^dependency/',
        group: '1_open@1',
      },
    ],
  },
  'parapet.dependencyDetails': {
    title: 'Show Details of the Vulnerability',
    icon: '$(open-preview)',
    palette: 'false',
    takes: 'a row',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem == dependency.vulnerability',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem == dependency.vulnerability',
        group: '1_open@2',
      },
    ],
  },
  'parapet.dependenciesRefresh': {
    title: 'Refresh Dependencies',
    icon: '$(refresh)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.dependencies && parapet.used', group: '2_data@1' }],
  },
});
