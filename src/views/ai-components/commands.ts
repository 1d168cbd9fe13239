import { commandTable, submenuTable } from '../command-table.ts';

/** The commands of the inventory of AI components. */
export const aiCommands = commandTable({
  'parapet.aiGroupByKind': {
    title: 'Group AI Components by Kind',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.aiGroupBy', group: '1@1' }],
  },
  'parapet.aiGroupByTier': {
    title: 'Group AI Components by Tier',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.aiGroupBy', group: '1@2' }],
  },
  'parapet.aiGroupByProvider': {
    title: 'Group AI Components by Provider',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.aiGroupBy', group: '1@3' }],
  },
  'parapet.aiGroupByFile': {
    title: 'Group AI Components by File',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.aiGroupBy', group: '1@4' }],
  },
  'parapet.aiGroupByApplication': {
    title: 'Group AI Components by Application',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.aiGroupBy', group: '1@5' }],
  },
  'parapet.aiFilter': {
    title: 'Filter AI Components…',
    icon: '$(filter)',
    palette: 'parapet.used',
    menus: [
      { in: 'view/title', when: 'view == parapet.aiComponents && parapet.used', group: 'navigation@4' },
    ],
  },
  'parapet.aiFilterByText': {
    title: 'Filter AI Components by Text…',
    icon: '$(search)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.aiComponents && parapet.used', group: '1_search@2' }],
  },
  'parapet.aiClearFilter': {
    title: 'Show All AI Components',
    icon: '$(clear-all)',
    enablement: 'parapet.aiFiltered',
    palette: 'parapet.aiFiltered',
    menus: [
      { in: 'view/title', when: 'view == parapet.aiComponents && parapet.aiFiltered', group: 'navigation@5' },
    ],
  },
  'parapet.aiShowNew': {
    title: 'Show AI Components New on This Branch',
    icon: '$(git-compare)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    palette: 'parapet.used',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.aiComponents && parapet.used && isWorkspaceTrusted && !parapet.aiEverywhere',
        group: 'navigation@1',
      },
    ],
  },
  'parapet.aiSearchRepositories': {
    title: 'Search AI Components of All Repositories…',
    icon: '$(repo)',
    takes: 'a text to search for',
    menus: [{ in: 'view/title', when: 'view == parapet.aiComponents', group: '1_search@1' }],
  },
  'parapet.aiShowWorkspace': {
    title: 'Show AI Components of This Workspace',
    icon: '$(folder)',
    enablement: 'parapet.aiEverywhere',
    palette: 'parapet.aiEverywhere',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.aiComponents && parapet.aiEverywhere',
        group: 'navigation@1',
      },
    ],
  },
  'parapet.aiExport': {
    title: 'Export AI Components…',
    icon: '$(export)',
    takes: 'a format, and the URI to write to',
    menus: [{ in: 'view/title', when: 'view == parapet.aiComponents', group: '2_data@2' }],
  },
  'parapet.aiRefresh': {
    title: 'Refresh AI Components',
    icon: '$(refresh)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.aiComponents && parapet.used', group: '2_data@1' }],
  },
  'parapet.aiOpen': {
    title: 'Go to AI Component',
    icon: '$(go-to-file)',
    palette: 'false',
    takes: 'a row, and whether the focus stays where it is',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.aiComponents && viewItem == ai.component',
        group: '1_open@1',
      },
    ],
  },
  'parapet.aiShowMore': {
    title: 'Show More AI Components',
    palette: 'false',
    takes: 'the row that was clicked',
  },
});

export const aiSubmenus = submenuTable({
  'parapet.aiGroupBy': {
    label: 'Group By',
    icon: '$(list-tree)',
    menus: [
      { in: 'view/title', when: 'view == parapet.aiComponents && parapet.used', group: 'navigation@2' },
    ],
  },
});
