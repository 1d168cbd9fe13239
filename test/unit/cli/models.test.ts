import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importCodeql } from '../../../src/cli/models/import-codeql.ts';
import { readModel } from '../../../src/service/analysis/files/models.ts';
import { newAnalyzer } from '../../support/engine.ts';
import { Tree } from '../service/analysis/tree.ts';
import { parapet } from './run.ts';

const model =
  "library: python/acme\npackages: [acme]\nsinks:\n  - { kind: sql-injection, input: 'Argument[0]', apis: [acme.db.run] }\n";
const example = (comment: string): string =>
  `import acme\nfrom flask import request\nacme.db.run("SELECT " + request.args["id"])  # ${comment}: sql-injection\n`;

const extension = (pack: string, extensible: string, ...rows: readonly string[]): string =>
  `  - addsTo:\n      pack: codeql/${pack}-all\n      extensible: ${extensible}\n    data:\n${rows.map((row) => `      - ${row}\n`).join('')}`;

describe('parapet models', function () {
  this.timeout(60_000);

  it('checks models, and names file, line and row of a mistake', async () => {
    using folder = new Tree({
      'good/acme.yml': model,
      'bad/acme.yml': `${model}  - { kind: sqli, input: 'Argument[0]', apis: [acme.a] }\n`,
    });
    const [good, bad, gone] = await Promise.all([
      parapet(['models', 'check', folder.at('good')]),
      parapet(['models', 'check', folder.at('bad')]),
      parapet(['models', 'check', folder.at('nowhere')]),
    ]);
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stdout, /acme\.yml: python\/acme, 1 row\n1 model, no mistakes\./);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /acme\.yml:5:\d+: sinks\[2\]: There is no kind "sqli"/);
    assert.match(bad.stdout, /1 model, 1 mistake\./);
    assert.equal(gone.code, 2);
  });

  it('tests the examples beside models', async () => {
    using folder = new Tree({
      'met/acme.yml': model,
      'met/examples/a.py': example('expect'),
      'unmet/acme.yml': model,
      'unmet/a.py': example('ok'),
      'none/acme.yml': model,
    });
    const [met, unmet, none] = await Promise.all([
      parapet(['models', 'test', folder.at('met')]),
      parapet(['models', 'test', folder.at('unmet')]),
      parapet(['models', 'test', folder.at('none')]),
    ]);
    assert.equal(met.code, 0, met.stderr);
    assert.match(met.stdout, /1 expectation, all met/);
    assert.equal(unmet.code, 1);
    assert.match(unmet.stderr, /a\.py:3: sql-injection is found, and not expected/);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /nothing is tested/);
  });

  it('lets models of another folder hold in a scan, and names them and their mistakes', async () => {
    using folder = new Tree({
      'app/a.py': example('x'),
      'models/acme.yml': `${model}  - { kind: sqli, input: 'Argument[0]', apis: [acme.a] }\n`,
    });
    const [plain, table, sarif, missing] = await Promise.all([
      parapet(['scan', folder.at('app'), '--fail-on', 'high']),
      parapet(['scan', folder.at('app'), '--models', folder.at('models'), '--fail-on', 'high']),
      parapet(['scan', folder.at('app'), '--models', folder.at('models'), '--format', 'sarif']),
      parapet(['scan', folder.at('app'), '--models', folder.at('nowhere')]),
    ]);
    assert.equal(plain.code, 0);
    assert.equal(table.code, 1);
    assert.match(table.stdout, /Models: python\/acme \(1 row\)/);
    assert.match(table.stdout, /acme\.yml: Line 5, sinks\[2\]: There is no kind "sqli"/);
    assert.match(sarif.stdout, /The model python\/acme of your team was used/);
    assert.match(sarif.stdout, /skip\/invalid-model/);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /--models does not exist/);
  });

  it('imports data extensions of CodeQL, names what it cannot take, and overwrites nothing', async () => {
    using folder = new Tree({
      'acme.model.yml': `extensions:\n${extension(
        'java',
        'sinkModel',
        '["com.acme", "Db", True, "run", "(String)", "", "Argument[0]", "sql-injection", "manual"]',
        '["com.acme", "Db", True, "key", "()", "", "Argument[0]", "nothing-known", "manual"]',
      )}`,
    });
    const run = () =>
      parapet(['models', 'import', folder.at('acme.model.yml'), '--output', folder.at('out')]);
    const first = await run();
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /java-acme\.yml: 1 row\n1 row written, 1 not taken/);
    assert.match(
      first.stderr,
      /acme\.model\.yml:7: sinkModel: Parapet has no weakness for sinks of the kind "nothing-known"/,
    );
    const { library, problems } = readModel('a.yml', readFileSync(folder.at('out/java-acme.yml'), 'utf8'));
    assert.deepEqual(problems, []);
    assert.deepEqual(library?.sinks, [
      { kind: 'sql-injection', input: 'Argument[0]', apis: ['com.acme.Db.run'] },
    ]);
    assert.equal((await run()).code, 3);
  });
});

