import path from 'node:path';
import { readToml } from '../../../engine/files/structured/toml.ts';
import { type LocatedValue, membersOf, textOf, valueAt } from '../../../engine/files/structured/value.ts';
import { isRegistry, type ReducedSettings } from './npmrc.ts';

const sourceName = /^[\w-]{1,100}$/;

/**
 * What the person's configuration of Cargo says of mirrors: `[source]` tables with what replaces crates.io
 * (doc.rust-lang.org/cargo/reference/source-replacement.html). All else is left out: programs, credentials, aliases.
 */
export function reducedCargoConfig(text: string): ReducedSettings {
  let root: LocatedValue;
  try {
    root = readToml(text).root;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { type: 'refused', reason: 'The configuration of Cargo in your home folder cannot be read.' };
  }
  const lines: string[] = [];
  for (const [name, { value }] of membersOf(valueAt(root, 'source'))) {
    if (!sourceName.test(name)) continue;
    const kept: string[] = [];
    const replacement = textOf(valueAt(value, 'replace-with'));
    if (replacement !== undefined && sourceName.test(replacement))
      kept.push(`replace-with = ${JSON.stringify(replacement)}`);
    const registry = textOf(valueAt(value, 'registry'));
    if (registry !== undefined) {
      if (!isRegistry(registry.replace(/^sparse\+/, '')))
        return {
          type: 'refused',
          reason: `The configuration of Cargo names a mirror that is not asked: it has to be an https address without credentials.`,
        };
      kept.push(`registry = ${JSON.stringify(registry)}`);
    }
    for (const key of ['local-registry', 'directory']) {
      const folder = textOf(valueAt(value, key));
      if (folder !== undefined && path.isAbsolute(folder)) kept.push(`${key} = ${JSON.stringify(folder)}`);
    }
    if (kept.length > 0) lines.push(`[source.${name}]`, ...kept);
  }
  return { type: 'kept', text: lines.map((line) => `${line}\n`).join('') };
}
