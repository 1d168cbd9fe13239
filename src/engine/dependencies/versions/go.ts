import { parse, type SemVer } from 'semver';
import { versionScheme } from './scheme.ts';

/**
 * Go: Semantic Versioning 2.0.0 with a leading `v` (Go Modules Reference, "Versions"). Pseudo-versions are
 * pre-releases by their form; `+incompatible` is build metadata. The standard library's versions are Go's own
 * (`go1.22`, `1.22rc1`), which the Go vulnerability database writes as semantic ones. A requirement of go.mod is a minimum.
 */
export const go = versionScheme<SemVer>({
  parse: parseGo,
  compare: (left, right) => left.compare(right),
  requirement(text) {
    const minimum = parseGo(text);
    return minimum && ((version) => version.compare(minimum) >= 0);
  },
});

const ownRelease = /^(?:go)?(\d+)\.(\d+)(?:\.(\d+))?(?:(rc|beta|alpha)(\d+))?$/;

function parseGo(text: string): SemVer | undefined {
  const own = ownRelease.exec(text);
  if (!own) return parse(text) ?? undefined;
  const [, major, minor, patch = '0', stage, count] = own;
  const release = `${major}.${minor}.${patch}`;
  return parse(stage === undefined ? release : `${release}-${stage}.${count}`) ?? undefined;
}
