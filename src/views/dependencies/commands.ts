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
  'parapet.dependencyWay': {
    title: 'Show What Brings This Package',
    icon: '$(type-hierarchy-sub)',
    palette: 'false',
    takes: 'a row or an issue id',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem =~ /^dependency\\.vulnerab/',
        group: '1_open@3',
      },
    ],
  },
  'parapet.openAdvisory': {
    title: 'Open Advisory',
    icon: '$(link-external)',
    palette: 'false',
    takes: 'a row or an issue id',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem == dependency.vulnerability',
        group: '1_open@4',
      },
    ],
  },
  'parapet.copyUpgradeCommand': {
    title: 'Copy Upgrade Command',
    icon: '$(copy)',
    palette: 'false',
    takes: 'a row or an issue id',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem =~ /^dependency\\.vulnerab/',
        group: '2_copy@1',
      },
    ],
  },
  'parapet.copyPackageUrl': {
    title: 'Copy Package URL',
    icon: '$(copy)',
    palette: 'false',
    takes: 'a row',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem =~ /^dependency\\./',
        group: '2_copy@2',
      },
    ],
  },
  'parapet.openRegistry': {
    title: 'Open in the Registry',
    icon: '$(link-external)',
    palette: 'false',
    takes: 'a row',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.dependencies && viewItem =~ /^dependency\\./',
        group: '1_open@5',
      },
    ],
  },
  'parapet.dependenciesFilterByText': {
    title: 'Search Dependencies…',
    icon: '$(search)',
    palette: 'false',
    menus: [
      { in: 'view/title', when: 'view == parapet.dependencies && parapet.used', group: 'navigation@1' },
    ],
  },
  'parapet.dependenciesFilter': {
    title: 'Filter and Group Dependencies…',
    icon: '$(filter)',
    palette: 'false',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.dependencies && parapet.used && !parapet.dependenciesFiltered',
        group: 'navigation@2',
      },
      {
        in: 'view/title',
        when: 'view == parapet.dependencies && parapet.used && parapet.dependenciesFiltered',
        group: '1_filter@1',
      },
    ],
  },
  'parapet.dependenciesClearFilter': {
    title: 'Show All Dependencies',
    icon: '$(filter-filled)',
    palette: 'false',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.dependencies && parapet.dependenciesFiltered',
        group: 'navigation@2',
      },
    ],
  },
  'parapet.updateAdvisories': {
    title: 'Update Advisories…',
    icon: '$(cloud-download)',
    takes: 'whether to download from OSV at once',
    menus: [{ in: 'view/title', when: 'view == parapet.dependencies', group: '2_data@2' }],
  },
  'parapet.dependenciesRefresh': {
    title: 'Refresh Dependencies',
    icon: '$(refresh)',
    palette: 'parapet.used',
    menus: [{ in: 'view/title', when: 'view == parapet.dependencies && parapet.used', group: '2_data@1' }],
  },
  'parapet.exportSbom': {
    title: 'Export Bill of Materials…',
    palette: 'parapet.used',
    takes: 'a format and a target',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.dependencies && parapet.used',
        group: '3_documents@1',
      },
    ],
  },
  'parapet.exportVex': {
    title: 'Export VEX…',
    palette: 'parapet.used',
    takes: 'a format and a target',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.dependencies && parapet.used',
        group: '3_documents@2',
      },
    ],
  },
  'parapet.importVex': {
    title: 'Import VEX…',
    palette: 'parapet.used',
    takes: 'a document, and whether its decisions were agreed to',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.dependencies && parapet.used',
        group: '3_documents@3',
      },
    ],
  },
});
