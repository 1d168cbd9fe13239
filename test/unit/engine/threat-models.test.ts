import assert from 'node:assert/strict';
import type { Finding } from '../../../src/engine/finding.ts';
import { defaultThreatModels, type ThreatModel, threatModels } from '../../../src/engine/threat-models.ts';
import { analyse, newAnalyzer } from '../../support/engine.ts';

const found = async (
  path: string,
  text: string,
  on: readonly ThreatModel[] = defaultThreatModels,
): Promise<readonly Finding[]> => (await analyse([{ path, text }], undefined, on)).findings;

const kinds = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ vulnClass, source }) => `${source?.threatModel} ${vulnClass}`).toSorted();

const script = `import os, sys, sqlite3
db = sqlite3.connect("x")
db.execute("SELECT * FROM t WHERE n = '" + sys.argv[1] + "'")
os.system("ls " + sys.argv[1])
`;

describe('threat models', () => {
  it('that are off count where code runs, and nowhere else', async () => {
    assert.deepEqual(kinds(await found('run.py', script)), ['arguments command-injection']);
  });

  it('that are on count for every weakness', async () => {
    assert.deepEqual(kinds(await found('run.py', script, [...defaultThreatModels, 'arguments'])), [
      'arguments command-injection',
      'arguments sql-injection',
    ]);
  });

  it('make an issue less sure where they are off', async () => {
    const [off] = await found('run.py', script);
    const [on] = (await found('run.py', script, threatModels)).filter(
      ({ vulnClass }) => vulnClass === 'command-injection',
    );
    assert.ok(off && on && off.confidence < on.confidence, `${off?.confidence} < ${on?.confidence}`);
  });

  it('count for what a row names though they are off', async () => {
    const java = `import java.io.*; import java.util.zip.*;
class Unpack { void run(ZipInputStream in, File to) throws IOException {
  ZipEntry entry = in.getNextEntry();
  new FileOutputStream(new File(to, entry.getName()));
} }`;
    assert.deepEqual(kinds(await found('Unpack.java', java)), ['file path-traversal']);
  });

  it('tell of a client first where data of several reaches one place', async () => {
    const express = `const app = require('express')(); const { exec } = require('child_process');
const name = process.argv[2];
app.get('/', (req, res) => { exec('ls ' + name + req.query.dir); });
`;
    const [finding] = await found('server.js', express);
    assert.equal(finding?.source?.threatModel, 'remote');
    assert.ok((finding?.score ?? 0) >= 90, String(finding?.score));
  });

  it('are kept on a value that has many sources, the worst of them first', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `process.env['A${i}']`).join(' + ');
    const text = `const app = require('express')(); const { exec } = require('child_process');
app.get('/', (req, res) => { exec(${names} + req.query.dir); });
`;
    const [finding] = await found('server.js', text, threatModels);
    assert.equal(finding?.source?.threatModel, 'remote');
  });

  it('can be switched while an analyzer is kept', async () => {
    const analyzer = await newAnalyzer();
    const files = [{ path: 'run.py', text: script }];
    assert.equal((await analyse(files, analyzer)).findings.length, 1);
    assert.equal((await analyse(files, analyzer, threatModels)).findings.length, 2);
    assert.equal((await analyse(files, analyzer)).findings.length, 1);
  });
});
