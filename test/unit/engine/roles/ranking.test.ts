import assert from 'node:assert/strict';
import { type Finding, severityOf } from '../../../../src/engine/finding.ts';
import { examineInfrastructure } from '../../../../src/engine/infrastructure/index.ts';
import { type CodeRole, scoreOutside, withRole } from '../../../../src/engine/roles/code-role.ts';
import { analyse, newAnalyzer } from '../../../support/engine.ts';

async function found(files: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const all = Object.entries(files).map(([path, text]) => ({ path, text }));
  return (await analyse(all)).findings;
}

const shown = (findings: readonly Finding[]): readonly string[] =>
  findings
    .map(({ file, score, role }) => `${file} ${severityOf(score)}${role ? ` ${role.role}: ${role.by}` : ''}`)
    .toSorted();

const server = `const app = require('express')(); const { exec } = require('child_process');
app.get('/', (req, res) => exec('ping ' + req.query.host));`;
const run = "const { exec } = require('child_process');\nexports.run = (text) => exec('ping ' + text);\n";

describe('issues outside of the product', () => {
  it('are those of infrastructure in tests and examples, but not where it builds and runs the product', () => {
    const path = 'infrastructure/Dockerfile';
    const [finding] = examineInfrastructure(
      { path, text: 'FROM node\nENV NODE_TLS_REJECT_UNAUTHORIZED=0\nUSER node\n' },
      { paths: [path], read: () => undefined },
    ).findings.toSorted((a, b) => b.score - a.score);
    assert.ok(finding);
    const severityAs = (role: CodeRole): string =>
      severityOf(withRole(finding, { role, by: 'a', refutable: true }).score);
    assert.deepEqual(
      [severityOf(finding.score), severityAs('tooling'), severityAs('test'), severityAs('example')],
      ['MEDIUM', 'MEDIUM', 'LOW', 'LOW'],
    );
  });

  it('are low, and say what shows it', async () => {
    assert.deepEqual(shown(await found({ 'src/app.js': server, 'test/app.js': server })), [
      'src/app.js CRITICAL',
      'test/app.js LOW test: test',
    ]);
  });

  it('are none where the product imports the file, through others too', async () => {
    assert.deepEqual(
      shown(
        await found({
          'src/app.js': "require('../tools/serve');",
          'tools/serve.js': "export * from './server.js';",
          'tools/server.js': server,
          'tools/release.js': server,
        }),
      ),
      ['tools/release.js LOW tooling: tools', 'tools/server.js CRITICAL'],
    );
    assert.deepEqual(
      shown(
        await found({
          'shop/app.py': 'from tools import views\n',
          'tools/views.py':
            'import os\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.get("/")\ndef ping():\n    os.system("ping " + request.args["host"])\n',
        }),
      ),
      ['tools/views.py CRITICAL'],
    );
  });

  it('are those whose data only tests bring', async () => {
    const test = `const app = require('express')(); const { run } = require('../src/run');
app.get('/', (req) => run(req.query.host));`;
    assert.deepEqual(shown(await found({ 'src/run.js': run, 'src/a.js': '', 'test/run.js': test })), [
      'src/run.js LOW test: test',
    ]);
    const findings = await found({
      'src/run.js': run,
      'src/app.js': test.replace('../src/run', './run'),
      'test/run.js': test,
    });
    assert.deepEqual(shown(findings), ['src/run.js CRITICAL']);
    const begins = findings[0]?.codeFlows.map(({ steps }) => steps[0]?.file);
    assert.deepEqual([...new Set(begins)], ['src/app.js']);
  });

  it('are not those where the product hands data to a library that it carries along', async () => {
    const app = `const app = require('express')(); const { run } = require('../vendor/run');
app.get('/', (req) => run(req.query.host));`;
    assert.deepEqual(
      shown(await found({ 'src/app.js': app, 'vendor/run.js': run, 'vendor/demo.js': server })),
      ['vendor/demo.js LOW vendored: vendor', 'vendor/run.js CRITICAL'],
    );
  });

  it('are those in files that declare tests, wherever they stand', async () => {
    const java = (imports: string, mark: string): string => `package shop; ${imports}
import java.security.MessageDigest;
class Digests { ${mark} void digest() throws Exception { MessageDigest.getInstance("MD5").digest(new byte[0]); } }`;
    assert.deepEqual(
      shown(
        await found({
          'checks/Digests.java': java('import org.junit.jupiter.api.Test;', '@Test'),
          'main/Digests.java': java('', ''),
          'main/Rule.java': java('import org.junit.rules.TestRule;', ''),
        }),
      ),
      [
        'checks/Digests.java LOW test: org.junit.jupiter.api.Test',
        'main/Digests.java MEDIUM',
        'main/Rule.java MEDIUM',
      ],
    );
  });

  it('do not hang on what names and comments in the code say', async () => {
    const suspicious = server.replaceAll('app', 'testExampleApp');
    assert.deepEqual(
      shown(await found({ 'src/app.js': `// @generated, test fixture, example\n${suspicious}` })),
      ['src/app.js CRITICAL'],
    );
  });

  it('change with the import that makes them the product', async () => {
    const analyzer = await newAnalyzer();
    const files = (app: string) => [
      { path: 'src/app.js', text: app },
      { path: 'tools/server.js', text: server },
    ];
    assert.deepEqual(shown((await analyse(files(''), analyzer)).findings), [
      'tools/server.js LOW tooling: tools',
    ]);
    assert.deepEqual(shown((await analyse(files("require('../tools/server');"), analyzer)).findings), [
      'tools/server.js CRITICAL',
    ]);
    assert.deepEqual(shown((await analyse(files(''), analyzer)).findings), [
      'tools/server.js LOW tooling: tools',
    ]);
  });

  it('keep their order', () => {
    const scores = Array.from({ length: 101 }, (_, score) => scoreOutside(score));
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => a - b),
    );
    assert.deepEqual([scores[10], scores[25], scores[100]], [10, 25, 39]);
  });
});
