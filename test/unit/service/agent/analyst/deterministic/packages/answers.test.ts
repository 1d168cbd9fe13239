import assert from 'node:assert/strict';
import type { FoundPackage } from '../../../../../../../src/engine/dependencies/found-package.ts';
import type { VulnerableDependency } from '../../../../../../../src/engine/dependencies/vulnerable.ts';
import { deterministicAnalyst } from '../../../../../../../src/service/agent/analyst/deterministic/analyst.ts';
import { finding } from '../../../../support/findings.ts';
import { Harness } from '../../../../support/harness.ts';
import { Conversation } from '../../support.ts';

const dependency = (over: Partial<VulnerableDependency>, id: string): VulnerableDependency => ({
  ecosystem: 'npm',
  name: 'lodash',
  version: '4.17.11',
  scope: 'production',
  direct: true,
  path: [{ name: 'lodash', version: '4.17.11' }],
  lock: { file: 'package-lock.json', line: 7 },
  otherVersions: [],
  advisory: { id, aliases: [`GHSA-aaaa-bbbb-${id.slice(-4)}`], sources: [], cvss: [], references: [] },
  fixedVersion: '4.17.12',
  safeVersion: '4.17.21',
  reachability: { level: 'UNKNOWN', evidence: 'It was not looked for.', places: [] },
  ...over,
});

const way = [
  { name: 'express', version: '4.0.0' },
  { name: 'qs', version: '0.6.6' },
];
const reached = {
  level: 'REACHED',
  evidence: 'An entry point of the product reaches the use of what is vulnerable at `src/app.js:3`.',
  places: [],
} as const;

const vulnerable = (of: VulnerableDependency, score: number) =>
  finding({
    fingerprint: `${of.name} ${of.advisory.id}`,
    file: 'package.json',
    vulnClass: 'vulnerable-dependency',
    category: 'SCA',
    title: `Prototype pollution in ${of.name} ${of.version} (${of.advisory.id})`,
    score,
    dependency: of,
  });

const found = (name: string, over: Partial<FoundPackage> = {}): FoundPackage => ({
  ecosystem: 'npm',
  name,
  version: '1.0.0',
  scope: 'production',
  direct: true,
  path: [{ name, version: '1.0.0' }],
  manifest: { file: 'package.json', line: 4 },
  licenses: ['MIT'],
  ...over,
});

