import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { readYaml } from '../../../files/structured/yaml.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { imageEntry, imageReference } from '../docker/image-reference.ts';
import { inside } from '../values.ts';

/**
 * Workflows and composite actions of GitHub (docs.github.com/actions/reference/workflow-syntax): `uses:` of steps and
 * jobs, and images. An action's name is its repository; `v4` moves with each release, and is no exact version.
 */
export const workflow: ManifestFormat = {
  id: 'github-actions',
  kind: 'manifest',
  reads: (path) => /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/.test(path),
  read(text) {
    const { root, faults } = readYaml(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no YAML mapping.');
    const found = new Collector('GitHub Actions', text, faults);
    for (const { value: job } of membersOf(valueAt(root, 'jobs')).values()) {
      addUse(found, valueAt(job, 'uses'));
      addSteps(found, job);
      const container = valueAt(job, 'container');
      addImage(found, container?.kind === 'table' ? valueAt(container, 'image') : container, 'container');
      for (const { value: service } of membersOf(valueAt(job, 'services')).values())
        addImage(found, valueAt(service, 'image'), 'services');
    }
    const runs = valueAt(root, 'runs');
    if (runs) addSteps(found, runs);
    const image = valueAt(runs, 'image');
    if (textOf(image)?.startsWith('docker://')) addUse(found, image);
    return found.result();
  },
};

function addSteps(found: Collector, holder: LocatedValue): void {
  for (const step of itemsOf(valueAt(holder, 'steps'))) addUse(found, valueAt(step, 'uses'));
}

const image = 'docker://';

function addUse(found: Collector, value: LocatedValue | undefined): void {
  const text = textOf(value);
  // An action of the repository itself, or one that is computed.
  if (!value || text === undefined || text.startsWith('.') || text.includes('${{')) return;
  if (text.startsWith(image)) {
    addImage(found, value, 'uses', image.length);
    return;
  }
  const [, repository, folder = '', ref] = /^([\w.-]+\/[\w.-]+)(\/[^@\s]*)?@(\S+)$/.exec(text) ?? [];
  if (repository === undefined || ref === undefined) {
    found.problem(value.start, `${text.slice(0, 100)} is no reference to an action.`);
    return;
  }
  const { start } = inside(value);
  const from = start + repository.length + folder.length + 1;
  const isCommit = /^[\da-f]{40}$/i.test(ref);
  found.add({
    name: repository,
    version: isCommit || /^v?\d+\.\d+\.\d+/.test(ref) ? ref : undefined,
    requirement: ref,
    scope: 'development',
    group: 'uses',
    direct: true,
    at: { start, end: start + text.length },
    versionAt: { start: from, end: from + ref.length },
  });
}

function addImage(found: Collector, value: LocatedValue | undefined, group: string, skip = 0): void {
  const text = textOf(value)?.slice(skip);
  if (!value || !text || text.includes('${{')) return;
  const reference = imageReference(text);
  if (!reference) {
    found.problem(value.start, `${text.slice(0, 100)} is no reference to an image.`);
    return;
  }
  const start = inside(value).start + skip;
  found.add({
    ...imageEntry(reference, { start, end: start + text.length }),
    scope: 'development',
    group,
    direct: true,
  });
}
