import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Package } from '../../../../src/api/contract/dependencies.ts';
import {
  type DependencyFilter,
  everything,
  filteredPackages,
  fitsExposure,
  fitsVulnerability,
} from '../../../../src/views/dependencies/filter.ts';
import { openVulnerability } from '../../../../src/views/dependencies/grouping.ts';
import { type FolderNode, type PackageNode, parentOf } from '../../../../src/views/dependencies/nodes.ts';
import { indexPackages } from '../../../../src/views/dependencies/package-index.ts';
import {
  belowFolder,
  broughtBy,
  nodeIn,
  packagesIn,
} from '../../../../src/views/dependencies/package-tree.ts';
import { effortOf } from '../../../support/effort.ts';
import { makeKnown } from '../make-issue.ts';
import { dependency, row } from './make-package.ts';

const folder = (packages: readonly Package[]): FolderNode => ({
  kind: 'folder',
  id: 'all',
  folder: 'file:///shop',
  name: 'shop',
  isCut: false,
  exposure: undefined,
  packages,
});
/** `express(debug(ms))` */
const drawn = (nodes: readonly PackageNode[]): string[] =>
  nodes.map((node) => {
    const below = drawn(broughtBy(node));
    return below.length === 0 ? node.row.name : `${node.row.name}(${below.join(' ')})`;
  });

const packages = [
  row('debug', ['express', 'debug']),
  row('express', ['express']),
  row('ms', ['express', 'debug', 'ms'], { vulnerabilities: { HIGH: 1 } }),
  row('ms', ['express', 'debug', 'ms'], { manifestPath: 'web/package.json' }),
  row('qs', ['body-parser', 'qs']),
  row('stray', []),
];

describe('the packages of the Dependencies view', () => {
  it('stand below what brings them, by the shortest way; others stand by themselves', () => {
    assert.deepEqual(drawn(packagesIn(folder(packages))), ['express(debug(ms))', 'ms', 'qs', 'stray']);
    const index = indexPackages(packages);
    const [express] = index.top;
    assert.ok(express);
    assert.deepEqual(index.belowOf(express), { count: 2, vulnerable: 1 });
  });

  it('are each there once, whatever their ways say', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const any = fc.array(
      fc.record({ path: fc.array(name, { maxLength: 5 }), version: fc.constantFrom('1', '2') }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(any, (rows) => {
        const all = rows.map(({ path, version }, line) => row(path.at(-1) ?? 'x', path, { version, line }));
        const seen: Package[] = [];
        const walk = (nodes: readonly PackageNode[]): void => {
          for (const node of nodes) {
            seen.push(node.row);
            walk(broughtBy(node));
          }
        };
        walk(packagesIn(folder(all)));
        assert.equal(seen.length, all.length);
        assert.equal(new Set(seen).size, all.length);
      }),
    );
  });

  it('are grouped by manifest or ecosystem', () => {
    const groups = belowFolder(folder(packages), 'manifest');
    assert.deepEqual(
      groups.map((node) => (node.kind === 'group' ? [node.name, ...drawn(packagesIn(node))] : [])),
      [
        ['package.json', 'express(debug(ms))', 'qs', 'stray'],
        ['web/package.json', 'ms'],
      ],
    );
    assert.deepEqual(
      belowFolder(folder(packages), 'ecosystem').map((node) => node.kind === 'group' && node.name),
      ['npm'],
    );
  });

  it('are found with those above them, so that one can be revealed', () => {
    for (const grouping of ['repository', 'manifest'] as const) {
      const node = nodeIn(folder(packages), grouping, ({ name }) => name === 'ms');
      const names: string[] = [];
      for (let one = node && parentOf(node); one; one = parentOf(one))
        names.push(one.kind === 'package' ? one.row.name : one.kind);
      const above = grouping === 'manifest' ? ['group', 'folder'] : ['folder'];
      assert.deepEqual(names, ['debug', 'express', ...above]);
    }
    assert.equal(
      nodeIn(folder(packages), 'repository', ({ name }) => name === 'none'),
      undefined,
    );
  });

  it('cost in proportion to their number: what a row brings is made when it is opened', () => {
    const many = (count: number): Package[] =>
      Array.from({ length: count }, (_, index) => {
        const way = ['app', `kit-${index % 100}`, `part-${index % 1_000}`, `leaf-${index}`];
        return row(way.at(-1) ?? '', way.slice(0, 1 + (index % 4)).concat(way.slice(-1)));
      });
    const effort = (count: number): number => {
      const rows = many(count);
      return Math.min(
        ...[1, 2, 3].map(() =>
          effortOf(() => void filteredPackages(rows, { ...everything, text: 'leaf-7' })),
        ),
      );
    };
    assert.ok(effort(40_000) < 40 * Math.max(1, effort(5_000)), 'eight times the packages');
  });

  it('are narrowed by text, vulnerability and who asks for them, with what brings what is left', () => {
    const shown = (filter: Partial<DependencyFilter>): string[] =>
      drawn(packagesIn(folder(filteredPackages(packages, { ...everything, ...filter }))));
    assert.deepEqual(shown({ text: 'DEBUG' }), ['express(debug)']);
    assert.deepEqual(shown({ vulnerableOnly: true }), ['express(debug(ms))']);
    assert.deepEqual(shown({ directOnly: true }), ['express', 'stray']);
    assert.deepEqual(shown({ text: 'web/' }), ['ms']);
    assert.deepEqual(shown({ text: 'none' }), []);
    const at = { asOf: '2030-01-01T00:00:00.000Z' };
    for (const [exposure, isShown] of [
      [undefined, false],
      [{ ...at, isExposed: false }, false],
      [{ ...at, isExposed: true }, true],
    ] as const) {
      assert.equal(fitsExposure(exposure, { ...everything, exposedOnly: true }), isShown);
      assert.equal(fitsExposure(exposure, everything), true);
    }
    const known = makeKnown({
      dependency: dependency({
        direct: false,
        advisory: { ...dependency({}, 'CVE-2').advisory, aliases: ['GHSA-aaaa'] },
      }),
    });
    const vulnerability = openVulnerability(known) ?? assert.fail();
    const fits = (filter: Partial<DependencyFilter>): boolean =>
      fitsVulnerability(vulnerability, { ...everything, ...filter });
    assert.deepEqual(
      [fits({ text: 'ghsa-A' }), fits({ text: 'cve-2' }), fits({ text: 'qs' }), fits({ directOnly: true })],
      [true, true, false, false],
    );
  });
});
