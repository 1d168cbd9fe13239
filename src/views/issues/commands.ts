import { commandTable, submenuTable } from '../command-table.ts';

/** The commands of the issues and how they are listed. */
export const issueCommands = commandTable({
  'parapet.groupBySeverity': {
    title: 'Group by Severity',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@1' }],
  },
  'parapet.groupByFile': {
    title: 'Group by File',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@2' }],
  },
  'parapet.groupByClass': {
    title: 'Group by Kind of Issue',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@3' }],
  },
  'parapet.groupByRule': {
    title: 'Group by Rule',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@4' }],
  },
  'parapet.groupByCategory': {
    title: 'Group by Category',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@5' }],
  },
  'parapet.groupByRepository': {
    title: 'Group by Repository',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@6' }],
  },
  'parapet.groupByStatus': {
    title: 'Group by Status',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@7' }],
  },
  'parapet.groupByTool': {
    title: 'Group by Tool',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.groupBy', group: '1@8' }],
  },
  'parapet.sortBySeverity': {
    title: 'Sort by Severity',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.sortBy', group: '1@1' }],
  },
  'parapet.sortByLocation': {
    title: 'Sort by File and Line',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.sortBy', group: '1@2' }],
  },
  'parapet.sortByNewest': {
    title: 'Sort by Newest First',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.sortBy', group: '1@3' }],
  },
  'parapet.sortByConfidence': {
    title: 'Sort by Confidence',
    palette: 'parapet.used || parapet.reports',
    menus: [{ in: 'parapet.sortBy', group: '1@4' }],
  },
  'parapet.filterByText': {
    title: 'Filter Issues by Text…',
    icon: '$(search)',
    palette: 'parapet.used || parapet.reports',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.issues && (parapet.used || parapet.reports)',
        group: 'navigation@3',
      },
    ],
  },
  'parapet.filter': {
    title: 'Filter Issues…',
    icon: '$(filter)',
    palette: 'parapet.used || parapet.reports',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.issues && (parapet.used || parapet.reports)',
        group: 'navigation@4',
      },
    ],
  },
  'parapet.searchByMeaning': {
    title: 'Search Issues by Meaning…',
    icon: '$(search-sparkle)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.used', group: '1_data@0' }],
  },
  'parapet.clearFilter': {
    title: 'Clear Filter',
    icon: '$(clear-all)',
    enablement: 'parapet.filtered',
    palette: 'parapet.filtered',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.filtered', group: 'navigation@5' }],
  },
  'parapet.chooseMinimumSeverity': {
    title: 'Choose the Lowest Severity Shown…',
    icon: '$(filter)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.used', group: '2_shown@1' }],
  },
  'parapet.chooseCategories': {
    title: 'Choose the Categories Shown…',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.used', group: '2_shown@2' }],
  },
  'parapet.openIssue': {
    title: 'Go to Code',
    icon: '$(go-to-file)',
    palette: 'parapet.used || parapet.onDemand || parapet.reports',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\./',
        group: '1_open@1',
      },
    ],
  },
  'parapet.copyMarkdown': {
    title: 'Copy as Markdown',
    icon: '$(copy)',
    palette: 'parapet.used || parapet.reports',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^(issue|group)/',
        group: '9_copy@1',
      },
    ],
    keys: [{ key: 'ctrl+c', mac: 'cmd+c', when: "focusedView == 'parapet.issues' && !inputFocus" }],
  },
  'parapet.openInService': {
    title: 'Open in the Service',
    icon: '$(link-external)',
    palette: 'parapet.remote',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /\\.linked$/ && !listMultiSelection',
        group: '1_open@3',
      },
    ],
  },
  'parapet.revealIssue': {
    title: 'Show in the Issues View',
    icon: '$(list-selection)',
    palette: 'parapet.used || parapet.reports',
    takes: 'an issue id or its row; without them, what is selected',
  },
  'parapet.showMore': { title: 'Show More Issues', palette: 'false', takes: 'the row that was clicked' },
  'parapet.checkAgain': {
    title: 'Check Again',
    icon: '$(refresh)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)/',
        group: '1_patch@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.settling/',
        group: 'inline@0',
      },
    ],
  },
});

export const issueSubmenus = submenuTable({
  'parapet.groupBy': {
    label: 'Group By',
    icon: '$(list-tree)',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.issues && (parapet.used || parapet.reports)',
        group: 'navigation@2',
      },
    ],
  },
  'parapet.sortBy': {
    label: 'Sort By',
    icon: '$(sort-precedence)',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.issues && (parapet.used || parapet.reports)',
        group: '1_data@3',
      },
    ],
  },
});
