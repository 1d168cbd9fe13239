import assert from 'node:assert/strict';
import { reachabilityOf } from '../../../../../src/engine/dependencies/reachability/answer.ts';
import type { WantedPackage } from '../../../../../src/engine/dependencies/reachability/reachability.ts';
import type { FileUsage, ProductFile } from '../../../../../src/engine/dependencies/reachability/usage.ts';
import { growth } from '../../../../support/growth.ts';
import { answers, productOf } from './answers.ts';

const span = [1, 1, 1, 2] as const;
const body = { name: '', span, decorators: [], returns: [] };
const nothing: FileUsage = {
  imports: [],
  computed: [],
  named: [],
  functions: [body],
  classes: [],
  exports: new Map(),
  stars: [],
  uses: [],
};
const file = (
  path: string,
  usage: Partial<FileUsage>,
  resolved: ReadonlyMap<string, string>,
): ProductFile => ({
  path,
  family: 'javascript',
  usage: { ...nothing, ...usage },
  links: { resolved, calls: [], entries: [] },
});
const wanted = (name: string): WantedPackage => ({
  key: name,
  ecosystem: 'npm',
  name,
  symbols: [{ names: ['run'] }],
  broughtBy: [],
});
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const ask = (files: readonly ProductFile[], packages: readonly WantedPackage[]) =>
  reachabilityOf(packages, {
    files: new Map(files.map((one) => [one.path, one])),
    unread: {},
    read: () => '',
  });

/** A file that imports and calls as many packages. */
const importing = (count: number): ProductFile =>
  file(
    'a.js',
    {
      imports: range(count).map((i) => ({ module: `p${i}`, fn: 0, span })),
      uses: range(count).map((i) => ({ fn: 0, of: { root: `p${i}`, path: ['run'] }, isCall: true, span })),
    },
    new Map(),
  );

/** Files of which each passes on all names of the next one, the last one those of the first. */
const cycle = (count: number): readonly ProductFile[] =>
  range(count).map((i) =>
    file(
      `${i}.js`,
      {
        stars: ['./next'],
        uses: [{ fn: 0, of: { root: './next', path: ['run'] }, isCall: true, span }],
      },
      new Map([['./next', `${(i + 1) % count}.js`]]),
    ),
  );

const shapes: readonly (readonly [what: string, ask: (count: number) => unknown, count: number])[] = [
  [
    'packages',
    (n) =>
      ask(
        [importing(n)],
        range(n).map((i) => wanted(`p${i}`)),
      ),
    10_000,
  ],
  [
    'packages that nobody imports',
    (n) =>
      ask(
        [importing(n)],
        range(n).map((i) => wanted(`q${i}`)),
      ),
    10_000,
  ],
  ['re-exports in a circle', (n) => ask(cycle(n), [wanted('p')]), 4_000],
];

/** Text of many alike parts, by the file's name. */
const texts: readonly (readonly [what: string, path: string, part: (i: number) => string, count: number])[] =
  [
    ['imports', 'a.mjs', (i) => `import { a${i} } from 'p${i}';\na${i}();\n`, 20_000],
    ['imports in functions', 'a.py', (i) => `def f${i}():\n    import p${i}\n    p${i}.run()\n`, 4_000],
    [
      'classes with fields',
      'a.py',
      (i) => `class C${i}:\n    def __init__(self):\n        self.a = p()\n`,
      4_000,
    ],
    ['entries of a table', 'a.js', (i) => `t[${i}] = { a: p.run };\nt.a();\n`, 4_000],
  ];

describe('Reachability of packages in code without measure', () => {
  for (const [what, of, count] of shapes)
    it(`costs no more than in proportion to ${what}`, () => {
      const family = { name: what, of: (length: number) => ' '.repeat(length) };
      assert.equal(
        growth((text) => of(text.length), family, count),
        undefined,
      );
    }).timeout(120_000);

  for (const [what, path, part, count] of texts)
    it(`reads ${count} ${what} in proportion to them`, async () => {
      const effort = async (parts: number): Promise<number> => {
        const text = range(parts).map(part).join('');
        const before = process.threadCpuUsage();
        await productOf([{ path, text }]);
        const { user, system } = process.threadCpuUsage(before);
        return user + system;
      };
      await effort(10);
      const [small, large] = [await effort(count / 8), await effort(count)];
      assert.ok(large < 40 * small, `${large} µs, and ${small} µs for an eighth`);
    }).timeout(120_000);

  it('finds the one of 20,000 imports that is asked for', async () => {
    const text = range(20_000)
      .map((i) => `import { run as a${i} } from 'p${i}';\na${i}();\n`)
      .join('');
    const found = await answers({ 'a.mjs': text }, [wanted('p19999'), wanted('q')]);
    assert.deepEqual([found.get('p19999')?.level, found.get('q')?.level], ['reached', 'not-imported']);
  }).timeout(120_000);
});
