import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  apart,
  blurred,
  clearer,
  continued,
  type Merging,
  maximumHops,
  partOf,
  whole,
  within,
} from '../../../../src/engine/dataflow/values/merging.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { analyse } from '../../../support/engine.ts';

const one = async (path: string, ...lines: string[]): Promise<readonly Finding[]> =>
  (await analyse([{ path, text: lines.join('\n') }])).findings;

/** How each finding is told: whether it is high, and the lines where its data may be other data. */
const told = (findings: readonly Finding[]): readonly string[] =>
  findings.map(
    ({ vulnClass, score, codeFlows: [flow] }) =>
      `${vulnClass} ${score >= 70 ? 'high' : 'lower'} ${(flow?.steps ?? [])
        .filter(({ message }) => message.includes('confidence is lower'))
        .map(({ range }) => range.startLine)}`,
  );

const express = ["const { exec } = require('child_process');", "const app = require('express')();"];

describe('data that is merged with other data', () => {
  it('is told with less confidence where a field is read of what a store has under its key', async () => {
    const found = await one(
      'app.js',
      ...express,
      "const plugins = require('./plugins');",
      "app.get('/a', async (req, res) => {",
      '  const plugin = await plugins.findByName(req.query.name);',
      "  exec('ls ' + plugin.path);",
      '  res.end();',
      '});',
    );
    assert.deepEqual(told(found), ['command-injection lower 5']);
    const [sure] = await one(
      'app.js',
      ...express,
      "app.get('/a', (req, res) => { exec('ls ' + req.query.name); res.end(); });",
    );
    assert.ok((found[0]?.confidence ?? 100) < (sure?.confidence ?? 0));
  });

  it('is told with less confidence where it is not known what a function makes of it', async () => {
    const found = await one(
      'app.js',
      ...express,
      "const { parse } = require('some-format');",
      "app.get('/a', (req, res) => { exec('ls ' + parse(req.query.name).path); res.end(); });",
      "app.get('/b', (req, res) => { exec('ls ' + JSON.parse(req.query.name).path); res.end(); });",
    );
    assert.deepEqual(told(found), ['command-injection high ', 'command-injection lower 4']);
  });

  it('is as sure as before where what a method sets is seen, and not where its name says so', async () => {
    const found = await one(
      'app.js',
      ...express,
      "const jobs = require('./jobs');",
      'class Job { setFolder(folder) { this.folder = folder; return this; } }',
      "app.get('/a', (req, res) => { exec('ls ' + new Job().setFolder(req.query.name).folder); res.end(); });",
      "app.get('/b', (req, res) => { exec('ls ' + jobs.setFolder(req.query.name).folder); res.end(); });",
      "app.get('/c', (req, res) => { exec('ls ' + jobs.setFolder(req.query.name).owner); res.end(); });",
    );
    assert.deepEqual(told(found), [
      'command-injection high ',
      'command-injection lower 6',
      'command-injection lower 7',
    ]);
  });

  it('is told with less confidence where it was put under a key that is not known', async () => {
    const found = await one(
      'app.js',
      ...express,
      "const kinds = require('./kinds');",
      "app.get('/a', (req, res) => {",
      "  const row = { folder: '/srv' };",
      '  row[kinds.current()] = req.query.name;',
      "  exec('ls ' + row.folder);",
      '  res.end();',
      '});',
    );
    assert.deepEqual(told(found), ['command-injection lower 7']);
  });

  it('is as sure as before where the client chose that key', async () => {
    const found = await one(
      'app.js',
      ...express,
      "app.get('/a', (req, res) => {",
      '  const row = {};',
      '  for (const pair of req.query.all.split(";")) {',
      '    const [key, value] = pair.split("=");',
      '    row[key] = value;',
      '  }',
      "  exec('ls ' + row.folder);",
      '  res.end();',
      '});',
    );
    assert.ok(told(found).includes('command-injection high '), told(found).join());
  });

  it('is told apart from lists and objects beside it that are passed with it', async () => {
    const deep = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const found = await one(
      'app.ts',
      ...express,
      'interface Options { data: string[]; files: any[]; empty: any[] }',
      'const empty = (list = []) => list.map((each) => each);',
      "app.get('/a', (req, res) => { a(req.query.name, req.session.files); res.end(); });",
      ...deep.map((name, i) => `const ${name} = (data, files) => ${deep[i + 1] ?? 'run'}(data, files);`),
      'const run = (data, files = []) => all({ data: [data], files, empty: empty(files) });',
      'async function all({ data, files, empty }: Options) {',
      `  ${'note(1, 2, 3); '.repeat(60)}`,
      "  for (const file of files) exec('ls ' + file.path);",
      "  for (const file of empty) exec('ls ' + file.path);",
      "  for (const each of data) exec('ls ' + each);",
      '}',
    );
    const high = found.filter(({ score }) => score >= 70).map(({ range }) => range.startLine);
    assert.deepEqual(high, [18]);
  });

  it('is told of what is passed in a copy under its own name only', async () => {
    const found = await one(
      'app.js',
      ...express,
      "app.get('/a', (req, res) => { a({ run: 'ls', folder: req.query.name }); res.end(); });",
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
        (name, i, all) => `function ${name}(options) { return ${all[i + 1] ?? 'last'}(options); }`,
      ),
      'function last(options) {',
      '  const own = { ...options, shell: true };',
      '  exec(own.run);',
      '  exec(own.folder);',
      '}',
    );
    assert.deepEqual(
      found.filter(({ score }) => score >= 70).map(({ range }) => range.startLine),
      [14],
    );
  });

  it('is told with less confidence of what is a request by its name alone', async () => {
    const found = await one(
      'app.js',
      ...express,
      'exports.named = function (request, names) { exec(request.path); };',
      'exports.called = called;',
      'function called(req) { exec(req.query.x); }',
      "app.get('/a', (req, res) => { called(req); res.end(); });",
      "app.get('/b', (req) => { exec(req.body.x); });",
      'exports.handler = function (req, res) { exec(req.query.y); };',
      'exports.Pages = class { show(req) { exec(req.params[0]); } };',
    );
    const scores = found.map(({ range, score }) => [range.startLine, score >= 70] as const);
    assert.deepEqual(
      scores.toSorted(([a], [b]) => a - b),
      [
        [3, false],
        [5, true],
        [7, true],
        [8, true],
        [9, true],
      ],
    );
  });

  it('is no issue of the product where it comes through a test', async () => {
    const files = [
      { path: 'src/source.js', text: 'exports.read = (req, res) => req.query.name;' },
      {
        path: 'src/sink.js',
        text: "const { exec } = require('child_process');\nexports.run = (name) => { exec('ls ' + name); };",
      },
    ];
    const way =
      "const { read } = require('./source');\nconst { run } = require('./sink');\nexports.go = (req, res) => run(read(req, res));";
    for (const [path, isLow] of [
      ['src/way.spec.js', true],
      ['src/way.js', false],
    ] as const) {
      const { findings } = await analyse([...files, { path, text: way }]);
      const run = findings.filter(({ vulnClass }) => vulnClass === 'command-injection');
      assert.equal(run.length, 1);
      assert.equal((run[0]?.score ?? 0) < 40, isLow, path);
    }
  });

  it('is told with less confidence in rows of a query, in Python and in Java', async () => {
    const python = await one(
      'app.py',
      'import os',
      'from flask import request, Flask',
      'from registry import plugins',
      'app = Flask(__name__)',
      "@app.route('/a')",
      'def a():',
      "    plugin = plugins.lookup(request.args['name'])",
      "    os.system('ls ' + plugin.path)",
      "    os.system('ls ' + request.args['name'])",
      "    return ''",
    );
    // What is sure is told at once.
    assert.deepEqual(told(python), ['command-injection high ', 'command-injection lower 7']);
    const java = await one(
      'A.java',
      'import javax.servlet.http.*;',
      'class Plugin { private String path; String getPath() { return path; } }',
      'interface Plugins { Plugin find(String name); }',
      'public class A extends HttpServlet {',
      '  private com.acme.Registry<Plugin> plugins;',
      '  protected void doGet(HttpServletRequest q, HttpServletResponse r) throws Exception {',
      '    Plugin plugin = plugins.find(q.getParameter("name"));',
      '    Runtime.getRuntime().exec(new String[] { "sh", "-c", "ls " + plugin.getPath() });',
      '    Runtime.getRuntime().exec(new String[] { "sh", "-c", "ls " + q.getParameter("name") });',
      '  }',
      '}',
    );
    assert.deepEqual(told(java), ['command-injection high ', 'command-injection lower 7']);
  });

  it('is told with less confidence where a map that all share is asked with another key', async () => {
    const app = (read: string): Promise<readonly Finding[]> =>
      one(
        'app.js',
        ...express,
        "const kinds = require('./kinds');",
        'const last = new Map();',
        "app.get('/set', (req, res) => { last.set('folder', req.query.name); res.end(); });",
        `app.get('/run', (req, res) => { exec('ls ' + ${read}); res.end(); });`,
      );
    assert.deepEqual(told(await app("last.get('folder')")), ['command-injection high ']);
    assert.deepEqual(told(await app('last.get(kinds.current())')), ['command-injection lower 6']);
  });

  it('says where a function takes a part of what is passed', async () => {
    const steps = (
      await one(
        'app.js',
        ...express,
        "const store = require('./store');",
        "const knex = require('knex')({ client: 'pg' });",
        'class Plugin {',
        '  constructor(name, path) { this.name = name; this.path = path; }',
        '}',
        'function list(plugin) {',
        `  ${'store.note(plugin.name); '.repeat(30)}`,
        "  exec('ls ' + plugin.path);",
        '}',
        "app.get('/a', async (req, res) => { list(await knex('plugins').where({ name: req.query.name })); res.end(); });",
      )
    )[0]?.codeFlows[0]?.steps.map(({ message }) => message);
    assert.ok(
      steps?.includes('`list` may take another part of what is passed, so confidence is lower.'),
      steps?.join('\n'),
    );
  });
});

