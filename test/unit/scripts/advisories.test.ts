import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import {
  type FileReader,
  friendsOfPhp,
  nodeWorkingGroup,
  retire,
  rubysec,
  rustsec,
} from '../../../scripts/advisories/native-forms.ts';
import { ROOT } from '../../../scripts/paths.ts';
import { intervalsOf, outside } from '../../../src/engine/dependencies/advisories/intervals.ts';
import { openSnapshot } from '../../../src/engine/dependencies/advisories/snapshot-reader.ts';
import type { AffectedRange } from '../../../src/engine/dependencies/advisory.ts';
import type { Ecosystem } from '../../../src/engine/dependencies/package.ts';

const read = (reader: FileReader, content: string, file = 'folder/file.yaml') =>
  reader(content, file, 'test');
const advisoryOf = (reader: FileReader, content: string, file?: string) =>
  read(reader, content, file)[0]?.advisory;
const rangesOf = (reader: FileReader, content: string): readonly AffectedRange[] | undefined =>
  advisoryOf(reader, content)?.affected[0]?.ranges;

describe('databases in their own forms', () => {
  it('are read from RustSec', () => {
    const file = (versions: string, more = '') => `\`\`\`toml
[advisory]
id = "RUSTSEC-2024-0001"
package = "left"
date = "2024-01-02"
aliases = ["CVE-2024-1000"]
cvss = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
${more}
[affected.functions]
"left::Pad::new" = ["< 1.5.0"]
[versions]
${versions}
\`\`\`
# A title
`;
    const advisory = advisoryOf(
      rustsec,
      file('patched = ["^1.2.3", ">= 2.1"]\nunaffected = ["< 1.0", ">= 3.0.0"]'),
    );
    assert.deepEqual(advisory, {
      id: 'CVE-2024-1000',
      aliases: ['RUSTSEC-2024-0001'],
      published: '2024-01-02',
      cwes: [],
      cvss: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      affected: [
        {
          ecosystem: 'crates.io',
          name: 'left',
          ranges: [
            { introduced: '1.0.0', fixed: '1.2.3' },
            { introduced: '2.0.0', fixed: '2.1.0' },
          ],
          versions: [],
          symbols: [{ module: 'left', names: ['Pad.new'] }],
        },
      ],
      sources: ['test'],
      references: [],
    });
    assert.deepEqual(rangesOf(rustsec, file('patched = []')), [{ introduced: '0' }]);
    assert.deepEqual(read(rustsec, file('patched = []', 'informational = "unmaintained"')), []);
    assert.equal(
      advisoryOf(rustsec, file('patched = []', 'withdrawn = "2024-02-03"'))?.withdrawn,
      '2024-02-03',
    );
    assert.match(read(rustsec, file('patched = ["soon"]'))[0]?.problems[0] ?? '', /cannot be read/);
  });

  it('are read from the Ruby Advisory Database', () => {
    const file = (versions: string, ids = 'cve: 2024-1000\nghsa: aaaa-bbbb-cccc\n') =>
      `---\ngem: left\n${ids}date: 2024-01-02\ncvss_v3: 9.8\n${versions}`;
    const content = file(
      'patched_versions:\n  - "~> 1.1.3"\n  - ">= 1.4.0"\nunaffected_versions:\n  - "< 0.9"\n',
    );
    assert.deepEqual(rangesOf(rubysec, content), [
      { introduced: '0.9', fixed: '1.1.3' },
      { introduced: '1.2.0', fixed: '1.4.0' },
    ]);
    const advisory = advisoryOf(rubysec, content);
    assert.deepEqual(
      [advisory?.id, advisory?.aliases, advisory?.severity],
      ['CVE-2024-1000', ['GHSA-aaaa-bbbb-cccc'], 'CRITICAL'],
    );
    assert.deepEqual(rangesOf(rubysec, file('patched_versions:\n  - "> 1.0"\n')), [
      { introduced: '0', fixed: '1.0.0.1' },
    ]);
    assert.equal(advisoryOf(rubysec, file('', 'osvdb: 1234\n')), undefined);
  });

  it('are read from the PHP Security Advisories Database', () => {
    const content = `cve: ~
link: https://github.com/a/b/security/advisories/GHSA-aaaa-bbbb-cccc
branches:
    1.x: { time: ~, versions: ['>=1.0', '<2.0'] }
    2.x: { time: 2024-01-02 03:04:05, versions: ['>=2.0', '<2.3.1'] }
reference: composer://left/pad
`;
    assert.deepEqual(rangesOf(friendsOfPhp, content), [
      { introduced: '1.0', before: '2.0' },
      { introduced: '2.0', fixed: '2.3.1' },
    ]);
    assert.equal(advisoryOf(friendsOfPhp, content)?.id, 'GHSA-aaaa-bbbb-cccc');
    assert.equal(advisoryOf(friendsOfPhp, content)?.published, '2024-01-02');
    const nameless = content.replace(/^link.*$/m, 'link: https://example.org');
    assert.equal(
      advisoryOf(friendsOfPhp, nameless, 'left/pad/2024-01-02-1.yaml')?.id,
      'FriendsOfPHP-left-2024-01-02-1',
    );
  });

  it('are read from the Node.js Security Working Group', () => {
    const file = (vulnerable: string | null, patched: string | null) =>
      JSON.stringify({
        id: 7,
        module_name: 'left',
        cves: ['CVE-2024-1000'],
        vulnerable_versions: vulnerable,
        patched_versions: patched,
        cvss_score: 5,
      });
    assert.deepEqual(rangesOf(nodeWorkingGroup, file('<1.5.0', '>=1.5.0')), [
      { introduced: '0', fixed: '1.5.0' },
    ]);
    assert.deepEqual(rangesOf(nodeWorkingGroup, file('<=1.4.9', '>=1.5')), [
      { introduced: '0', fixed: '1.5.0' },
    ]);
    assert.deepEqual(rangesOf(nodeWorkingGroup, file('<=99.999.9999', '<0.0.0')), [
      { introduced: '0', lastAffected: '99.999.9999' },
    ]);
    assert.deepEqual(
      rangesOf(nodeWorkingGroup, file('<1.5.0 || >=2.0.0 <2.3.0', '>=1.5.0 <2.0.0 || >=2.3.0')),
      [
        { introduced: '0', fixed: '1.5.0' },
        { introduced: '2.0.0', fixed: '2.3.0' },
      ],
    );
    assert.deepEqual(rangesOf(nodeWorkingGroup, file('*', null)), [{ introduced: '0' }]);
    assert.deepEqual(rangesOf(nodeWorkingGroup, file('*', '>=1.5.0')), [{ introduced: '0', fixed: '1.5.0' }]);
    assert.deepEqual(rangesOf(nodeWorkingGroup, file('<1.2.0 || >=2.0.0', '>=1.2.0 <2.0.0 || >=2.3.0')), [
      { introduced: '0', fixed: '1.2.0' },
      { introduced: '2.0.0', fixed: '2.3.0' },
    ]);
    assert.equal(rangesOf(nodeWorkingGroup, file('all of them', null)), undefined);
    assert.deepEqual(advisoryOf(nodeWorkingGroup, file('*', null))?.aliases, ['NSWG-ECO-7']);
  });

  it('are read from Retire.js, by the names of npm packages', () => {
    const flaw = {
      atOrAbove: '1.2',
      below: '1.9.0b1',
      severity: 'medium',
      cwe: ['CWE-79'],
      identifiers: { CVE: ['CVE-2024-1000'] },
    };
    const content = (component: object) => JSON.stringify({ 'left.js': component });
    const named = content({ npmname: 'left', vulnerabilities: [flaw] });
    assert.deepEqual(rangesOf(retire, named), [{ introduced: '1.2.0', fixed: '1.9.0b1' }]);
    assert.equal(advisoryOf(retire, named)?.affected[0]?.name, 'left');
    assert.deepEqual(read(retire, content({ vulnerabilities: [flaw] })), []);
    const known = { ...flaw, identifiers: { githubID: 'GHSA-aaaa-bbbb-cccc' } };
    assert.equal(advisoryOf(retire, content({ vulnerabilities: [known] }))?.affected[0]?.name, 'left.js');
  });

  it('are turned inside out where they say what is not affected', () => {
    const affected = (ecosystem: Ecosystem, patched: readonly string[]) =>
      outside(
        ecosystem,
        patched.flatMap((one) => intervalsOf(ecosystem, one) ?? []),
        [],
      );
    assert.deepEqual(affected('RubyGems', ['>= 1.0, < 1.3', '= 1.5']), [
      { introduced: '0', fixed: '1.0' },
      { introduced: '1.3', fixed: '1.5' },
      { introduced: '1.5.0.1' },
    ]);
    assert.deepEqual(affected('crates.io', ['*']), []);
    assert.deepEqual(intervalsOf('npm', '>=2.0.0 <1.0.0'), []);
    assert.equal(intervalsOf('npm', '!=2.0.0'), undefined);
  });
});

