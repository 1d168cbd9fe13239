/** Projects with lock files of as many packages as wanted, written as the package managers write them. */

export interface LargeLock {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The least that a reader of the text has to do: `JSON.parse`, or to split it into lines. */
  readonly floor: (files: LargeLock['files']) => unknown;
}

/** What each package needs of those behind it, and a project of what it asks for. */
const needs = 3;
const asked = 40;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly needs: readonly Package[];
}

/** @returns one project for each format */
export function largeLocks(count: number): readonly LargeLock[] {
  const all = packagesOf(count);
  const json: LargeLock['floor'] = (files) => Object.values(files).map((text) => JSON.parse(text) as unknown);
  const lines: LargeLock['floor'] = (files) => Object.values(files).map((text) => text.split('\n'));
  const manifest = JSON.stringify({ dependencies: rangesOf(all.slice(0, asked)) });
  return [
    {
      name: 'package-lock.json',
      files: { 'package.json': manifest, 'package-lock.json': packageLock(all) },
      floor: json,
    },
    { name: 'pnpm-lock.yaml', files: { 'pnpm-lock.yaml': pnpmLock(all) }, floor: lines },
    { name: 'yarn.lock', files: { 'yarn.lock': yarnLock(all) }, floor: lines },
    { name: 'Cargo.lock', files: { 'Cargo.lock': cargoLock(all) }, floor: lines },
    { name: 'go.sum', files: { 'go.mod': 'module own\n\ngo 1.16\n', 'go.sum': goSum(all) }, floor: lines },
  ];
}

function packagesOf(count: number): readonly Package[] {
  const all: { name: string; version: string; needs: Package[] }[] = [];
  for (let index = 0; index < count; index++)
    all.push({
      name: `${index % 4 === 0 ? '@scope/' : ''}package-${index}`,
      version: `${index % 7}.${index % 31}.${index % 13}`,
      needs: [],
    });
  for (const [index, one] of all.entries())
    for (let step = 1; step <= needs; step++) {
      const other = all[index * needs + step] ?? all[(index + step * 7) % count];
      if (other && other !== one) one.needs.push(other);
    }
  return all;
}

const rangesOf = (list: readonly Package[]): Record<string, string> =>
  Object.fromEntries(list.map(({ name, version }) => [name, `^${version}`]));

const hash = (text: string): string => Buffer.from(text.padEnd(64, 'x')).toString('base64');

function packageLock(all: readonly Package[]): string {
  const installed = all.map((one) => [
    `node_modules/${one.name}`,
    {
      version: one.version,
      resolved: `https://registry.npmjs.org/${one.name}/-/${one.name}-${one.version}.tgz`,
      integrity: `sha512-${hash(one.name)}`,
      license: 'MIT',
      dependencies: rangesOf(one.needs),
      engines: { node: '>=18' },
    },
  ]);
  const own = { name: 'own', dependencies: rangesOf(all.slice(0, asked)) };
  return JSON.stringify(
    { name: 'own', lockfileVersion: 3, packages: { '': own, ...Object.fromEntries(installed) } },
    null,
    2,
  );
}

function pnpmLock(all: readonly Package[]): string {
  const key = ({ name, version }: Package): string =>
    name.startsWith('@') ? `'${name}@${version}'` : `${name}@${version}`;
  const entry = (name: string): string => (name.startsWith('@') ? `'${name}'` : name);
  return [
    "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:",
    ...all
      .slice(0, asked)
      .map(
        (one) =>
          `      ${entry(one.name)}:\n        specifier: ^${one.version}\n        version: ${one.version}`,
      ),
    '\npackages:\n',
    ...all.map(
      (one) =>
        `  ${key(one)}:\n    resolution: {integrity: sha512-${hash(one.name)}}\n    engines: {node: '>=18'}\n`,
    ),
    'snapshots:\n',
    ...all.map((one) =>
      [
        `  ${key(one)}:\n    dependencies:`,
        ...one.needs.map((need) => `      ${entry(need.name)}: ${need.version}`),
        '',
      ].join('\n'),
    ),
  ].join('\n');
}

function yarnLock(all: readonly Package[]): string {
  const quoted = (text: string): string => (text.startsWith('@') ? `"${text}"` : text);
  return [
    '# yarn lockfile v1\n\n',
    ...all.map((one) =>
      [
        `${quoted(`${one.name}@^${one.version}`)}:`,
        `  version "${one.version}"`,
        `  resolved "https://registry.yarnpkg.com/${one.name}/-/${one.name}-${one.version}.tgz#${hash(one.name).slice(0, 40)}"`,
        `  integrity sha512-${hash(one.name)}`,
        '  dependencies:',
        ...one.needs.map((need) => `    ${quoted(need.name)} "^${need.version}"`),
        '',
      ].join('\n'),
    ),
  ].join('\n');
}

function cargoLock(all: readonly Package[]): string {
  const crate = (name: string): string => name.replace('@scope/', 'scope-');
  return [
    'version = 3\n',
    ...all.map((one) =>
      [
        '[[package]]',
        `name = "${crate(one.name)}"`,
        `version = "${one.version}"`,
        'source = "registry+https://github.com/rust-lang/crates.io-index"',
        `checksum = "${hash(one.name).slice(0, 64)}"`,
        'dependencies = [',
        ...one.needs.map((need) => ` "${crate(need.name)}",`),
        ']\n',
      ].join('\n'),
    ),
  ].join('\n');
}

const goSum = (all: readonly Package[]): string =>
  all
    .map(({ name, version }) => {
      const module = `example.com/${name.replace('@', '')}`;
      return `${module} v${version} h1:${hash(name).slice(0, 44)}\n${module} v${version}/go.mod h1:${hash(version).slice(0, 44)}\n`;
    })
    .join('');
