import { readJson } from '../../../files/structured/json.ts';
import { itemsOf, type LocatedValue, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';

/**
 * Package.resolved, versions 1 to 3. Packages come from repositories, their versions are tags; one without a version is
 * at a branch or a commit.
 */
export const packageResolved: ManifestFormat = {
  id: 'Package.resolved',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'Package.resolved',
  read(text) {
    const { root, faults } = readJson(text);
    const pins = valueAt(root, 'pins') ?? valueAt(root, 'object', 'pins');
    if (!pins) throw new SyntaxError('It is not a lock file of Swift packages.');
    const found = new Collector('SwiftURL', text, faults);
    for (const pin of itemsOf(pins)) {
      const location = valueAt(pin, 'location') ?? valueAt(pin, 'repositoryURL');
      const name = textOf(location) || textOf(valueAt(pin, 'identity'));
      if (name === undefined) {
        found.problem(pin.start, 'A package without a location was left out.');
        continue;
      }
      const version = textOf(valueAt(pin, 'state', 'version'));
      found.add({
        name,
        version,
        scope: 'unknown',
        group: 'pins',
        origin: originOf(pin, version),
        at: location ?? pin,
      });
    }
    return found.result();
  },
};

function originOf(pin: LocatedValue, version: string | undefined): Origin {
  if (textOf(valueAt(pin, 'kind')) === 'localSourceControl') return 'path';
  return version === undefined ? 'git' : 'registry';
}
