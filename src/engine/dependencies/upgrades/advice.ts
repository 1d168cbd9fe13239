import type { Ecosystem } from '../package.ts';
import type { VulnerableDependency } from '../vulnerable.ts';

type Asked = Pick<VulnerableDependency, 'ecosystem' | 'name' | 'direct'> & {
  readonly path: readonly { readonly name: string }[];
  readonly fixedVersion?: string | undefined;
  /** The package itself is the attack. */
  readonly isMalicious?: boolean | undefined;
  readonly safeVersion?: string | undefined;
  readonly lock?: { readonly file: string } | undefined;
};

/** Commands of the ecosystems' own tools that raise a package, by the lock file that they write. */
const byLock: Readonly<Record<string, (name: string, version: string) => string>> = {
  'package-lock.json': (name, version) => `npm install ${name}@${version}`,
  'npm-shrinkwrap.json': (name, version) => `npm install ${name}@${version}`,
  'yarn.lock': (name, version) => `yarn up ${name}@${version}`,
  'pnpm-lock.yaml': (name, version) => `pnpm update ${name}@${version}`,
  'bun.lock': (name, version) => `bun add ${name}@${version}`,
  'poetry.lock': (name, version) => `poetry add ${name}@^${version}`,
  'uv.lock': (name, version) => `uv lock --upgrade-package ${name}==${version}`,
  'pdm.lock': (name, version) => `pdm add ${name}>=${version}`,
  'Pipfile.lock': (name, version) => `pipenv install ${name}==${version}`,
  'Cargo.lock': (name, version) => `cargo update -p ${name} --precise ${version}`,
  'Gemfile.lock': (name) => `bundle update ${name} --conservative`,
  'composer.lock': (name, version) => `composer require ${name}:^${version}`,
  'pubspec.lock': (name, version) => `dart pub add ${name}:^${version}`,
  'mix.lock': (name) => `mix deps.update ${name}`,
  'packages.lock.json': (name, version) => `dotnet add package ${name} --version ${version}`,
};

/** The same for what a package of the project brings: the tools that raise it by itself, without a change of the manifest. */
const transitive: Readonly<Record<string, (name: string, version: string) => string>> = {
  'package-lock.json': (name) => `npm update ${name}`,
  'npm-shrinkwrap.json': (name) => `npm update ${name}`,
  'yarn.lock': (name) => `yarn up --recursive ${name}`,
  'pnpm-lock.yaml': (name) => `pnpm update --depth Infinity ${name}`,
  'poetry.lock': (name) => `poetry update ${name}`,
  'uv.lock': (name, version) => `uv lock --upgrade-package ${name}==${version}`,
  'pdm.lock': (name) => `pdm update ${name}`,
  'Cargo.lock': (name, version) => `cargo update -p ${name} --precise ${version}`,
  'Gemfile.lock': (name) => `bundle update ${name} --conservative`,
  'composer.lock': (name) => `composer update ${name}`,
};

/** Where a project says which version of a package others get that it does not ask for itself. */
const overrides: Readonly<Partial<Record<Ecosystem, string>>> = {
  npm: '`overrides` (npm), `resolutions` (yarn) or `pnpm.overrides` of `package.json`',
  PyPI: 'a constraints file (`pip install -c`)',
  Maven: '`dependencyManagement` of the `pom.xml`, or `constraints` of Gradle',
  Go: 'a `require` of your own in `go.mod`',
  Packagist: '`require` of `composer.json`',
  NuGet: 'a `PackageReference` of your own',
};

/** Names and versions of registries; whatever else a manifest of others may say has no place in a command. */
const plain = /^[\w@][\w@./:~+-]*$/;

/** The command of the ecosystem's own tool that raises a package to a version that ends its vulnerability. */
export function upgradeCommand({ ecosystem, name, direct, path, lock, ...asked }: Asked): string | undefined {
  const version = asked.isMalicious ? undefined : targetOf(asked);
  if (version === undefined || !plain.test(name) || !plain.test(version)) return undefined;
  if (ecosystem === 'Go') return goGet(name, version);
  const lockName = lock?.file.slice(lock.file.lastIndexOf('/') + 1) ?? '';
  const commands = direct || path.length === 0 ? byLock : transitive;
  return commands[lockName]?.(name, version);
}

/** What a person does to end a vulnerability of a package: the command where one does it, in Markdown. */
export function upgradeAdvice(asked: Asked): string {
  const { ecosystem, name, direct, path } = asked;
  const version = targetOf(asked);
  if (asked.isMalicious) {
    const later = version === undefined ? '' : `, or take ${version} if a later one is needed`;
    return `Remove \`${name}\`${later}. Replace every secret of the machines that installed it: developers’ and those of the build.`;
  }
  if (version === undefined)
    return `No version of \`${name}\` ends it. Replace the package, or see that nobody outside chooses the data that reaches it.`;
  const command = upgradeCommand(asked);
  const [first] = path;
  if (direct || !first)
    return command === undefined
      ? `Ask for \`${name}\` ${version} or later.`
      : `Run \`${command}\`, then the tests.`;
  const raise = command === undefined ? '' : `Run \`${command}\`. If it stays below ${version}: `;
  const bringing = `upgrade \`${first.name}\` to a version that brings \`${name}\` ${version} or later`;
  const pin = overrides[ecosystem];
  const sentence = `${raise}${bringing}${pin === undefined ? '' : `, or say the version in ${pin}`}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The version that no advisory affects, else the one that ends this advisory. */
const targetOf = ({ safeVersion, fixedVersion }: Pick<Asked, 'safeVersion' | 'fixedVersion'>) =>
  safeVersion ?? fixedVersion;

const goGet = (name: string, version: string): string => `go get ${name}@v${version.replace(/^v/, '')}`;
