import assert from 'node:assert/strict';
import type { Analyzer, TeamModels } from '../../../../src/engine/analysis.ts';
import { type ParsedLibrary, parseLibrary } from '../../../../src/engine/libraries/parse.ts';
import { describeProblem } from '../../../../src/engine/libraries/problem.ts';
import { rowsOf } from '../../../../src/engine/libraries/rows.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';
import { effortOf } from '../../../support/effort.ts';
import { newAnalyzer } from '../../../support/engine.ts';

const kinds = new Map(weaknesses.map(({ id, found }) => [id, found]));
const head = 'library: python/acme\npackages: [acme]\n';
const read = (text: string): ParsedLibrary => parseLibrary('acme.yml', text, { kinds, foreign: true });
const said = (text: string): readonly string[] => read(text).problems.map(describeProblem);

function models(...texts: readonly string[]): TeamModels {
  const libraries = texts.flatMap((text) => {
    const { library, problems } = read(text);
    assert.deepEqual(problems, []);
    return library ? [library] : [];
  });
  return { digest: texts.join('\n'), libraries };
}

describe('a model file', () => {
  it('has its rows read, of APIs by their path or by their type', () => {
    const { library, problems } = read(
      `${head}sinks:\n  - kind: sql-injection\n    input: Argument[0,sql:].Field[text]\n    apis:\n      - acme.db.Session: [run, query]\n      - acme.raw\n`,
    );
    assert.deepEqual(problems, []);
    assert.ok(library);
    assert.deepEqual(
      rowsOf(library).map((row) => ('api' in row ? row.api : undefined)),
      ['acme.db.Session.run', 'acme.db.Session.query', 'acme.raw'],
    );
  });

  it('names file, line and row of what is wrong, and keeps the rest', () => {
    const text = `${head}sinks:\n  - { kind: xss, input: 'Argument[0]', apis: [acme.a] }\n  - { kind: xss, input: 'Argument[0]', colour: red, apis: [acme.b] }\n  - { kind: xss, input: 'Argument[0]', apis: [acme.c] }\n`;
    assert.deepEqual(said(text), ['acme.yml:5:40 (sinks[2]): Unknown key "colour".']);
    const { library } = read(text);
    assert.ok(library);
    assert.deepEqual(
      rowsOf(library).map((row) => ('api' in row ? row.api : undefined)),
      ['acme.a', 'acme.c'],
    );
  });

  it('names expressions that several rows need', () => {
    const { library, problems } = read(
      `${head}sinks:\n  - { kind: xss, input: 'Argument[0]', when: [{ input: 'Argument[1]', matches: { named: shells } }], apis: [acme.a] }\n`,
    );
    assert.deepEqual(problems, []);
    const { matches = '' } = library?.sinks?.[0]?.when?.[0] ?? {};
    assert.match('/bin/bash', new RegExp(matches));
    assert.doesNotMatch('git', new RegExp(matches));
  });

  const row = (fields: string): string => `${head}sinks:\n  - { ${fields} }\n`;
  const refused: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    [
      'an unknown section',
      `${head}sink: []\n`,
      /^acme\.yml:3:1: Unknown key "sink"\. Sections are sources, sinks/,
    ],
    [
      'a section that is no list',
      `${head}sinks: { kind: xss }\n`,
      /^acme\.yml:3:1: "sinks" is a list of rows/,
    ],
    [
      'a wrong type',
      row("kind: xss, input: 'Argument[0]', confidence: high, apis: [acme.a]"),
      /^acme\.yml:4:\d+ \(sinks\[1\]\): "confidence": expected number/,
    ],
    ['a row without its place', row('kind: xss, apis: [acme.a]'), /\(sinks\[1\]\): "input": expected string/],
    [
      'an access path that cannot be',
      row("kind: xss, input: 'Argument[-1]', apis: [acme.a]"),
      /\(sinks\[1\]\): "Argument\[-1\]" is no access path\. Write Argument\[0\]/,
    ],
    [
      'an argument by name without its colon',
      row("kind: xss, input: 'Argument[sql]', apis: [acme.a]"),
      /An argument passed by name is written Argument\[sql:\]/,
    ],
    [
      'an argument that no call has',
      row("kind: xss, input: 'Argument[99999]', apis: [acme.a]"),
      /No call has more than 255 arguments/,
    ],
    [
      'a kind that there is not',
      row("kind: sqli-injection, input: 'Argument[0]', apis: [acme.a]"),
      /There is no kind "sqli-injection"/,
    ],
    [
      'a kind that no flow leads to',
      row("kind: weak-hash, input: 'Argument[0]', apis: [acme.a]"),
      /No data flow leads to "weak-hash"; describe the call under "misuses"/,
    ],
    [
      'an expression of a name that there is not',
      row(
        "kind: xss, input: 'Argument[0]', when: [{ input: 'Argument[1]', matches: { named: shell } }], apis: [acme.a]",
      ),
      /Write a regular expression, or "\{ named: … \}" with one of risky-programs/,
    ],
    [
      'an API of another package',
      row("kind: xss, input: 'Argument[0]', apis: [acme.a, other.b]"),
      /"other\.b" is in none of the packages of this file \(acme\)/,
    ],
    ['no API', row("kind: xss, input: 'Argument[0]', apis: []"), /Name at least one API/],
    [
      'an API path with spaces',
      row("kind: xss, input: 'Argument[0]', apis: ['acme a']"),
      /An API path has no spaces/,
    ],
    [
      'a regular expression that takes exponential time',
      row(
        "kind: xss, input: 'Argument[0]', when: [{ input: 'Argument[1]', matches: '^(a+)+$' }], apis: [acme.a]",
      ),
      /This regular expression can take exponential time/,
    ],
    [
      'a regular expression that cannot be read',
      row("kind: xss, input: 'Argument[0]', when: [{ input: 'Argument[1]', matches: '(' }], apis: [acme.a]"),
      /The regular expression cannot be read/,
    ],
    [
      'a condition that tests two things',
      row(
        "kind: xss, input: 'Argument[0]', when: [{ input: 'Argument[1]', absent: true, is: [a] }], apis: [acme.a]",
      ),
      /A condition makes one test/,
    ],
    ['no package', 'library: python/acme\nsinks: []\n', /List the packages that the model is about/],
    ['an empty list of packages', 'library: python/acme\npackages: []\n', /Name at least one package/],
    [
      'a language that there is not',
      'library: cobol/acme\npackages: [acme]\n',
      /Write <language>\/<name>.*the language is javascript, java or python/,
    ],
    ['what is no YAML', `${head}sinks: [\n`, /^acme\.yml:\d+:\d+: /],
    ['a list', '- a\n- b\n', /A model file is a map/],
    ['nothing', '', /A model file is a map/],
  ];
  for (const [what, text, message] of refused)
    it(`is refused with ${what}`, () => {
      const problems = said(text);
      assert.match(problems[0] ?? 'no problem', message);
      const { library } = read(text);
      assert.equal(library ? rowsOf(library).length : 0, 0);
    });

  it('is refused with aliases that grow without bound', () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) => `a${i}: &a${i} [${`*a${i - 1}, `.repeat(i > 0 ? 10 : 0)}1]`,
    );
    assert.ok(said(`${lines.join('\n')}\n`).length > 0);
  });

  it('is read with 10,000 rows, and refused with more than fit', () => {
    const rows = (count: number): string =>
      `${head}neutrals:\n${Array.from({ length: count }, (_, i) => `  - acme.f${i}\n`).join('')}`;
    const { library, problems } = read(rows(10_000));
    assert.deepEqual(problems, []);
    assert.equal(library && rowsOf(library).length, 10_000);
    assert.match(said(rows(20_001))[0] ?? '', /The file has 20001 rows; at most 20000 are read/);
  });

  it('is read in time that grows with its length', async () => {
    const text = (count: number): string =>
      `${head}sinks:\n${Array.from({ length: count }, (_, i) => `  - { kind: xss, input: 'Argument[0]', apis: [acme.f${i}] }\n`).join('')}`;
    read(text(200));
    const small = await effortOf(() => read(text(250)));
    const large = await effortOf(() => read(text(2_000)));
    assert.ok(large < 40 * Math.max(1, small), `${small} ms, ${large} ms`);
  });
});

