import { commandTable } from '../command-table.ts';

/** The commands of the Service view. */
export const serviceCommands = commandTable({
  'parapet.serviceRefresh': {
    title: 'Refresh the Service View',
    icon: '$(refresh)',
    palette: 'false',
    menus: [{ in: 'view/title', when: 'view == parapet.service', group: 'navigation@1' }],
  },
  'parapet.openServicePage': {
    title: 'Open the Repository in the Service',
    icon: '$(link-external)',
    palette: 'parapet.remote',
    takes: 'a row of the Service view',
    menus: [
      { in: 'view/title', when: 'view == parapet.service', group: 'navigation@2' },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.folder',
        group: 'inline@1',
      },
    ],
  },
  'parapet.openTeamPage': {
    title: 'Open the Team in the Service',
    icon: '$(link-external)',
    palette: 'false',
    takes: 'the row of a team',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.team',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.team',
        group: '1_open@1',
      },
    ],
  },
  'parapet.openServiceTokens': {
    title: 'Open API Tokens in the Service',
    icon: '$(key)',
    palette: 'false',
    menus: [{ in: 'view/title', when: 'view == parapet.service', group: '1_service@1' }],
  },
  'parapet.openServiceTrackers': {
    title: 'Open Issue Trackers in the Service',
    icon: '$(issues)',
    palette: 'false',
    menus: [{ in: 'view/title', when: 'view == parapet.service', group: '1_service@2' }],
  },
  'parapet.serviceCancelScan': {
    title: 'Cancel This Scan',
    icon: '$(stop-circle)',
    palette: 'false',
    takes: 'the row of a scan',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem =~ /\\.running$/',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem =~ /\\.running$/',
        group: '1_scan@1',
      },
    ],
  },
  'parapet.scanPullRequest': {
    title: 'Scan the Pull Request of This Branch…',
    icon: '$(play)',
    palette: 'parapet.remote',
    takes: 'the row of the pull requests',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.section.pullRequests',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.section.pullRequests',
        group: '1_scan@1',
      },
    ],
  },
  'parapet.rescanPullRequest': {
    title: 'Scan This Pull Request Again',
    icon: '$(play)',
    palette: 'false',
    takes: 'the row of a pull request',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.pullRequest',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.pullRequest',
        group: '1_scan@1',
      },
    ],
  },
  'parapet.openPullRequest': {
    title: 'Open the Pull Request',
    icon: '$(link-external)',
    palette: 'false',
    takes: 'the row of a pull request',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem =~ /^service\\.pullRequest/',
        group: '2_open@1',
      },
    ],
  },
  'parapet.addSchedule': {
    title: 'Add Schedule…',
    icon: '$(add)',
    palette: 'false',
    takes: 'the row of the schedules',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.section.schedules',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.section.schedules',
        group: '1_schedule@1',
      },
    ],
  },
  'parapet.changeSchedule': {
    title: 'Change Schedule…',
    icon: '$(edit)',
    palette: 'false',
    takes: 'the row of a schedule',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.schedule',
        group: '1_schedule@1',
      },
    ],
  },
  'parapet.deleteSchedule': {
    title: 'Delete Schedule…',
    icon: '$(trash)',
    palette: 'false',
    takes: 'the row of a schedule',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.schedule',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.schedule',
        group: '1_schedule@2',
      },
    ],
  },
  'parapet.changeScannerSetting': {
    title: 'Change Setting…',
    icon: '$(edit)',
    palette: 'false',
    takes: 'the row of a setting',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem =~ /^service\\.setting\\.(own|inherited)$/',
        group: '1_setting@1',
      },
    ],
  },
  'parapet.inheritScannerSetting': {
    title: 'Inherit from the Organization',
    icon: '$(discard)',
    palette: 'false',
    takes: 'the row of a setting',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.setting.own',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.service && viewItem == service.setting.own',
        group: '1_setting@2',
      },
    ],
  },
});
