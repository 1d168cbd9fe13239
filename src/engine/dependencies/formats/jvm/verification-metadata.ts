import { childOf, childrenOf, readXml } from '../../../files/structured/xml.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';

/**
 * gradle/verification-metadata.xml (docs.gradle.org, "Verifying dependencies"): every component that a build downloaded
 * when it was written, those of plugins among them.
 */
export const verificationMetadata: ManifestFormat = {
  id: 'verification-metadata.xml',
  kind: 'lock',
  reads: (path) => /(?:^|\/)gradle\/verification-metadata\.xml$/.test(path),
  read(text) {
    const { root, faults } = readXml(text);
    const metadata = childOf(root, 'verification-metadata');
    if (!metadata) throw new SyntaxError('It has no verification metadata of Gradle.');
    const found = new Collector('Maven', text, faults);
    for (const component of childrenOf(childOf(metadata, 'components'), 'component')) {
      const [group, name, version] = ['group', 'name', 'version'].map(
        (key) => component.attributes.get(key)?.text,
      );
      if (group === undefined || name === undefined || version === undefined)
        found.problem(component.tag.start, 'A component without group, name or version was left out.');
      else
        found.add({
          name: `${group}:${name}`,
          version,
          scope: 'unknown',
          group: 'components',
          at: component.tag,
        });
    }
    return found.result();
  },
};