describe('models of a team', () => {
  const sink = `${head}sinks:\n  - { kind: sql-injection, input: 'Argument[0]', apis: [acme.db.run] }\n`;
  const source = `${head}sources:\n  - { threatModel: remote, apis: [acme.http.param] }\n`;
  const files = [
    {
      path: 'app.py',
      text: 'import acme\nfrom flask import request\n\ndef show():\n    acme.db.run("SELECT " + request.args["id"])\n',
    },
  ];

  async function found(analyzer: Analyzer, change: object, held?: TeamModels): Promise<readonly string[]> {
    const lines: string[] = [];
    await analyzer.analyse({ files: [], fileCount: 0, ...change, models: held }, (event) => {
      if (event.type === 'finding')
        lines.push(`${event.finding.vulnClass} ${event.finding.range.startLine} ${event.finding.message}`);
    });
    return lines.toSorted();
  }

  it('add a sink, and a change of them holds at the next analysis as in a new one', async () => {
    const kept = await newAnalyzer();
    assert.deepEqual(await found(kept, { files }), []);
    const held = models(sink);
    const withSink = await found(kept, {}, held);
    assert.equal(withSink.length, 1);
    assert.match(withSink[0] ?? '', /^sql-injection 5 A query parameter reaches acme\.db\.run/);
    assert.deepEqual(withSink, await found(await newAnalyzer(), { files }, held));
    const clean = models(
      sink,
      `${head}sanitizers:\n  - { kinds: [sql-injection], input: ReturnValue, apis: [acme.quote] }\n`,
    );
    assert.deepEqual(await found(kept, {}, clean), withSink);
    const quoted = [
      {
        path: 'app.py',
        text: files[0]?.text.replace('request.args["id"]', 'acme.quote(request.args["id"])') ?? '',
      },
    ];
    assert.deepEqual(await found(kept, { files: quoted }, clean), []);
    assert.equal((await found(kept, {}, held)).length, 1, 'without the sanitizer');
    assert.deepEqual(await found(kept, {}), [], 'without models');
  });

  it('hold for their own language only', async () => {
    const other = models(sink.replace('python/acme', 'java/acme'));
    assert.deepEqual(await found(await newAnalyzer(), { files }, other), []);
  });

  it('add sources, and do not change what our libraries say', async () => {
    const text =
      'import acme, os\nfrom flask import request\n\ndef a():\n    os.system(acme.http.param("x"))\n\ndef b():\n    os.system(request.args["y"])\n';
    const lines = await found(await newAnalyzer(), { files: [{ path: 'a.py', text }] }, models(source));
    assert.equal(lines.length, 2, lines.join('\n'));
    assert.match(lines[0] ?? '', /command-injection 5 Data from outside/);
  });
});
