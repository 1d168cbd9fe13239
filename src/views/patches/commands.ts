import { commandTable } from '../command-table.ts';

/** The commands of patches. */
export const patchCommands = commandTable({
  'parapet.generatePatch': {
    title: 'Generate Patch',
    icon: '$(wand)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)(\\.(confirmed|investigating|tracked|linked))*$/',
        group: 'inline@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && (viewItem =~ /^((issue\\.open|issue\\.onDemand|issue\\.open\\.patch\\.failed)(\\.(confirmed|investigating|tracked|linked))*|group)$/ || (listMultiSelection && viewItem =~ /^issue\\.(open|onDemand)/))',
        group: '1_patch@1',
      },
    ],
  },
  'parapet.showPatch': {
    title: 'Show Patch',
    icon: '$(diff)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.ready/',
        group: 'inline@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && (viewItem =~ /^(issue\\.open\\.patch\\.ready(\\.(confirmed|investigating|tracked|linked))*|group)$/ || (listMultiSelection && viewItem =~ /^issue\\.open/))',
        group: '1_patch@2',
      },
    ],
    keys: [
      {
        key: 'ctrl+k alt+f',
        mac: 'cmd+k alt+f',
        when: "parapet.used && (editorTextFocus || focusedView == 'parapet.issues')",
      },
    ],
  },
  'parapet.applyPatch': {
    title: 'Apply Patch',
    icon: '$(check)',
    palette: 'parapet.used',
    takes: 'a review of patches, the URI of a diff editor, an issue id, or a row and the selection',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && (viewItem =~ /^issue\\.open\\.patch\\.ready/ || (listMultiSelection && viewItem =~ /^issue\\.open/))',
        group: '1_patch@3',
      },
      {
        in: 'editor/title',
        when: 'resourceScheme == parapet-patch || parapet.patchShown',
        group: 'navigation@1',
      },
    ],
    keys: [
      { key: 'ctrl+enter', mac: 'cmd+enter', when: 'resourceScheme == parapet-patch && editorTextFocus' },
    ],
  },
  'parapet.cancelPatch': {
    title: 'Cancel Patch',
    icon: '$(stop-circle)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.busy/',
        group: 'inline@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.busy/',
        group: '1_patch@5',
      },
    ],
  },
  'parapet.regeneratePatch': {
    title: 'Regenerate Patch',
    icon: '$(refresh)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.outdated/',
        group: 'inline@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.(ready|outdated)/',
        group: '1_patch@4',
      },
      {
        in: 'editor/title',
        when: 'resourceScheme == parapet-patch || parapet.patchShown',
        group: 'navigation@2',
      },
    ],
  },
  'parapet.explainPatch': {
    title: 'Why There Is No Patch',
    icon: '$(question)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.failed/',
        group: 'inline@0',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.failed/',
        group: '1_patch@6',
      },
    ],
  },
  'parapet.forcePatch': {
    title: 'Try to Patch Anyway',
    icon: '$(wand)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.failed/',
        group: '1_patch@7',
      },
    ],
  },
  'parapet.askModelForPatch': {
    title: 'Ask a Language Model for a Patch',
    icon: '$(sparkle)',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.open\\.patch\\.(failed|unpatchable)/ && !listMultiSelection',
        group: '1_patch@7',
      },
    ],
  },
  'parapet.upgradeAllPackages': {
    title: 'Upgrade All Vulnerable Packages',
    icon: '$(arrow-circle-up)',
    palette: 'parapet.used',
    takes: 'an issue id of a vulnerable package; without one, the person picks a manifest',
    menus: [{ in: 'view/title', when: 'view == parapet.dependencies && parapet.used', group: '1_upgrade@1' }],
  },
});
