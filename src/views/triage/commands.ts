import { commandTable } from '../command-table.ts';

/** The commands of decisions about issues. */
export const triageCommands = commandTable({
  'parapet.markFalsePositive': {
    title: 'Mark as False Positive…',
    icon: '$(thumbsdown)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)/',
        group: '2_triage@1',
      },
    ],
  },
  'parapet.acceptRisk': {
    title: 'Accept the Risk…',
    icon: '$(law)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)/',
        group: '2_triage@2',
      },
    ],
  },
  'parapet.confirmIssue': {
    title: 'Confirm',
    icon: '$(thumbsup)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)/ && !(viewItem =~ /\\.confirmed/)',
        group: '2_triage@4',
      },
    ],
  },
  'parapet.backlogIssue': {
    title: 'Put into the Backlog',
    icon: '$(archive)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)/',
        group: '2_triage@3',
      },
    ],
  },
  'parapet.reopenIssue': {
    title: 'Reopen',
    icon: '$(discard)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.suppressed/',
        group: '2_triage@5',
      },
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.suppressed/',
        group: 'inline@2',
      },
    ],
  },
  'parapet.triage': {
    title: 'Triage…',
    icon: '$(checklist)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|onDemand)/',
        group: '2_triage@0',
      },
    ],
  },
  'parapet.markNonExploitable': {
    title: 'Mark as Not Exploitable…',
    icon: '$(shield)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|onDemand)/',
        group: '2_triage@2',
      },
    ],
  },
  'parapet.markInformational': {
    title: 'Mark as Informational',
    icon: '$(info)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
  },
  'parapet.changeSeverity': {
    title: 'Change the Severity…',
    icon: '$(symbol-ruler)',
    palette: 'parapet.used',
    takes: 'an issue id, or a row and the selection; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|onDemand)/',
        group: '3_more@1',
      },
    ],
  },
  'parapet.editNote': {
    title: 'Edit the Note…',
    icon: '$(note)',
    palette: 'parapet.used',
    takes: 'an issue id or its row; without them, what is selected',
    menus: [
      {
        in: 'view/item/context',
        when: 'view == parapet.issues && viewItem =~ /^issue\\.(open|suppressed|onDemand)/',
        group: '3_more@2',
      },
    ],
  },
});
