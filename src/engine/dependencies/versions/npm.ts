import { parse, Range, SemVer } from 'semver';
import { versionScheme } from './scheme.ts';

/** npm: Semantic Versioning 2.0.0, as lenient as npm reads it, and the ranges of node-semver. */
export const npm = versionScheme<SemVer>({
  parse: (text) => parse(text, { loose: true }) ?? undefined,
  compare: (left, right) => left.compare(right),
  requirement(text) {
    try {
      const range = new Range(text, { loose: true });
      return (version) => range.test(new SemVer(version.version, { loose: true }));
    } catch {
      return undefined; // a tag, an address, a folder
    }
  },
});
