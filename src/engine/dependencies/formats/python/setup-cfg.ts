import type { ManifestFormat, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { iniLines } from './ini.ts';
import { scopeOfGroup } from './requirement.ts';
import { requirementEntry } from './requirement-list.ts';

/** setup.cfg (setuptools.pypa.io, "Configuring setuptools using setup.cfg files"). */
export const setupCfg: ManifestFormat = {
  id: 'setup.cfg',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'setup.cfg',
  read(text) {
    const place = new Place(text);
    const packages: PackageEntry[] = [];
    for (const { section, key, text: value, start } of iniLines(text)) {
      const isOption = section === 'options' && /^(?:install_requires|tests_require)$/.test(key);
      if (!isOption && section !== 'options.extras_require') continue;
      const scope = key === 'tests_require' ? 'development' : isOption ? 'production' : scopeOfGroup(key);
      const entry = requirementEntry(value, start, key, scope, place);
      if (entry) packages.push(entry);
      else if (!/^(?:file|attr):/.test(value))
        place.problem(start, 'This is no requirement of Python; it was left out.');
    }
    return { packages, problems: place.problems };
  },
};
