import type { LibraryHooks } from '../hooks.ts';

/** Where settings are looked for, of whatever profile: beside the program, in `config/`, among its resources. */
const settings = /^(?:(?:.*\/)?(?:config|resources)\/)?(?:application|bootstrap)(?:-[\w.-]+)?\.properties$/;

export const hooks: LibraryHooks = { isSettings: (path) => settings.test(path) };