const names = fc.constantFrom('a', 'b', 'c');
const states: fc.Arbitrary<Merging> = fc
  .array(
    fc.oneof(
      names.map((name) => (merging: Merging) => within(merging, [name])),
      fc.constant((merging: Merging) => within(merging, 'any')),
      names.map((name) => (merging: Merging) => partOf(merging, name, true)),
      fc.constant((merging: Merging) => partOf(merging, undefined, true)),
      fc.constant(blurred),
      fc.constant(whole),
    ),
    { maxLength: 6 },
  )
  .map((changes) => changes.reduce((merging, change) => change(merging), apart));

describe('what is known of merged data', () => {
  it('loses nothing where the field is read under which the data is', () => {
    assert.equal(partOf(within(apart, ['path']), 'path', false), apart);
    assert.equal(partOf(within(apart, ['path']), 'mode', false).hops, 1);
    assert.equal(partOf(within(apart, 'any'), 'path', false).hops, 1);
    assert.equal(partOf(apart, 'path', false), apart);
  });

  it('is the same whether a function is followed at once or by its summary', () => {
    const inside = partOf(apart, 'path', true);
    assert.equal(continued(within(apart, ['path']), inside).hops, 0);
    assert.equal(continued(within(apart, ['mode']), inside).hops, 1);
    assert.equal(continued(apart, inside).hops, 0);
    assert.equal(continued(within(apart, 'any'), apart), within(apart, 'any'));
  });

  it('never gets surer on its way, nor less sure where another way is surer', () => {
    fc.assert(
      fc.property(states, states, (a, b) => {
        assert.ok(continued(a, b).hops >= Math.min(maximumHops, Math.max(a.hops, b.hops)));
        assert.equal(clearer(a, b).hops, Math.min(a.hops, b.hops));
        assert.equal(clearer(a, b), clearer(b, a));
        assert.equal(clearer(a, a), a);
      }),
    );
  });
});
