import assert from 'node:assert/strict';
import { examineDependencies } from '../../../../../src/engine/dependencies/examine.ts';
import { upgradeAdvice, upgradeCommand } from '../../../../../src/engine/dependencies/upgrades/advice.ts';
import { checkLock } from '../../../../../src/engine/dependencies/upgrades/check.ts';
import { explanationOf, titleOf } from '../../../../../src/engine/dependencies/upgrades/explanation.ts';
import {
  planUpgrades,
  type UpgradePlan,
  type UpgradeReach,
} from '../../../../../src/engine/dependencies/upgrades/plan.ts';
import { advisory, project, sourceOf } from './support.ts';

type Texts = Readonly<Record<string, string>>;
type Advisories = readonly ReturnType<typeof advisory>[];

/** What is planned for the first vulnerability of a project. */
function planned(texts: Texts, advisories: Advisories, reach: UpgradeReach = 'ONE') {
  const files = project(texts);
  const sources = [sourceOf(advisories)];
  const [first] = examineDependencies(files, sources).vulnerabilities;
  const { finding } = first ?? assert.fail('nothing is vulnerable');
  return planUpgrades(finding, reach, files, sources);
}

function plansOf(texts: Texts, advisories: Advisories, reach: UpgradeReach = 'ONE'): readonly UpgradePlan[] {
  const answer = planned(texts, advisories, reach);
  return answer.type === 'plans' ? answer.plans : assert.fail(answer.reason);
}

/** The texts that a plan changes. */
const changed = (plan: UpgradePlan | undefined): Texts =>
  Object.fromEntries((plan?.changes ?? []).map(({ file, after }) => [file, after]));

const reasonOf = (answer: ReturnType<typeof planned>): string =>
  answer.type === 'none' ? answer.reason : '';

const manifest = '{\n  "dependencies": {\n    "paint": "1.0.0"\n  }\n}\n';
/** A lock file in which `kit` brings `paint`. */
const lockOf = (packages: Readonly<Record<string, object>>): string =>
  JSON.stringify({ lockfileVersion: 3, packages }, null, 2);
const broughtByKit = {
  'package.json': '{\n\t"dependencies": {\n\t\t"kit": "^1.0.0"\n\t}\n}\n',
  'package-lock.json': lockOf({
    '': { dependencies: { kit: '^1.0.0' } },
    'node_modules/kit': { version: '1.0.0', dependencies: { paint: '~1.0.0' } },
    'node_modules/paint': { version: '1.0.0' },
  }),
};

