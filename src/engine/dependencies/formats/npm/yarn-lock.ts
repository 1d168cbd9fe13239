import type { ManifestFormat } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { readBerry } from './yarn-berry.ts';
import { readClassic } from './yarn-classic.ts';

/** yarn.lock of every version of yarn: those of yarn 2 and later are YAML, with a part that says so. */
export const yarnLock: ManifestFormat = {
  id: 'yarn.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'yarn.lock',
  read(text) {
    if (/^__metadata:/m.test(text)) return readBerry(text);
    const place = new Place(text);
    const packages = readClassic(text, place);
    if (packages.length === 0 && place.problems.length > 0)
      throw new SyntaxError('It is no lock file of yarn.');
    return { packages, problems: place.problems };
  },
};
