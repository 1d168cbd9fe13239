import { parse, type SemVer } from 'semver';
import { versionScheme } from './scheme.ts';

/**
 * GitHub Actions: tags that are semantic versions, as the GitHub Advisory Database orders them. `v4` moves with each
 * release, and a commit has no order: neither is a version. A bound of an advisory may leave parts out, so a requirement
 * is a whole version and means that one.
 */
export const actions = versionScheme<SemVer>({
  parse: (text) => parse(text) ?? undefined,
  compare: (left, right) => left.compare(right),
  requirement(text) {
    const exact = parse(text);
    return exact ? (version) => version.compare(exact) === 0 : undefined;
  },
});