describe('the deterministic analyst about packages', () => {
  let service: Harness;
  let talk: Conversation;

  before(async () => {
    service = await Harness.start();
    const repositoryId = await service.addRepository('shop');
    service.runner.script = async ({ on }) => {
      for (const each of [
        vulnerable(dependency({}, 'CVE-2019-10744'), 91),
        vulnerable(dependency({ fixedVersion: '4.17.21' }, 'CVE-2021-23337'), 72),
        vulnerable(
          dependency(
            { name: 'qs', version: '0.6.6', direct: false, path: way, reachability: reached },
            'CVE-2014-7191',
          ),
          75,
        ),
      ])
        on({ type: 'finding', finding: each });
      for (const each of [
        found('lodash', { version: '4.17.11' }),
        found('express', { version: '4.0.0', licenses: [] }),
        found('qs', { version: '0.6.6', direct: false, path: way }),
        found('@scope/log4j', { licenses: ['Apache-2.0'] }),
      ])
        on({ type: 'package', package: each });
      return undefined;
    };
    await service.scan(repositoryId);
    talk = new Conversation(service, deterministicAnalyst, { repositoryId });
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  const lines = (text: string): string[] =>
    [
      ...text.matchAll(
        /^\d+\. \*\*(\w+)\*\* \[[^(]*\\\(([^)\\]*)\\\)\]\([^)]*\) in \[[^\]]*\]\([^)]*\) · (.*)$/gm,
      ),
    ].map(([, severity, id, notes]) => `${severity} ${id}: ${notes}`);

  it('lists what is vulnerable, which of it is reached, and what ends it', async () => {
    const all = await talk.ask('Which of my dependencies are vulnerable?');
    assert.match(all.text, /\*\*3 known vulnerabilities\*\* in 2 packages/);
    assert.deepEqual(lines(all.text), [
      'Critical CVE-2019-10744: reachability unknown · fixed in 4.17.12',
      'High CVE-2014-7191: reached · fixed in 4.17.12 · by express',
      'High CVE-2021-23337: reachability unknown · fixed in 4.17.21',
    ]);
    const reachable = await talk.ask('which are reachable?');
    assert.deepEqual(lines(reachable.text), ['High CVE-2014-7191: reached · fixed in 4.17.12 · by express']);
    assert.match(reachable.text, /- 2 not known/);
    const fixes = await talk.ask('how do I fix them?');
    assert.match(
      fixes.text,
      /\*\*lodash\*\* 4\.17\.11 → \*\*4\.17\.21\*\* in .*, 2 vulnerabilities\. Run `npm install lodash@4\.17\.21`/,
    );
    assert.match(fixes.text, /\*\*qs\*\* 0\.6\.6 .* Run `npm update qs`\. .*upgrade `express`/);
    assert.match(
      (await talk.ask('ist lodash verwundbar?')).text,
      /\*\*2 known vulnerabilities\*\* in 1 package/,
    );
    assert.match((await talk.ask('is left-pad vulnerable?')).text, /No package with “left-pad”/);
  });

  it('explains and fixes by the numbers of its lists', async () => {
    await talk.ask('which dependencies are vulnerable?');
    assert.match((await talk.ask('explain number 2')).text, /### \[Prototype pollution in qs 0\.6\.6/);
  });

  it('says whether an advisory concerns the project, by any of its names', async () => {
    for (const question of [
      'Am I affected by CVE-2014-7191?',
      'Bin ich von ghsa-aaaa-bbbb-7191 betroffen?',
    ]) {
      const said = await talk.ask(question);
      assert.match(said.text, /\*\*Yes\*\*, 1 place:/);
      assert.match(said.text, /reaches the use of what is vulnerable at `src\/app\.js:3`/);
    }
    const none = await talk.ask('am I affected by CVE-2021-44228?');
    assert.match(
      none.text,
      /No package that the latest scans found is affected\*\*, as far as the service knows/,
    );
  });

  it('asks why an advisory is to be ignored, and sets it for all that have it once a person agrees', async () => {
    const why = await talk.ask('ignore CVE-2014-7191');
    assert.match(why.text, /Why is it an accepted risk\?.* for 1 issue/s);
    const asked = await talk.ask('because nobody sends us such strings');
    assert.match(asked.text, /Setting 1 issue to \*accepted risk\*.*once you agree/s);
    const at = await talk.ask('ignore GHSA-aaaa-bbbb-7191 because it is behind a login');
    assert.match(at.text, /Setting 1 issue to \*accepted risk\*/);
    assert.match((await talk.ask('ignore CVE-2021-44228 because it is old')).text, /I know no open/);
  });

  it('says which packages there are, who brings them, and under which licence', async () => {
    assert.match(
      (await talk.ask('do I use log4j?')).text,
      /\*\*Yes\*\*:\n\n- \*\*\\@scope\/log4j\*\* 1\.0\.0/,
    );
    assert.match((await talk.ask('do we use log4?')).text, /No package is called “log4”\. These/);
    assert.match((await talk.ask('Nutzen wir struts?')).text, /\*\*No\*\*: no package/);
    assert.match(
      (await talk.ask('who brings qs?')).text,
      /\*\*qs\*\* 0\.6\.6: express 4\.0\.0 › qs 0\.6\.6, asked for in \[package\.json:4\]/,
    );
    assert.match((await talk.ask('who brings lodash?')).text, /the project itself asks for it/);
    assert.match((await talk.ask('which licence has lodash?')).text, /\*\*lodash\*\* 4\.17\.11: MIT/);
    assert.match((await talk.ask('Welche Lizenz hat express?')).text, /4\.0\.0: not said by the files/);
    assert.match((await talk.ask('which licences do my dependencies have?')).text, /- MIT: 2 packages/);
    assert.match(
      (await talk.ask('list my dependencies')).text,
      /4 packages \(4 npm\), of which the project asks for 3/,
    );
  });
});
