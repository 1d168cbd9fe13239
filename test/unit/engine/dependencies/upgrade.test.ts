import assert from 'node:assert/strict';
import type { Advisory, AdvisorySource } from '../../../../src/engine/dependencies/advisory.ts';
import { examineDependencies } from '../../../../src/engine/dependencies/examine.ts';
import type { ProjectFiles } from '../../../../src/engine/dependencies/package.ts';
import { proposeUpgrade } from '../../../../src/engine/dependencies/upgrade.ts';
import { upgradeAdvice, upgradeCommand } from '../../../../src/engine/dependencies/upgrade-advice.ts';

const advisory = (
  id: string,
  introduced: string,
  fixed: string | undefined,
  of: Pick<Advisory['affected'][number], 'ecosystem' | 'name'> = { ecosystem: 'npm', name: 'paint' },
): Advisory => ({
  id,
  aliases: [],
  cwes: [],
  cvss: [],
  affected: [
    {
      ...of,
      ranges: [{ introduced, ...(fixed !== undefined && { fixed }) }],
      versions: [],
      symbols: [],
    },
  ],
  sources: ['a test'],
  references: [],
});
const project = (texts: Readonly<Record<string, string>>): ProjectFiles => ({
  paths: Object.keys(texts),
  read: (path) => texts[path],
});

/** What is proposed for the first vulnerability of a project. */
function proposed(texts: Readonly<Record<string, string>>, ...advisories: Advisory[]) {
  const source: AdvisorySource = {
    name: 'a test',
    find: (_, name) => advisories.filter(({ affected }) => affected.some((one) => one.name === name)),
  };
  const files = project(texts);
  const [first] = examineDependencies(files, [source]).vulnerabilities;
  const { finding } = first ?? assert.fail('nothing is vulnerable');
  return { proposal: proposeUpgrade(finding, files, [source]), finding };
}

const manifest = '{\n  "dependencies": {\n    "paint": "1.0.0"\n  }\n}\n';

describe('an upgrade', () => {
  it('is the smallest version that no advisory affects, as an edit of the version alone', () => {
    const { proposal, finding } = proposed(
      { 'package.json': manifest },
      advisory('CVE-1', '0', '1.1.0'),
      advisory('CVE-2', '0.5.0', '1.2.0'),
      advisory('CVE-3', '1.2.0', '1.3.0'),
    );
    assert.equal(proposal.type, 'fixes');
    const [candidate] = proposal.type === 'fixes' ? proposal.candidates : [];
    assert.equal(candidate?.title, 'Upgrade paint to 1.3.0');
    assert.deepEqual([finding.dependency.fixedVersion, finding.dependency.safeVersion], ['1.1.0', '1.3.0']);
    assert.equal(candidate?.changes[0].after, manifest.replace('1.0.0', '1.3.0'));
  });

  it('is a release where the smallest fixed version is a prerelease', () => {
    const { proposal } = proposed(
      { 'package.json': manifest },
      advisory('CVE-1', '0', '1.2.0-beta.1'),
      advisory('CVE-2', '0.5.0', '1.3.0'),
    );
    const [candidate] = proposal.type === 'fixes' ? proposal.candidates : [];
    assert.equal(candidate?.title, 'Upgrade paint to 1.3.0');
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
    const { proposal } = proposed(
      { 'pom.xml': parent, 'web/pom.xml': child },
      advisory('CVE-1', '0', '1.1.0', maven),
    );
    const [candidate] = proposal.type === 'fixes' ? proposal.candidates : [];
    assert.equal(candidate?.changes[0].file, 'pom.xml', JSON.stringify(proposal));
    assert.match(candidate?.changes[0].after ?? '', /<paint\.version>1\.1\.0</);
    const python = proposed(
      { 'requirements.txt': 'paint==1.0.0  # colours\n' },
      advisory('CVE-1', '0', '1.1.0', { ecosystem: 'PyPI', name: 'paint' }),
    ).proposal;
    assert.equal(
      python.type === 'fixes' && python.candidates[0]?.changes[0].after,
      'paint==1.1.0  # colours\n',
    );
  });

  it('is none where no version ends it, and says what else there is to do', () => {
    const { proposal } = proposed({ 'package.json': manifest }, advisory('CVE-1', '0', undefined));
    assert.equal(proposal.type, 'none');
    assert.match(proposal.type === 'none' ? proposal.reason : '', /No version of `paint` ends it/);
  });

  it('is left to the tool that writes the lock file, with its command', () => {
    const lock = { lockfileVersion: 3, packages: { 'node_modules/paint': { version: '1.0.0' } } };
    const { proposal } = proposed(
      { 'package.json': manifest, 'package-lock.json': JSON.stringify(lock) },
      advisory('CVE-1', '0', '1.1.0'),
    );
    assert.match(proposal.type === 'none' ? proposal.reason : '', /`npm install paint@1\.1\.0`/);
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
