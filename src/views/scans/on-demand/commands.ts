import { commandTable, submenuTable } from '../../command-table.ts';

/** The commands of scans of what is open, chosen or changed. */
export const onDemandCommands = commandTable({
  'parapet.scanSelection': {
    title: 'Scan Selection',
    icon: '$(selection)',
    palette: 'editorIsOpen',
    menus: [{ in: 'parapet.scanEditor', when: 'editorHasSelection', group: '1@1' }],
    keys: [{ key: 'ctrl+k alt+s', mac: 'cmd+k alt+s', when: 'editorTextFocus' }],
  },
  'parapet.scanFile': {
    title: 'Scan File',
    icon: '$(file-code)',
    palette: 'editorIsOpen',
    takes: 'the URI that the menu was opened on, and all that are selected',
    menus: [
      { in: 'parapet.scanEditor', group: '1@2' },
      { in: 'parapet.scanExplorer', when: '!explorerResourceIsFolder', group: '1@1' },
    ],
  },
  'parapet.scanFolder': {
    title: 'Scan Folder…',
    icon: '$(folder)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    takes: 'the URI that the menu was opened on, and all that are selected',
    menus: [{ in: 'parapet.scanExplorer', when: 'explorerResourceIsFolder', group: '1@2' }],
  },
  'parapet.scanChanges': {
    title: 'Scan Changes…',
    icon: '$(git-compare)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    menus: [
      {
        in: 'view/title',
        when: 'view == parapet.scans && workspaceFolderCount > 0 && isWorkspaceTrusted',
        group: 'navigation@2',
      },
    ],
  },
  'parapet.scanWorkingTree': {
    title: 'Scan Changes in the Working Tree',
    icon: '$(edit)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    takes: "Source Control's provider",
    menus: [{ in: 'parapet.scanScm', group: '1@1' }],
  },
  'parapet.scanStaged': {
    title: 'Scan Staged Changes',
    icon: '$(diff-added)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    takes: "Source Control's provider",
    menus: [{ in: 'parapet.scanScm', group: '1@2' }],
  },
  'parapet.scanBranch': {
    title: 'Scan Changes of This Branch',
    icon: '$(git-branch)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    takes: "Source Control's provider",
    menus: [{ in: 'parapet.scanScm', group: '1@3' }],
  },
  'parapet.scanChangedFiles': {
    title: 'Scan These Changes for Security Issues',
    icon: '$(git-compare)',
    enablement: 'workspaceFolderCount > 0 && isWorkspaceTrusted',
    palette: 'false',
    takes: "Source Control's resources",
    menus: [
      {
        in: 'scm/resourceState/context',
        when: 'scmProvider == git && scmResourceGroup != index',
        group: '9_parapet@1',
      },
    ],
  },
  'parapet.repeatOnDemand': {
    title: 'Scan Again',
    icon: '$(refresh)',
    palette: 'false',
    takes: 'the row of a scan',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.scans && viewItem == onDemand.finished',
        group: 'inline@1',
      },
    ],
  },
  'parapet.cancelOnDemand': {
    title: 'Cancel On-Demand Scans',
    icon: '$(stop-circle)',
    enablement: 'parapet.onDemandRunning',
    takes: 'the row of a scan',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.scans && viewItem == onDemand.running',
        group: 'inline@1',
      },
    ],
  },
  'parapet.clearOnDemand': {
    title: 'Clear On-Demand Results',
    icon: '$(clear-all)',
    enablement: 'parapet.onDemand',
    takes: 'the row of a scan',
    menus: [
      { in: 'view/title', when: 'view == parapet.scans && parapet.onDemand', group: '1_data@1' },
      {
        in: 'view/item/context',
        when: 'view == parapet.scans && viewItem == onDemand.finished',
        group: '1_clear@1',
      },
    ],
  },
  'parapet.forgetUploads': { title: 'Ask Again Before Sending Code' },
});

export const onDemandSubmenus = submenuTable({
  'parapet.scanEditor': {
    label: 'Scan with Parapet',
    menus: [
      { in: 'editor/context', when: 'resourceScheme =~ /^(file|untitled)$/', group: '9_parapet@1' },
      {
        in: 'editor/title',
        when: 'resourceScheme =~ /^(file|untitled)$/ && editorIsOpen',
        group: '9_parapet@1',
      },
    ],
  },
  'parapet.scanExplorer': {
    label: 'Scan with Parapet',
    menus: [{ in: 'explorer/context', when: 'resourceScheme == file', group: '9_parapet@1' }],
  },
  'parapet.scanScm': {
    label: 'Scan with Parapet',
    menus: [{ in: 'scm/title', when: 'scmProvider == git', group: '9_parapet@1' }],
  },
});
