import { parse, type SemVer } from 'semver';
import { versionScheme } from './scheme.ts';

/** Swift packages: Semantic Versioning 2.0.0; a requirement is a version, `a..<b` or `a...b`, Swift's own ranges. */
export const swift = versionScheme<SemVer>({
  parse: (text) => parse(text) ?? undefined,
  compare: (left, right) => left.compare(right),
  requirement(text) {
    const [first = '', operator, last] = text.replaceAll('"', '').split(/\s*(\.\.[.<])\s*/);
    const from = parse(first);
    if (!from) return undefined;
    if (last === undefined) return (version) => version.compare(from) === 0;
    const to = parse(last);
    if (!to) return undefined;
    return (version) =>
      version.compare(from) >= 0 && (operator === '...' ? version.compare(to) <= 0 : version.compare(to) < 0);
  },
});
