import { membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { readYaml } from '../../../files/structured/yaml.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { inside } from '../values.ts';
import { imageEntry, imageReference } from './image-reference.ts';
import { expandedVariables } from './variables.ts';

/**
 * Images of the services of a Compose file (docs.docker.com/reference/compose-file). The image of a service that is built
 * here is the name of what is made.
 */
export const compose: ManifestFormat = {
  id: 'compose',
  kind: 'manifest',
  reads: (path) => /^(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readYaml(text);
    const found = new Collector('docker', text, faults);
    for (const { value: service } of membersOf(valueAt(root, 'services')).values()) {
      const value = valueAt(service, 'image');
      const given = textOf(value);
      if (!value || given === undefined || valueAt(service, 'build')) continue;
      const expanded = expandedVariables(given, new Map());
      const reference = imageReference(expanded);
      if (!reference) {
        found.problem(
          value.start,
          `The image ${given.slice(0, 100)} is not known: it has a variable without a default.`,
        );
        continue;
      }
      const entry = imageEntry(reference, inside(value));
      found.add({
        ...entry,
        versionAt: expanded === given ? entry.versionAt : undefined,
        scope: 'production',
        group: 'services',
        direct: true,
      });
    }
    return found.result();
  },
};
