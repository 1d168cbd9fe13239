import { itemsOf, type LocatedValue, textOf, valueAt } from '../../../files/structured/value.ts';
import { readYaml } from '../../../files/structured/yaml.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { readRequirement } from '../python/requirement.ts';
import { inside } from '../values.ts';
import { matchSpec } from './match-spec.ts';

/** environment.yml of conda (docs.conda.io, "Managing environments"), with the packages that pip installs. */
export const condaEnvironment: ManifestFormat = {
  id: 'environment.yml',
  kind: 'manifest',
  reads: (path) => /^(?:conda-)?environment(?:[-_.][\w-]+)?\.ya?ml$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readYaml(text);
    const found = new Collector('conda', text, faults);
    for (const item of itemsOf(valueAt(root, 'dependencies'))) {
      const pip = valueAt(item, 'pip');
      if (pip) for (const each of itemsOf(pip)) addPip(found, each);
      else addConda(found, item);
    }
    return found.result();
  },
};

function addConda(found: Collector, item: LocatedValue): void {
  const spec = matchSpec(textOf(item) ?? '');
  if (!spec) {
    found.problem(item.start, 'An item that is no specification of a package was left out.');
    return;
  }
  const { start } = inside(item);
  const { name, version, requirement, requirementAt: at } = spec;
  found.add({
    name,
    version,
    requirement,
    scope: 'production',
    group: 'dependencies',
    direct: true,
    at: inside(item),
    versionAt: at && { start: start + at.start, end: start + at.end },
  });
}

/** A requirement of pip; `-r file` names no package. */
function addPip(found: Collector, item: LocatedValue): void {
  const required = readRequirement(textOf(item) ?? '');
  if (!required) {
    found.problem(item.start, 'A line for pip that names no package was left out.');
    return;
  }
  const { name, version, requirement, origin, nameSpan, rangeSpan } = required;
  const { start } = inside(item);
  found.add({
    ecosystem: 'PyPI',
    name,
    version,
    requirement,
    scope: 'production',
    group: 'pip',
    direct: true,
    origin,
    at: { start: start + nameSpan.start, end: start + nameSpan.end },
    versionAt: rangeSpan && { start: start + rangeSpan.start, end: start + rangeSpan.end },
  });
}
