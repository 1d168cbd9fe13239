import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../../scripts/paths.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { byHand } from '../../../../src/engine/fixes/by-hand/index.ts';
import { createFixer } from '../../../../src/engine/fixes/fixer.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';
import { analyse, engineOptions } from '../../../support/engine.ts';

const languages = ['javascript', 'python', 'java'] as const;

async function findingsOf(code: string, file: string, vulnClass: string): Promise<Finding> {
  const { findings } = await analyse([{ path: file, text: code }]);
  return findings.find((one) => one.vulnClass === vulnClass) ?? assert.fail(`no ${vulnClass} in ${code}`);
}

describe('how to fix an issue by hand', () => {
  it('is there for every class, in short sentences', () => {
    for (const { id, advice } of weaknesses) {
      for (const sentence of advice.split(/(?<=[.:]) /))
        assert.ok(sentence.split(/\s+/).length < 25, `${id}: ${sentence}`);
      assert.match(advice, /\.$/);
    }
  });

  const corpora = path.join(ROOT, 'test', 'corpora');
  for (const language of languages)
    it(`has an example in the code's own names for whatever has no fix (${language})`, async function () {
      this.timeout(120_000);
      const fixer = await createFixer(engineOptions);
      let without = 0;
      for (const vulnClass of readdirSync(path.join(corpora, language))) {
        const folder = path.join(corpora, language, vulnClass);
        const files = readdirSync(folder)
          .filter((name) => /\.(?:[cm]?[jt]sx?|py|java)$/.test(name))
          .slice(0, 12)
          .map((name) => ({ path: name, text: readFileSync(path.join(folder, name), 'utf8') }));
        const { findings } = await analyse(files);
        for (const file of files) await fixer.prepare(file.path);
        const read = (name: string): string | undefined => files.find((file) => file.path === name)?.text;
        for (const finding of findings) {
          if (fixer.outlook(finding, read).fixable) continue;
          without += 1;
          const { text, before = '', after = '' } = byHand(finding) ?? assert.fail(finding.vulnClass);
          const where = `${finding.vulnClass} ${finding.snippet}`;
          assert.notEqual(text, '', where);
          assert.notEqual(before, '', where);
          assert.notEqual(after, before, where);
          assert.doesNotMatch(after, /undefined|\[object/, where);
          // The example begins with the code that was found.
          const words = new Set(before.match(/[A-Za-z_]\w*/g) ?? []);
          for (const word of words) assert.ok(finding.snippet.includes(word), `${word}: ${where}`);
        }
      }
      assert.ok(without > 100, String(without));
    });

  const cases: readonly (readonly [string, string, string, string, string])[] = [
    [
      'mass-assignment',
      'app.js',
      "const express = require('express');\nconst { Account } = require('sequelize').models;\nexpress().post('/', async (req, res) => {\n  res.json(await Account.create(req.body));\n});\n",
      'Account.create(req.body)',
      'const { name, email } = req.body;\nAccount.create({ name, email })',
    ],
    [
      'code-injection',
      'app.js',
      "require('express')().get('/', (req, res) => {\n  res.json({ result: eval(req.query.expression) });\n});\n",
      'eval(req.query.expression)',
      'Number(req.query.expression)',
    ],
    [
      'unsafe-reflection',
      'app.js',
      "require('express')().get('/', (req) => {\n  require(req.query.module);\n});\n",
      'require(req.query.module)',
      'modules[req.query.module]',
    ],
    [
      'unsafe-deserialization',
      'app.py',
      'import pickle\nfrom flask import Flask, request\napp = Flask(__name__)\n\n\n@app.route("/")\ndef a():\n    return str(pickle.loads(request.data))\n',
      'pickle.loads(request.data)',
      'json.loads(request.data)',
    ],
    [
      'trust-boundary',
      'app.js',
      "require('express')().post('/', (req, res) => {\n  req.session.role = req.body.role;\n});\n",
      'req.session.role = req.body.role;',
      'allowed.includes(req.body.role)',
    ],
    [
      'unsafe-reflection',
      'A.java',
      'import javax.servlet.http.*;\n\npublic class A extends HttpServlet {\n    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n        String type = request.getParameter("type");\n        Class.forName(type);\n    }\n}\n',
      'Class.forName(type)',
      'handlers.get(type)',
    ],
  ];
  for (const [vulnClass, file, code, before, after] of cases)
    it(`says it in the names of the code: ${before}`, async () => {
      const found = byHand(await findingsOf(code, file, vulnClass)) ?? assert.fail();
      assert.equal(found.before, before);
      assert.ok(found.after?.includes(after), found.after);
    });

  it('tells a name of a column from a value of one', () => {
    const at = (snippet: string) => ({
      ...{ vulnClass: 'sql-injection', language: 'javascript', snippet },
      range: { startLine: 1, startColumn: 1, endLine: 1, endColumn: snippet.length + 1 },
    });
    assert.equal(
      byHand(at("db.query('SELECT * FROM t WHERE id = ' + req.query.id)"))?.after,
      "db.query('SELECT * FROM t WHERE id = ?', [req.query.id])",
    );
    assert.match(
      byHand(at('db.query(`SELECT * FROM t ORDER BY $' + '{column}`)'))?.after ?? '',
      /names\[column\]/,
    );
  });
});
