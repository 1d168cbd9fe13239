import { commandTable, submenuTable } from '../command-table.ts';

const isUsed = 'view == parapet.endpoints && parapet.used';
const onEndpoint = 'view == parapet.endpoints && viewItem =~ /^endpoint(\\.path)?$/';

/** The commands of the Endpoints view. */
export const endpointCommands = commandTable({
  'parapet.endpointsGroupByAccess': {
    title: 'Group Endpoints by Authentication',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.endpointsGroupBy', group: '1@1' }],
  },
  'parapet.endpointsGroupByFile': {
    title: 'Group Endpoints by File',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.endpointsGroupBy', group: '1@2' }],
  },
  'parapet.endpointsGroupByPath': {
    title: 'Group Endpoints by Path',
    palette: 'parapet.used',
    menus: [{ in: 'parapet.endpointsGroupBy', group: '1@3' }],
  },
  'parapet.endpointsFilterByText': {
    title: 'Filter Endpoints by Text…',
    icon: '$(search)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: isUsed, group: 'navigation@3' }],
  },
  'parapet.endpointsFilter': {
    title: 'Filter Endpoints…',
    icon: '$(filter)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: isUsed, group: 'navigation@4' }],
  },
  'parapet.endpointsClearFilter': {
    title: 'Show All Endpoints',
    icon: '$(clear-all)',
    enablement: 'parapet.endpointsFiltered',
    palette: 'parapet.endpointsFiltered',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.endpoints && parapet.endpointsFiltered',
        group: 'navigation@5',
      },
    ],
  },
  'parapet.endpointsSearch': {
    title: 'Search Endpoints by Meaning…',
    icon: '$(search-sparkle)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: isUsed, group: '1_search@1' }],
  },
  'parapet.endpointsRefresh': {
    title: 'Refresh Endpoints',
    icon: '$(refresh)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: isUsed, group: '2_data@1' }],
  },
  'parapet.endpointsOpen': {
    title: 'Go to Handler',
    icon: '$(go-to-file)',
    palette: 'false',
    takes: 'a row, and whether the focus stays where it is',
    menus: [{ in: 'view/item/context', when: onEndpoint, group: '1_open@1' }],
  },
  'parapet.endpointsShowIssues': {
    title: 'Show Issues of This Endpoint',
    icon: '$(list-selection)',
    palette: 'false',
    takes: 'a row',
    menus: [{ in: 'view/item/context', when: onEndpoint, group: '1_open@2' }],
  },
  'parapet.endpointsAskAgent': {
    title: 'Ask the Agent About This Endpoint',
    icon: '$(comment-discussion)',
    palette: 'false',
    takes: 'a row',
    menus: [{ in: 'view/item/context', when: onEndpoint, group: '1_understand@1' }],
  },
  'parapet.endpointsCopyPath': {
    title: 'Copy Path',
    icon: '$(copy)',
    palette: 'false',
    takes: 'a row',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.endpoints && viewItem == endpoint.path',
        group: '9_copy@1',
      },
    ],
  },
});

export const endpointSubmenus = submenuTable({
  'parapet.endpointsGroupBy': {
    label: 'Group By',
    icon: '$(list-tree)',
    menus: [{ in: 'view/title', when: isUsed, group: 'navigation@2' }],
  },
});
