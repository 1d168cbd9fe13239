import type { LibraryHooks } from '../hooks.ts';

export const hooks: LibraryHooks = {
  // What a schema loads is judged by its fields.
  givenClass: (_, cls, owner, name) =>
    owner === 'marshmallow.Schema' && /^loads?$/.test(name) ? cls : undefined,
};
