import { commandTable } from '../command-table.ts';

/** The commands of the details page. */
export const detailsCommands = commandTable({
  'parapet.showDetails': {
    title: 'Show Details',
    icon: '$(open-preview)',
    palette: 'parapet.used || parapet.onDemand || parapet.reports',
    takes: "an issue id or its row, and the folder's URI of one that is not in the list",
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\./',
        group: 'inline@1',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\./',
        group: '1_open@2',
      },
    ],
    keys: [{ key: 'ctrl+enter', mac: 'cmd+enter', when: "focusedView == 'parapet.issues'" }],
  },
  'parapet.howToFix': {
    title: 'How to Fix',
    icon: '$(lightbulb)',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.unpatchable/ && !listMultiSelection',
        group: 'inline@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.unpatchable/ && !listMultiSelection',
        group: '1_patch@6',
      },
    ],
  },
  'parapet.undoPatch': {
    title: 'Undo the Patch of This Issue',
    icon: '$(discard)',
    enablement: 'parapet.canUndoPatch',
    palette: 'parapet.canUndoPatch',
    takes: 'an issue id; without it, the issue on the details page',
  },
  'parapet.undoTriage': {
    title: 'Undo the Decision on This Issue',
    icon: '$(discard)',
    enablement: 'parapet.canUndo',
    palette: 'parapet.canUndo',
    takes: 'an issue id; without it, the issue on the details page',
  },
  'parapet.nextStep': {
    title: 'Next Step of the Flow',
    icon: '$(arrow-down)',
    enablement: 'parapet.flowShown',
    keys: [
      {
        key: 'alt+n',
        when: "parapet.flowShown && (activeWebviewPanelId == 'parapet.details' || editorTextFocus)",
      },
    ],
  },
  'parapet.previousStep': {
    title: 'Previous Step of the Flow',
    icon: '$(arrow-up)',
    enablement: 'parapet.flowShown',
    keys: [
      {
        key: 'alt+p',
        when: "parapet.flowShown && (activeWebviewPanelId == 'parapet.details' || editorTextFocus)",
      },
    ],
  },
});
