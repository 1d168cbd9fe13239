import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text }) => text.replace(/\(\s*(['"`][^'"`]*['"`])\s*,/, '($1, requireUser,'),
  python: ({ text }) => `@login_required\n${text}`,
  java: ({ text }) => `@PreAuthorize("isAuthenticated()")\n${text}`,
};
