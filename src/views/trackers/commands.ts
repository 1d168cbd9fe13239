import { commandTable } from '../command-table.ts';

/** The commands of issue trackers. */
export const trackerCommands = commandTable({
  'parapet.createTrackerIssue': {
    title: 'Create Tracker Issue…',
    icon: '$(issues)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|onDemand)/ && !(viewItem =~ /\\.tracked/)',
        group: '3_more@3',
      },
    ],
  },
  'parapet.linkTracker': {
    title: 'Link Existing Tracker Issue…',
    icon: '$(link)',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|onDemand)/',
        group: '3_more@4',
      },
    ],
  },
  'parapet.openTrackerIssue': {
    title: 'Open Tracker Issue',
    icon: '$(link-external)',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /\\.tracked/ && !listMultiSelection',
        group: '3_more@3',
      },
    ],
  },
  'parapet.unlinkTracker': {
    title: 'Unlink Tracker Issue',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed).*\\.tracked/ && !listMultiSelection',
        group: '3_more@5',
      },
    ],
  },
});