describe('the script that writes the snapshot', () => {
  it('reads folders of OSV records, merges them, and says what each source holds', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parapet-advisories-'));
    try {
      const write = (file: string, record: object): void => {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), JSON.stringify(record));
      };
      const affected = [
        {
          package: { ecosystem: 'Go', name: 'example.org/a' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
        },
      ];
      write('go/data/osv/GO-2024-1.json', { id: 'GO-2024-1', aliases: ['CVE-2024-1000'], affected });
      write('mine/a/b.json', {
        id: 'MINE-1',
        aliases: ['CVE-2024-1000'],
        published: '2024-01-02T00:00:00Z',
        affected,
      });
      writeFileSync(path.join(folder, 'mine', 'c.json'), '{');
      const output = path.join(folder, 'out', 'snapshot.br');
      const from = ['go', 'mine'].flatMap((name) => ['--from', path.join(folder, name)]);
      const told = execFileSync(process.execPath, ['scripts/advisories.ts', ...from, '--output', output], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      assert.match(told, /^mine: 1 records, 1 with problems, newest 2024-01-02$/m);
      const snapshot = openSnapshot(readFileSync(output), 'test', (section, limit) =>
        brotliDecompressSync(section, { maxOutputLength: limit }),
      );
      assert.deepEqual(snapshot.header.sources, [
        { name: 'golang/vulndb', licence: 'CC-BY-4.0', newest: '2024', records: 1 },
        { name: 'mine', licence: 'NOASSERTION', newest: '2024-01-02', records: 1 },
      ]);
      assert.deepEqual(
        snapshot.find('Go', 'example.org/a').map(({ id, sources }) => [id, sources]),
        [['CVE-2024-1000', ['golang/vulndb', 'mine']]],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }).timeout(20_000);
});

describe('the snapshot that is shipped', () => {
  it('is what the script makes of the records', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parapet-advisories-'));
    try {
      const output = path.join(folder, 'snapshot.br');
      const from = path.join(ROOT, 'advisories/well-known');
      const script = path.join(ROOT, 'scripts/advisories.ts');
      execFileSync(process.execPath, [script, '--from', from, '--output', output]);
      assert.deepEqual(
        readFileSync(path.join(ROOT, 'advisories/snapshot.br')),
        readFileSync(output),
        'run `node scripts/advisories.ts --from advisories/well-known --output advisories/snapshot.br`',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
