import { commandTable } from '../command-table.ts';

/** The commands of custom rules. */
export const ruleCommands = commandTable({
  'parapet.newRule': {
    title: 'New Rule from This Code…',
    icon: '$(add)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    takes: 'the name of the rule',
    menus: [
      { in: 'editor/context', when: 'editorHasSelection && resourceScheme == file', group: '9_parapet@2' },
      { in: 'view/title', when: 'view == parapet.rules', group: 'navigation@1' },
    ],
  },
  'parapet.addRuleExample': {
    title: 'Add Selection as Example of a Rule…',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    menus: [
      { in: 'editor/context', when: 'editorHasSelection && resourceScheme == file', group: '9_parapet@3' },
    ],
  },
  'parapet.checkRules': {
    title: 'Check Custom Rules',
    icon: '$(refresh)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    menus: [{ in: 'view/title', when: 'view == parapet.rules', group: 'navigation@2' }],
  },
  'parapet.switchRules': {
    title: 'Switch Rules On or Off',
    palette: 'false',
    takes: 'rows of the view, each with whether it is to be on',
  },
  'parapet.switchFocusedRule': {
    title: 'Switch the Focused Rule On or Off',
    palette: 'false',
    keys: [{ key: 'space', when: "focusedView == 'parapet.rules' && listFocus && !treestickyScrollFocused" }],
  },
  'parapet.runRuleExamples': {
    title: 'Run Examples of Rules',
    icon: '$(beaker)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    takes: 'a row of the view',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.rules && viewItem == rule.file',
        group: 'inline@1',
      },
    ],
  },
});
