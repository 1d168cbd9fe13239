import type { LibraryHooks } from '../hooks.ts';

export const hooks: LibraryHooks = {
  // What a schema loads is judged by its fields.
  keepsClass: (owner, name) => owner === 'marshmallow.Schema' && /^loads?$/.test(name),
};