describe('an upgrade', () => {
  it('is the smallest version that no advisory affects, as an edit of the version alone', () => {
    const [plan] = plansOf({ 'package.json': manifest }, [
      advisory('CVE-1', '0', '1.1.0'),
      advisory('CVE-2', '0.5.0', '1.2.0'),
      advisory('CVE-3', '1.2.0', '1.3.0'),
    ]);
    assert.equal(titleOf(plan?.raises ?? []), 'Upgrade paint to 1.3.0');
    assert.deepEqual(changed(plan), { 'package.json': manifest.replace('1.0.0', '1.3.0') });
    assert.equal(plan?.lock, undefined);
  });

  it('is written where the version stands: in the parent, or in a list of pinned versions', () => {
    const maven = { ecosystem: 'Maven', name: 'org.acme:paint' } as const;
    const dependency = (inner: string) =>
      `<dependency><groupId>org.acme</groupId><artifactId>paint</artifactId>${inner}</dependency>`;
    const parent = `<project><groupId>a</groupId><artifactId>p</artifactId><version>1</version><packaging>pom</packaging>
<properties><paint.version>1.0.0</paint.version></properties>
<dependencyManagement><dependencies>${dependency('<version>${paint.version}</version>')}</dependencies></dependencyManagement></project>`;
    const child = `<project><parent><groupId>a</groupId><artifactId>p</artifactId><version>1</version></parent><artifactId>web</artifactId>
<dependencies>${dependency('')}</dependencies></project>`;
    const [plan] = plansOf({ 'pom.xml': parent, 'web/pom.xml': child }, [
      advisory('CVE-1', '0', '1.1.0', maven),
    ]);
    assert.match(changed(plan)['pom.xml'] ?? '', /<paint\.version>1\.1\.0</);
    const python = plansOf({ 'requirements.txt': 'paint==1.0.0  # colours\n' }, [
      advisory('CVE-1', '0', '1.1.0', { ecosystem: 'PyPI', name: 'paint' }),
    ]);
    assert.deepEqual(changed(python[0]), { 'requirements.txt': 'paint==1.1.0  # colours\n' });
  });

  it('raises what pip-compile wrote for another package where it stands', () => {
    const compiled = 'kit==2.0\n    # via -r requirements.in\npaint==1.0.0\n    # via kit\n';
    const [plan] = plansOf({ 'requirements.txt': compiled }, [
      advisory('CVE-1', '0', '1.1.0', { ecosystem: 'PyPI', name: 'paint' }),
    ]);
    assert.deepEqual(changed(plan), { 'requirements.txt': compiled.replace('1.0.0', '1.1.0') });
  });

  it('is none where no version ends it, and says what else there is to do', () => {
    const answer = planned({ 'package.json': manifest }, [advisory('CVE-1', '0', undefined)]);
    assert.match(reasonOf(answer), /No version of `paint` ends it/);
  });

  it('is none where the version is pinned in a file that the manifest only points at', () => {
    const answer = planned(
      { 'requirements.txt': '-c constraints.txt\npaint>=1\n', 'constraints.txt': 'paint==1.0.0\n' },
      [advisory('CVE-1', '0', '1.1.0', { ecosystem: 'PyPI', name: 'paint' })],
    );
    assert.match(reasonOf(answer), /does not write the version/);
  });

  it('keeps a range that has room for the fixed version, and asks for the lock file alone', () => {
    const [plan] = plansOf(
      {
        'package.json': manifest.replace('1.0.0', '^1.0.0'),
        'package-lock.json': lockOf({
          '': { dependencies: { paint: '^1.0.0' } },
          'node_modules/paint': { version: '1.0.0' },
        }),
      },
      [advisory('CVE-1', '0', '1.1.0')],
    );
    assert.deepEqual(plan?.changes, []);
    assert.equal(plan?.lock?.file, 'package-lock.json');
    assert.match(plan?.lock?.pinned['package.json'] ?? '', /"dependencies": \{\s*"paint": "1\.1\.0"/);
    assert.match(plan?.lock?.manifests['package.json'] ?? '', /"\^1\.0\.0"/);
  });

  it('raises a range in its own style where it has no room', () => {
    for (const [range, raised] of [
      ['^1.0.0', '^2.0.1'],
      ['~1.0', '~2.0.1'],
      ['1.x', '^2.0.1'],
      ['>=1.0.0 <2', undefined],
    ] as const) {
      const answer = planned(
        {
          'package.json': manifest.replace('1.0.0', range),
          'package-lock.json': lockOf({
            '': { dependencies: { paint: range } },
            'node_modules/paint': { version: '1.0.0' },
          }),
        },
        [advisory('CVE-1', '0', '2.0.1')],
      );
      const [plan] = answer.type === 'plans' ? answer.plans : [];
      assert.equal(changed(plan)['package.json'], raised && manifest.replace('1.0.0', raised), range);
    }
  });

  it('of a package that another one brings changes the lock file, and else overrides', () => {
    const [first, second, ...more] = plansOf(broughtByKit, [advisory('CVE-1', '0', '1.1.0')]);
    assert.deepEqual(first?.changes, []);
    assert.deepEqual(more, []);
    const text = changed(second)['package.json'] ?? '';
    assert.equal(
      text,
      '{\n\t"dependencies": {\n\t\t"kit": "^1.0.0"\n\t},\n\t"overrides": {\n\t\t"paint@<1.1.0": "^1.1.0"\n\t}\n}\n',
    );
    assert.match(
      second ? explanationOf(second, second.raises, undefined) : '',
      /forced upon packages that ask for an older version/,
    );
  });

  it('overrides in what the lock file’s own tool reads, and keeps line breaks', () => {
    const pnpm = {
      'package.json': broughtByKit['package.json'].replaceAll('\n', '\r\n'),
      'pnpm-lock.yaml': `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      kit: {specifier: ^1.0.0, version: 1.0.0}
packages:
  kit@1.0.0: {resolution: {integrity: sha512-a}}
  paint@1.0.0: {resolution: {integrity: sha512-b}}
snapshots:
  kit@1.0.0:
    dependencies: {paint: 1.0.0}
  paint@1.0.0: {}
`,
    };
    const [, second] = plansOf(pnpm, [advisory('CVE-1', '0', '1.1.0')]);
    const text = changed(second)['package.json'] ?? '';
    assert.deepEqual(JSON.parse(text), {
      dependencies: { kit: '^1.0.0' },
      pnpm: { overrides: { 'paint@<1.1.0': '^1.1.0' } },
    });
    assert.equal(text.replaceAll('\r\n', '').includes('\n'), false);
  });

  it('does not override in a manifest that is damaged', () => {
    const plans = plansOf({ ...broughtByKit, 'package.json': '{"dependencies": {"kit": "^1.0.0"},,}' }, [
      advisory('CVE-1', '0', '1.1.0'),
    ]);
    assert.deepEqual(
      plans.map(({ overrides }) => overrides),
      [[]],
    );
  });

  it('names a package from elsewhere, whose address a package manager would ask', () => {
    const [plan] = plansOf(
      {
        ...broughtByKit,
        'package.json': '{"dependencies": {"kit": "^1.0.0", "x": "git+https://host.test/x.git"}}',
      },
      [advisory('CVE-1', '0', '1.1.0')],
    );
    assert.equal(plan?.lock?.foreign, 'x');
  });

  it('of several packages raises what keeps its major version, and says what it leaves', () => {
    const texts = {
      'requirements.txt': 'paint==1.0.0\nbrush==2.0.0\nglue==0.3.0\nclay==1.0\n',
    };
    const of = (name: string) => ({ ecosystem: 'PyPI', name }) as const;
    const [plan] = plansOf(
      texts,
      [
        advisory('CVE-1', '0', '1.1.0', of('paint')),
        advisory('CVE-2', '0', '3.0.0', of('brush')),
        advisory('CVE-3', '0', '0.4.0', of('glue')),
        advisory('CVE-4', '0', undefined, of('clay')),
      ],
      'ALL_SAFE',
    );
    assert.deepEqual(changed(plan), {
      'requirements.txt': texts['requirements.txt'].replace('paint==1.0.0', 'paint==1.1.0'),
    });
    assert.deepEqual(plan?.kept, [
      '`brush` 2.0.0: 3.0.0, which ends it, is another major version.',
      '`glue` 0.3.0: 0.4.0, which ends it, is another major version.',
      '`clay`: no version that ends it is known.',
    ]);
  });

  it('names the version that no advisory affects, rather than the one that ends this advisory', () => {
    const asked = {
      ecosystem: 'npm',
      direct: true,
      path: [{ name: 'paint' }],
      fixedVersion: '1.1.0',
      safeVersion: '1.3.0',
      lock: { file: 'package-lock.json' },
    } as const;
    assert.equal(upgradeCommand({ ...asked, name: 'paint' }), 'npm install paint@1.3.0');
    assert.equal(upgradeCommand({ ...asked, name: '@kit/paint' }), 'npm install @kit/paint@1.3.0');
    for (const name of ['paint; rm -rf ~', '--global', 'a`b', '$(id)', 'a\nb'])
      assert.equal(upgradeCommand({ ...asked, name }), undefined, `${name} is no word of a command`);
  });

  it('of a package that another one brings names that one, and where to pin', () => {
    const advice = upgradeAdvice({
      ecosystem: 'npm',
      name: 'paint',
      direct: false,
      path: [{ name: 'kit' }, { name: 'paint' }],
      fixedVersion: '1.1.0',
      lock: { file: 'web/yarn.lock' },
    });
    assert.equal(
      advice,
      'Run `yarn up --recursive paint`. If it stays below 1.1.0: upgrade `kit` to a version that brings `paint` 1.1.0 or later, or say the version in `overrides` (npm), `resolutions` (yarn) or `pnpm.overrides` of `package.json`.',
    );
  });
});

describe('a lock file that was written anew', () => {
  const [plan] = plansOf(broughtByKit, [advisory('CVE-1', '0', '1.1.0')]);
  const task = plan?.lock ?? assert.fail('no lock file');
  const check = (text: string) => checkLock(task, text, project(broughtByKit));
  const withPaint = (version: string | undefined): string =>
    lockOf({
      'node_modules/kit': { version: '1.0.0' },
      ...(version !== undefined && { 'node_modules/paint': { version } }),
    });

  it('has the new version or a later one, or needs the package no more', () => {
    const [raise] = task.raises;
    assert.deepEqual(check(withPaint('1.1.0')), { left: [], raised: [raise], dropped: [] });
    assert.deepEqual(check(withPaint('1.3.0')).raised, [{ ...raise, to: '1.3.0' }]);
    assert.deepEqual(check(withPaint(undefined)), { left: [], raised: [], dropped: [raise] });
  });

  it('is not taken while it has the old version, or one that the manifest does not ask for', () => {
    assert.deepEqual(check(broughtByKit['package-lock.json']).left, task.raises);
    assert.deepEqual(check(withPaint('1.0.9')).left, task.raises);
    const other = lockOf({
      'node_modules/kit': { version: '2.0.0' },
      'node_modules/paint': { version: '1.1.0' },
    });
    assert.match(check(other).fault ?? '', /no version of `kit` that `package\.json` asks for/);
    assert.match(check('<html>').fault ?? '', /cannot be read/);
  });
});
