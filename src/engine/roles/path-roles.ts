import type { CodeRole, FileRole } from './code-role.ts';

/** Whether a folder, the empty one for the root, holds a manifest: what stands beside it is laid out as its tools want it. */
export type HasManifest = (folder: string) => boolean;

/** Folders that mean this wherever they stand, but in packages of Java. */
const anywhere: readonly (readonly [CodeRole, RegExp])[] = [
  ['vendored', /^(?:third[_-]?party|3rd[_-]?party|bower_components|jspm_packages|site-packages)$/i],
  [
    'test',
    /^(?:tests?|testing|specs?|__tests__|__mocks__|__fixtures__|e2e|cypress|fixtures?|mocks?|test[_-]?data|test[_-]?suites?|(?:unit|integration|functional|acceptance|e2e|api|ui)[_-]?tests?)$/i,
  ],
];

/** Folders that mean this beside a manifest; elsewhere they are ordinary packages. */
const besideManifest: readonly (readonly [CodeRole, RegExp])[] = [
  ['vendored', /^(?:vendor|vendored|node_modules)$/i],
  ['test', /^(?:[\w.-]+[_-])?(?:tests?|testing|test[_-]?suite|it)$/i],
  ['example', /^(?:[\w.-]+[_-])?(?:examples?|samples?|demos?|tutorials?|playgrounds?|showcase)$/i],
  ['example', /^docs?$|^documentation$/i],
  ['tooling', /^(?:scripts?|tools?|build|ci|\.github|\.circleci|\.gitlab|hack|bench|benchmarks?|perf)$/i],
];

/** Folders with web assets, which have libraries copied to `vendor` below them. */
const assetFolder = /^(?:public|static|assets|wwwroot|js|css|lib|libs|scripts|plugins)$/i;

/** How names of files end that hold settings and data, keys among them. */
const data = 'ya?ml|json|toml|ini|cfg|conf|config|properties|env|xml|sql|tf|tfvars|pem|key|crt|p12|jks|local';

/** Names of such files, in any folder. A profile for tests is one among what is shipped, too. */
const nameOfData: readonly (readonly [CodeRole, RegExp, string])[] = [
  [
    'test',
    new RegExp(`[._-](?:tests?|testing|e2e|fixtures?|mocks?)\\.(?:${data})$|^\\.env\\.(?:tests?|e2e)$`, 'i'),
    '*-test.*',
  ],
  ['example', new RegExp(`(?:^|[._-])(?:examples?|samples?|demo)\\.(?:${data})$`, 'i'), '*-example.*'],
];

/** Names of files, in any folder. */
const byName: readonly (readonly [CodeRole, RegExp, string])[] = [
  ...nameOfData,
  ['test', /\.(?:test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$/i, '*.test.*'],
  ['test', /^(?:test_[^/]*|[^/]*_tests?|tests?|conftest)\.py$|_test\.(?:go|rb)$/, 'test_*.py'],
  // The names that Surefire, Failsafe and Gradle's plugins look for.
  [
    'test',
    /(?:Tests?|TestCase|[a-z0-9]IT|ITCase)\.(?:java|kt|groovy|scala|cs)$|Spec\.(?:groovy|scala)$/,
    '*Test.java',
  ],
  ['test', /[._-](?:testing|fixtures?|mocks?)\.(?:[cm]?[jt]sx?|py)$/i, '*.mock.*'],
  ['example', /\.(?:example|sample)(?:\.\w+)?$/i, '*.example'],
  ['example', /\.(?:stories|story)\.[cm]?[jt]sx?$/i, '*.stories.*'],
  ['generated', /_pb2(?:_grpc)?\.pyi?$|_pb\.[jt]s$|\.pb\.[jt]s$|\.generated\.[cm]?[jt]sx?$/, '*.generated.*'],
  // Versions in names: libraries as they were downloaded.
  ['vendored', /^[a-z][\w.]{0,60}[-.]v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?[\w.-]{0,60}\.js$/i, 'library-1.2.3.js'],
];

/** How build scripts in Python are told. */
export const buildScript = 'setup.py';

/** Names of files beside a manifest. */
const nameBesideManifest: readonly (readonly [CodeRole, RegExp, string])[] = [
  ['test', /^tests?\.[cm]?[jt]sx?$/i, 'test.*'],
  ['tooling', /^(?:setup|noxfile|fabfile|conanfile)\.py$/, buildScript],
  [
    'tooling',
    /^(?:gulpfile|gruntfile|jakefile)(?:\.[\w-]+)?\.[cm]?[jt]s$|^[\w.-]+\.(?:config|conf|setup)\.[cm]?[jt]s$/i,
    '*.config.*',
  ],
];

/** Sets of sources of Maven and Gradle that are no part of what is shipped. */
const sourceSet = /^(?:test|tests|it|[a-z]\w*Tests?|[\w]+-tests?|testFixtures|test[A-Z]\w*)$/;
const jvmRoots = new Set(['java', 'kotlin', 'groovy', 'scala', 'resources', 'webapp']);

/** Returns what a file's path says of it; undefined for what may be the product. */
export function roleByPath(path: string, hasManifest: HasManifest): FileRole | undefined {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const isJvm = /\.(?:java|kt|groovy|scala)$/.test(name);
  for (const [at, part] of parts.entries()) {
    const folder = parts.slice(0, at + 1).join('/');
    const parent = parts[at - 1];
    const next = parts[at + 1];
    if (parent === 'src' && (jvmRoots.has(next ?? '') || isJvm)) {
      // Below a set of sources, folders are packages.
      if (part === 'main') return roleNamed(nameOfData, name);
      if (sourceSet.test(part)) return { role: 'test', by: folder, refutable: false };
      if (part === 'jmh') return { role: 'tooling', by: folder, refutable: false };
    }
    const isBeside = at === 0 || hasManifest(parts.slice(0, at).join('/'));
    const role =
      (isBeside ? roleIn(besideManifest, part) : undefined) ??
      (isJvm && !isBeside ? undefined : roleIn(anywhere, part)) ??
      (/^vendor$/i.test(part) && assetFolder.test(parent ?? '') ? 'vendored' : undefined);
    if (role) return { role, by: folder, refutable: role !== 'vendored' };
  }
  const isBeside = hasManifest(parts.join('/'));
  return roleNamed(isBeside ? [...byName, ...nameBesideManifest] : byName, name);
}

function roleNamed(
  rows: readonly (readonly [CodeRole, RegExp, string])[],
  name: string,
): FileRole | undefined {
  const [role, , by] = rows.find(([, pattern]) => pattern.test(name)) ?? [];
  if (role === undefined || by === undefined) return undefined;
  return { role, by, refutable: role !== 'vendored' && role !== 'generated' };
}

const roleIn = (rows: readonly (readonly [CodeRole, RegExp])[], name: string): CodeRole | undefined =>
  rows.find(([, pattern]) => pattern.test(name))?.[0];

/** Whether a file is for tests, as far as its path alone tells. */
export const isOfTests = (path: string): boolean => roleByPath(path, () => false)?.role === 'test';
