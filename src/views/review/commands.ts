import { commandTable } from '../command-table.ts';

/** The commands of issues on changed lines as comment threads. */
export const reviewCommands = commandTable({
  'parapet.nextReviewThread': {
    title: 'Next Issue on Changed Lines',
    icon: '$(arrow-down)',
    enablement: 'config.parapet.review.threads != off',
    menus: [
      { in: 'comments/commentThread/title', when: 'commentController == parapet.review', group: 'inline@3' },
    ],
  },
  'parapet.applyFromThread': {
    title: 'Apply Patch',
    icon: '$(check)',
    palette: 'false',
    takes: 'the comment thread',
    menus: [
      {
        in: 'comments/commentThread/title',
        when: 'commentController == parapet.review && commentThread == open.ready',
        group: 'inline@1',
      },
    ],
  },
  'parapet.dismissFromThread': {
    title: 'Dismiss as False Positive…',
    icon: '$(thumbsdown)',
    palette: 'false',
    takes: 'the comment thread',
    menus: [
      {
        in: 'comments/commentThread/title',
        when: 'commentController == parapet.review && commentThread =~ /^open/',
        group: 'inline@2',
      },
    ],
  },
});
