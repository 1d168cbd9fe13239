import type { LibraryHooks } from '../hooks.ts';

export const hooks: LibraryHooks = {
  routeChecks: {
    chains: 'express-validator.',
    outcome: 'express-validator.Result',
    failures: 'express-validator.Failures',
  },
};
