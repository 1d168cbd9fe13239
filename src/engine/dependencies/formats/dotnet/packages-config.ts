import { childOf, childrenOf, readXml } from '../../../files/structured/xml.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';

/** packages.config of NuGet 2: exact versions of everything that is installed, what packages need among them. */
export const packagesConfig: ManifestFormat = {
  id: 'packages.config',
  kind: 'manifest',
  reads: (path) => /^packages(?:\.[\w-]+)?\.config$/i.test(baseOf(path)),
  read(text) {
    const { root, faults } = readXml(text);
    const packages = childOf(root, 'packages');
    if (!packages) throw new SyntaxError('It has no list of packages.');
    const found = new Collector('NuGet', text, faults);
    for (const element of childrenOf(packages, 'package')) {
      const id = element.attributes.get('id');
      const version = element.attributes.get('version');
      if (!id?.text || !version?.text) {
        found.problem(element.tag.start, 'A package without an id or a version was left out.');
        continue;
      }
      const isDevelopment = element.attributes.get('developmentDependency')?.text === 'true';
      found.add({
        name: id.text,
        version: version.text,
        requirement: version.text,
        scope: isDevelopment ? 'development' : 'production',
        group: 'packages',
        at: id.value,
        versionAt: version.value,
      });
    }
    return found.result();
  },
};
