import assert from 'node:assert/strict';
import type { Finding, Skip } from '../../../../src/engine/finding.ts';
import { ProjectScanner } from '../../../../src/service/analysis/index.ts';
import { Tree } from './tree.ts';

const rule = (id: string, pattern: string): string =>
  `  - id: ${id}\n    languages: [python]\n    severity: WARNING\n    message: Do not $X.\n    pattern: ${pattern}\n`;

interface Scanned {
  readonly findings: readonly string[];
  readonly skips: readonly Skip[];
}

async function scanned(scanner: ProjectScanner): Promise<Scanned> {
  const findings = new Map<string, Finding>();
  const skips: Skip[] = [];
  await scanner.scan((event) => {
    if (event.type === 'finding') findings.set(event.finding.fingerprint, event.finding);
    if (event.type === 'skip') skips.push(event.skip);
  });
  return {
    findings: [...findings.values()].map(({ ruleId, file }) => `${ruleId} ${file}`).toSorted(),
    skips,
  };
}

describe('custom rules in a repository', function () {
  this.timeout(60_000);

  it('hold in a scan, and hold anew when they change', async () => {
    using folder = new Tree({ 'app.py': 'import os\n\ndef f(x):\n    launch(x)\n    eval(input())\n' });
    await using scanner = new ProjectScanner(folder.root);
    const before = await scanned(scanner);
    assert.equal(
      before.findings.some((one) => one.startsWith('custom/')),
      false,
    );

    folder.write('.parapet/rules/team.yml', `rules:\n${rule('no-launch', 'launch($X)')}`);
    const after = await scanned(scanner);
    assert.deepEqual(after.findings, [...before.findings, 'custom/no-launch app.py'].toSorted());

    folder.write('.parapet/rules/team.yml', `rules:\n${rule('no-start', 'start($X)')}`);
    assert.deepEqual((await scanned(scanner)).findings, before.findings);
  });

  it('leave the rest working where one is broken, and say where', async () => {
    using folder = new Tree({
      'app.py': 'launch(1)\n',
      '.parapet/rules/team.yml': `rules:\n${rule('broken', 'launch((')}${rule('no-launch', 'launch($X)')}`,
    });
    await using scanner = new ProjectScanner(folder.root);
    const { findings, skips } = await scanned(scanner);
    assert.deepEqual(findings, ['custom/no-launch app.py']);
    const [skip] = skips.filter(({ reason }) => reason === 'invalid-rule');
    assert.equal(skip?.file, '.parapet/rules/team.yml');
    assert.match(skip?.detail ?? '', /^Line 6, column 14, rule broken: The pattern does not follow/);
  });
});
