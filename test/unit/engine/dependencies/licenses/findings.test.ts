import assert from 'node:assert/strict';
import { examineDependencies } from '../../../../../src/engine/dependencies/examine.ts';
import type { LicensePolicy } from '../../../../../src/engine/dependencies/licenses/policy.ts';
import { project } from '../support.ts';

const shop = {
  'package.json': '{\n  "dependencies": { "kit": "^2.0.0" },\n  "devDependencies": { "runner": "1.0.0" }\n}',
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { kit: '^2.0.0' }, devDependencies: { runner: '1.0.0' } },
      'node_modules/kit': { version: '2.0.0', license: 'MIT', dependencies: { paint: '^1.0.0' } },
      'node_modules/paint': { version: '1.1.0', license: 'AGPL-3.0' },
      'node_modules/runner': { version: '1.0.0', dev: true, license: '(AGPL-3.0-only OR MIT)' },
      'node_modules/tool': { version: '1.0.0', dev: true, license: 'AGPL-3.0-only' },
      'node_modules/odd': { version: '1.0.0', license: 'SEE LICENSE IN LICENSE.md' },
    },
  }),
};
const policy: LicensePolicy = { allow: [], deny: ['AGPL-3.0-only'], unknown: 'ignore', severity: 'medium' };
const refused = (texts: Readonly<Record<string, string>>, change: Partial<LicensePolicy> = {}) =>
  examineDependencies(project(texts), [], { licenses: { ...policy, ...change } }).licenses;

describe('the policy of licences', () => {
  it('refuses nothing where there is none', () => {
    assert.deepEqual(examineDependencies(project(shop), []).licenses, []);
    assert.deepEqual(refused(shop, { deny: [] }), []);
  });

  it('reports a package where the project asks for what brings it, with the way and the licence', () => {
    const [paint, tool, ...others] = refused(shop);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [paint?.vulnClass, paint?.category, paint?.score, paint?.file, paint?.range.startLine, paint?.cwes],
      ['license-policy', 'SCA', 50, 'package.json', 2, []],
    );
    assert.equal(paint?.title, 'Licence AGPL-3.0-only is denied: paint 1.1.0');
    assert.match(paint?.message ?? '', /by the way `kit` › `paint`\. Its licence is `AGPL-3\.0-only`/);
    assert.deepEqual([tool?.title, tool?.score], ['Licence AGPL-3.0-only is denied: tool 1.0.0', 25]);
  });

  it('reports what is not allowed, and what is not known where that is asked for', () => {
    const titles = refused(shop, { allow: ['MIT'], deny: [], unknown: 'report', severity: 'low' }).map(
      ({ title, score }) => `${title} ${score}`,
    );
    assert.deepEqual(titles, [
      'Licence AGPL-3.0-only is not allowed: paint 1.1.0 25',
      'Licence AGPL-3.0-only is not allowed: tool 1.0.0 25',
      'Licence not known: odd 1.0.0 25',
    ]);
  });

  it('reads alternatives of Composer, and licences of Pixi', () => {
    const composer = {
      'composer.lock': JSON.stringify({
        packages: [
          { name: 'a/both', version: '1.0.0', license: ['MIT', 'AGPL-3.0-only'] },
          { name: 'a/one', version: '1.0.0', license: ['AGPL-3.0-only'] },
        ],
        'packages-dev': [],
      }),
    };
    assert.deepEqual(
      refused(composer).map(({ title }) => title),
      ['Licence AGPL-3.0-only is denied: a/one 1.0.0'],
    );
    const pixi = {
      'pixi.lock':
        'version: 6\npackages:\n- conda: https://conda.example/noarch/tool-1.0.0-0.conda\n  license: AGPL-3.0-only\n',
    };
    assert.equal(refused(pixi).length, 1);
  });

  it('tells licences of packages as SPDX expressions, and none that is no expression', () => {
    const { packages } = examineDependencies(project(shop), []);
    assert.deepEqual(
      packages.map(({ name, licenses }) => [name, ...licenses]),
      [
        ['kit', 'MIT'],
        ['paint', 'AGPL-3.0-only'],
        ['runner', 'AGPL-3.0-only OR MIT'],
        ['tool', 'AGPL-3.0-only'],
        ['odd'],
      ],
    );
  });
});
