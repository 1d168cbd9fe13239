import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dependencyGraph } from '../../../../src/engine/dependencies/graph.ts';
import type { ManifestReading, PackageEntry } from '../../../../src/engine/dependencies/package.ts';

const entry = (name: string, over: Partial<PackageEntry> = {}): PackageEntry => ({
  key: `${name}@${over.version ?? '1.0.0'}`,
  ecosystem: 'npm',
  name,
  version: '1.0.0',
  scope: 'unknown',
  group: 'dependencies',
  needs: [],
  origin: 'registry',
  range: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
  ...over,
});
const reading = (
  file: string,
  kind: ManifestReading['kind'],
  packages: readonly PackageEntry[],
): ManifestReading => ({ file, kind, format: kind, packages, problems: [] });
const asking = (name: string, over: Partial<PackageEntry> = {}): PackageEntry => {
  const { version: _, ...rest } = entry(name, { scope: 'production', direct: true, ...over });
  return rest;
};
const told = (readings: readonly ManifestReading[]) =>
  dependencyGraph(readings).map(({ entry: { name }, scope, direct, path, asked }) => ({
    name,
    scope,
    direct,
    path: path.map((step) => step.name).join(' > '),
    asked: asked.file,
  }));

describe('the graph of dependencies', () => {
  const lock = reading('package-lock.json', 'lock', [
    entry('web', { needs: ['parser@1.0.0', 'deep@1.0.0'] }),
    entry('parser', { needs: ['deep@1.0.0'] }),
    entry('deep', { needs: ['web@1.0.0', 'missing@1.0.0'] }),
    entry('lint', { needs: ['glob@1.0.0', 'parser@1.0.0'] }),
    entry('glob'),
    entry('orphan'),
  ]);

  it('tells for each package who asks for it, by which shortest way, and for what', () => {
    const manifest = reading('package.json', 'manifest', [
      asking('lint', { scope: 'development' }),
      asking('web'),
    ]);
    assert.deepEqual(told([manifest, lock]), [
      { name: 'web', scope: 'production', direct: true, path: 'web', asked: 'package.json' },
      { name: 'parser', scope: 'production', direct: false, path: 'web > parser', asked: 'package.json' },
      { name: 'deep', scope: 'production', direct: false, path: 'web > deep', asked: 'package.json' },
      { name: 'lint', scope: 'development', direct: true, path: 'lint', asked: 'package.json' },
      { name: 'glob', scope: 'development', direct: false, path: 'lint > glob', asked: 'package.json' },
      { name: 'orphan', scope: 'unknown', direct: false, path: 'orphan', asked: 'package-lock.json' },
    ]);
  });

  it('gives members of a workspace the lock file above them, and a folder with its own that one', () => {
    const own = reading('apps/own/package-lock.json', 'lock', [entry('web', { version: '2.0.0' })]);
    const found = dependencyGraph([
      reading('apps/a/package.json', 'manifest', [asking('glob')]),
      reading('apps/own/package.json', 'manifest', [asking('web')]),
      lock,
      own,
    ]);
    const of = (name: string, file: string) =>
      found.find((one) => one.entry.name === name && one.file === file) ?? assert.fail(name);
    assert.equal(of('glob', 'package-lock.json').asked.file, 'apps/a/package.json');
    assert.equal(of('web', 'apps/own/package-lock.json').asked.file, 'apps/own/package.json');
    assert.equal(of('web', 'package-lock.json').asked.file, 'package-lock.json');
  });

  it('takes a manifest without a lock file of its ecosystem at its word', () => {
    const manifest = reading('requirements.txt', 'manifest', [
      entry('flask', { ecosystem: 'PyPI', direct: true, scope: 'production' }),
    ]);
    assert.deepEqual(told([manifest, lock]).slice(0, 1), [
      { name: 'flask', scope: 'production', direct: true, path: 'flask', asked: 'requirements.txt' },
    ]);
  });

  it('takes from the manifest what the lock file does not have, and nothing that only constrains', () => {
    const manifest = reading('package.json', 'manifest', [
      asking('web'),
      asking('new', { requirement: '^1.0.0' }),
      asking('parser', { direct: false, constrains: true }),
      asking('unused', { direct: false, constrains: true }),
    ]);
    const found = told([manifest, lock]);
    assert.deepEqual(found[0], {
      name: 'new',
      scope: 'production',
      direct: true,
      path: 'new',
      asked: 'package.json',
    });
    assert.equal(found.find(({ name }) => name === 'parser')?.direct, false);
    assert.ok(found.every(({ name }) => name !== 'unused'));
  });

  it('tells by the range which of several versions the project asks for', () => {
    const found = dependencyGraph([
      reading('package.json', 'manifest', [asking('a', { requirement: '^2.0.0' })]),
      reading('yarn.lock', 'lock', [
        entry('a', { version: '1.5.0' }),
        entry('a', { version: '2.5.0', needs: ['b@1.0.0'] }),
        entry('b', { needs: ['a@1.5.0'] }),
      ]),
    ]);
    assert.deepEqual(
      found.map(({ entry: { version }, direct, path }) => [version, direct, path.length]),
      [
        ['1.5.0', false, 3],
        ['2.5.0', true, 1],
        ['1.0.0', false, 2],
      ],
    );
  });

  it('follows what a manifest without a lock file says of needs', () => {
    const manifest = reading('requirements.txt', 'manifest', [
      entry('web', { ecosystem: 'PyPI', direct: true, scope: 'production', needs: ['deep@1.0.0'] }),
      entry('deep', { ecosystem: 'PyPI', direct: false }),
    ]);
    assert.deepEqual(told([manifest])[1], {
      name: 'deep',
      scope: 'production',
      direct: false,
      path: 'web > deep',
      asked: 'requirements.txt',
    });
  });

  it('keeps ecosystems of one lock file apart', () => {
    const found = told([
      reading('environment.yml', 'manifest', [asking('a', { ecosystem: 'PyPI' })]),
      reading('conda-lock.yml', 'lock', [
        entry('a', { ecosystem: 'conda', key: 'conda a' }),
        entry('a', { ecosystem: 'PyPI', key: 'pip a' }),
      ]),
    ]);
    assert.deepEqual(
      found.map(({ direct, asked }) => [direct, asked]),
      [
        [false, 'conda-lock.yml'],
        [true, 'environment.yml'],
      ],
    );
  });

  it('does not guess who asks where nothing tells', () => {
    assert.deepEqual(told([reading('yarn.lock', 'lock', [entry('a')])]), [
      { name: 'a', scope: 'unknown', direct: undefined, path: 'a', asked: 'yarn.lock' },
    ]);
  });

  it('ends on every graph, tells every package once, and begins each way with what is asked for', () => {
    const graphs = fc.array(fc.array(fc.nat(19), { maxLength: 6 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(19), { maxLength: 5 }), (edges, roots) => {
        const packages = edges.map((needs, index) =>
          entry(`p${index}`, { needs: needs.map((to) => `p${to}@1.0.0`) }),
        );
        const found = dependencyGraph([
          reading(
            'package.json',
            'manifest',
            [...new Set(roots)].map((root) => asking(`p${root}`)),
          ),
          reading('package-lock.json', 'lock', packages),
        ]).filter(({ kind }) => kind === 'lock');
        assert.equal(found.length, packages.length);
        for (const { path, direct, scope } of found) {
          if (scope !== 'production') continue;
          assert.ok(roots.some((root) => path[0]?.name === `p${root}`));
          assert.equal(direct, path.length === 1);
          for (const [index, step] of path.slice(1).entries())
            assert.ok(path[index]?.needs.includes(step.key));
        }
      }),
    );
  });

  it('takes time in proportion, and bounds ways that a hostile file makes long', () => {
    const count = 50_000;
    const chain = Array.from({ length: count }, (_, index) =>
      entry(`p${index}`, { needs: [`p${index + 1}@1.0.0`] }),
    );
    const found = dependencyGraph([
      reading('package.json', 'manifest', [asking('p0')]),
      reading('package-lock.json', 'lock', chain),
    ]);
    assert.equal(found.length, count);
    assert.ok(found.every(({ path }) => path.length <= 50));
  });
});
