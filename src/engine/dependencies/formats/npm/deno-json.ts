import { readJson } from '../../../files/structured/json.ts';
import { membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { inside } from '../values.ts';
import { readSpecifier } from './specifier.ts';

/** deno.json (docs.deno.com/runtime/fundamentals/configuration): the packages of npm among its imports. */
export const denoJson: ManifestFormat = {
  id: 'deno.json',
  kind: 'manifest',
  reads: (path) => /^deno\.jsonc?$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readJson(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const place = new Place(text, faults);
    const packages: PackageEntry[] = [];
    for (const [key, { key: span, value }] of membersOf(valueAt(root, 'imports'))) {
      // A path of a file may follow: `npm:/preact@10.5.13/hooks`.
      const match = /^npm:\/?((?:@[^@/]+\/)?[^@/]+)(?:@([^/]+))?/.exec(textOf(value) ?? '');
      if (!match?.[1]) continue;
      packages.push({
        key: `imports/${key}`,
        ecosystem: 'npm',
        scope: 'production',
        group: 'imports',
        direct: true,
        needs: [],
        range: place.range(span),
        versionRange: place.range(inside(value)),
        ...readSpecifier(match[1], match[2] ?? '*'),
      });
    }
    return { packages, problems: place.problems };
  },
};
