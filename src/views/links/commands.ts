import { commandTable } from '../command-table.ts';

/** The commands of links to issues. */
export const linkCommands = commandTable({
  'parapet.openLink': {
    title: 'Open a Link to Parapet',
    palette: 'false',
    takes: 'the URI that the editor was given',
  },
  'parapet.copyLink': {
    title: 'Copy Link to Issue',
    icon: '$(link)',
    palette: 'false',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|resolved)/ && !listMultiSelection',
        group: '9_copy@2',
      },
    ],
  },
});
