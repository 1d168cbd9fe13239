import { commandTable } from '../command-table.ts';

/** The commands of the service and its account. */
export const connectCommands = commandTable({
  'parapet.connect': {
    title: 'Connect to a Service…',
    icon: '$(plug)',
    menus: [{ in: 'view/title', when: 'view == parapet.issues', group: '3_service@1' }],
  },
  'parapet.replaceToken': {
    title: 'Replace the Token…',
    icon: '$(key)',
    enablement: 'parapet.remote',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.remote', group: '3_service@2' }],
  },
  'parapet.testConnection': {
    title: 'Test the Connection',
    icon: '$(pulse)',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.used', group: '3_service@4' }],
  },
  'parapet.chooseOrganization': {
    title: 'Choose the Organization…',
    icon: '$(organization)',
    enablement: 'parapet.remote',
    takes: 'the URI of a folder',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.remote', group: '3_service@3' }],
  },
  'parapet.addRepository': {
    title: 'Add This Repository to the Service',
    icon: '$(repo)',
    enablement: 'parapet.remote && workspaceFolderCount > 0',
    palette: 'parapet.remote && workspaceFolderCount > 0',
    takes: 'the URI of a folder',
  },
  'parapet.agreeToService': {
    title: 'Use the Same Token for the Changed Service…',
    enablement: 'parapet.remote',
    palette: 'false',
  },
  'parapet.useLocalService': {
    title: 'Use the Service on This Machine',
    icon: '$(vm)',
    enablement: 'parapet.remote',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.remote', group: '3_service@5' }],
  },
  'parapet.signOut': {
    title: 'Sign Out…',
    icon: '$(sign-out)',
    menus: [{ in: 'view/title', when: 'view == parapet.issues && parapet.remote', group: '3_service@6' }],
  },
});
