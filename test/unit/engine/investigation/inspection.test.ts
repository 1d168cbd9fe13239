import assert from 'node:assert/strict';
import type { Inspection } from '../../../../src/engine/investigation/inspection.ts';
import { analyse, newAnalyzer } from '../../../support/engine.ts';

async function inspected(files: Readonly<Record<string, string>>): Promise<Inspection> {
  const analyzer = await newAnalyzer();
  const { findings } = await analyse(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    analyzer,
  );
  const [finding] = findings;
  assert.ok(finding && findings.length === 1, 'one finding');
  return analyzer.inspect(finding);
}

const app = "const { exec } = require('child_process'); const app = require('express')();";

describe('a closer look', () => {
  it('names conditions that ask about the data on its way, and those that leave', async () => {
    const { conditions } = await inspected({
      'app.js': `${app}
app.get('/ping', (req, res) => {
  const host = req.query.host;
  if (host.length > 200) return res.end();
  if (res.locals.busy) return res.end();
  if (looksFine(host)) {
    exec('ping ' + host);
  }
});`,
    });
    assert.deepEqual(
      conditions.map(({ line, text, leaves }) => [line, text, leaves]),
      [
        [4, 'host.length > 200', true],
        [6, 'looksFine(host)', false],
      ],
    );
  });

  it('looks in every function that the data comes through', async () => {
    const { conditions } = await inspected({
      'run.js': `const { exec } = require('child_process');
exports.run = function run(command) {
  if (!command.startsWith('ping')) throw new Error('no');
  exec(command);
};`,
      'app.js': `${app}\nconst { run } = require('./run');\napp.get('/ping', (req, res) => run(req.query.command));`,
    });
    assert.deepEqual(
      conditions.map(({ file, line }) => [file, line]),
      [['run.js', 3]],
    );
  });

  it('counts what mentions the function that holds the place', async () => {
    const hash = `const crypto = require('crypto');
function checksum(text) { return crypto.createHash('md5').update(text).digest('hex'); }
`;
    assert.equal((await inspected({ 'a.js': hash })).mentions, 0);
    const used = await inspected({
      'a.js': `${hash}module.exports = { checksum };`,
      'b.js': "require('./a').checksum('x');",
    });
    assert.deepEqual([used.functionName, used.mentions], ['checksum', 2]);
  });
});
