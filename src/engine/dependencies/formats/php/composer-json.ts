import { readJson } from '../../../files/structured/json.ts';
import { membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { inside } from '../values.ts';

const groups = [
  ['require', 'production'],
  ['require-dev', 'development'],
] as const;

/** composer.json (getcomposer.org/doc/04-schema.md). */
export const composerJson: ManifestFormat = {
  id: 'composer.json',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'composer.json',
  read(text) {
    const { root, faults } = readJson(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const found = new Collector('Packagist', text, faults);
    for (const [group, scope] of groups)
      for (const [name, { key, value }] of membersOf(valueAt(root, group))) {
        if (isPlatform(name)) continue;
        const requirement = textOf(value)?.trim();
        if (requirement === undefined) {
          found.problem(key.start, `The range of ${name.slice(0, 80)} is no text.`);
          continue;
        }
        found.add({
          name,
          version: /^=?\s*(v?\d+(?:\.\d+){2,3}(?:-[\w.]+)?)$/.exec(requirement)?.[1],
          requirement,
          scope,
          group,
          direct: true,
          origin: /^dev-|-dev(?:#|$)/.test(requirement) ? 'git' : 'registry',
          at: inside({ ...key, kind: 'text', text: name }),
          versionAt: inside(value),
        });
      }
    return found.result();
  },
};

/** PHP itself, its extensions and Composer's interfaces are no packages: only those have a vendor. */
export const isPlatform = (name: string): boolean => !name.includes('/');