describe('the import of CodeQL data extensions', () => {
  it('takes paths through members, calls, callbacks and types of JavaScript and Python', async () => {
    const { models, left } = importCodeql(
      'acme',
      `extensions:\n${extension('javascript', 'sinkModel', '["@acme/sql", "Member[createConnection].ReturnValue.Member[query].Argument[0]", "sql-injection"]')}${extension('javascript', 'typeModel', '["@acme/sql.Connection", "@acme/sql", "Member[connect].ReturnValue"]')}${extension('javascript', 'sourceModel', '["@acme/sql", "Member[handle].Argument[1].Parameter[0]", "remote"]')}${extension('python', 'summaryModel', '["acme", "Member[wrap]", "Argument[0,text:]", "ReturnValue.ListElement", "taint"]')}`,
    );
    assert.deepEqual(left, []);
    const libraries = models.flatMap(({ text }) => {
      const { library, problems } = readModel('a.yml', text);
      assert.deepEqual(problems, []);
      return library ? [library] : [];
    });
    assert.deepEqual(libraries.find(({ library }) => library.startsWith('python/'))?.summaries, [
      { from: 'Argument[0,text:]', to: 'ReturnValue.Field[*]', apis: ['acme.wrap'] },
    ]);
    const text =
      "const sql = require('@acme/sql');\nconst c = sql.createConnection();\nsql.handle('/x', (name) => {\n  c.query('SELECT ' + name);\n});\n";
    const found: string[] = [];
    await (await newAnalyzer()).analyse(
      { files: [{ path: 'a.js', text }], fileCount: 1, models: { digest: 'x', libraries } },
      (event) => {
        if (event.type === 'finding')
          found.push(`${event.finding.vulnClass} ${event.finding.range.startLine}`);
      },
    );
    assert.deepEqual(found, ['sql-injection 4']);
  });

  it('says why of every row that it does not take, and survives what is no extension', () => {
    const { models, left } = importCodeql(
      'acme',
      `extensions:\n${extension('java', 'summaryModel', '["com.acme", "Box", True, "get", "()", "", "Argument[this].SyntheticField[x]", "ReturnValue", "value", "manual"]', '["com.acme"]', '["com.acme", "Box", True, "", "", "Annotated", "ReturnValue", "remote", "x", "manual"]')}${extension('ruby', 'sinkModel', '["a", "b", "c"]')}`,
    );
    assert.deepEqual(models, []);
    assert.deepEqual(
      left.map(({ line }) => line),
      [6, 7, 8, 9],
    );
    assert.ok(left.every(({ reason }) => reason.length > 20));
    for (const text of ['', '- a', 'extensions: 1', 'extensions: [', 'extensions:\n  - 1\n  - addsTo: 2\n'])
      assert.deepEqual(importCodeql('x', text).models, []);
  });
});
