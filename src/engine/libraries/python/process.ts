import type { LibraryHooks } from '../hooks.ts';

export const hooks: LibraryHooks = { splitsCommands: 'shlex.split' };
