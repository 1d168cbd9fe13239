import type { PackInput } from './schema.ts';

/** Gives a pack its type. Packs are validated by a test, not at start-up. */
export function definePack(pack: PackInput): PackInput {
  return pack;
}
