import assert from 'node:assert/strict';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { type Analysed, analyse, newAnalyzer } from '../../support/engine.ts';

const times = (count: number, part: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(between);

const js = (text: string): readonly SourceFile[] => [
  {
    path: 'a.js',
    text: `const { exec } = require('child_process');\nconst app = require('express')();\n${text}`,
  },
];
const py = (text: string): readonly SourceFile[] => [
  { path: 'a.py', text: `import os\nfrom flask import request\n${text}` },
];
const java = (body: string): readonly SourceFile[] => [
  {
    path: 'A.java',
    text: `import javax.servlet.http.*;\nclass A extends HttpServlet {\n${body}\n}\n`,
  },
];

const reasons = ({ skips }: Analysed): readonly string[] =>
  [...new Set(skips.map((skip) => skip.reason))].toSorted();
const classes = ({ findings }: Analysed): readonly string[] => findings.map((finding) => finding.vulnClass);

/** Ends in good time: that of this thread, which a busy machine does not lengthen. */
async function within(seconds: number, files: readonly SourceFile[]): Promise<Analysed> {
  const before = process.threadCpuUsage();
  const result = await analyse(files);
  const { user, system } = process.threadCpuUsage(before);
  const took = (user + system) / 1e6;
  assert.ok(took < seconds, `it took ${took.toFixed(1)} s, ${seconds} s are allowed`);
  return result;
}

describe('bounds of the engine', function () {
  this.timeout(60_000);

  const deep: Readonly<Record<string, readonly SourceFile[]>> = {
    'brackets of JavaScript': js(`x = ${'['.repeat(10_000)}${']'.repeat(10_000)};`),
    'parentheses of JavaScript': js(`x = ${'('.repeat(10_000)}1${')'.repeat(10_000)};`),
    'blocks of JavaScript': js(`${'{'.repeat(10_000)}${'}'.repeat(10_000)}`),
    'functions of JavaScript': js(`${'function f() { '.repeat(10_000)}${'}'.repeat(10_000)}`),
    'brackets of Python': py(`x = ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`),
    'operators of Python': py(`x = ${'not '.repeat(10_000)}y\n`),
    'calls of Java': java(`void f() { x = ${'g('.repeat(10_000)}${')'.repeat(10_000)}; }`),
    'blocks of Java': java(`void f() { ${'{'.repeat(10_000)}${'}'.repeat(10_000)} }`),
  };
  for (const [what, files] of Object.entries(deep)) {
    it(`cuts off ${what} nested 10,000 deep, and says so`, async () => {
      const result = await within(20, files);
      assert.deepEqual(
        reasons(result).filter((reason) => reason !== 'syntax-errors'),
        ['too-deep'],
      );
    });
  }

  it('finds what stands beside code that is nested too deep', async () => {
    const text = `app.get('/', (req, res) => { exec(req.query.a); });\nx = ${'['.repeat(10_000)}${']'.repeat(10_000)};`;
    assert.deepEqual(classes(await within(20, js(text))), ['command-injection']);
  });

  it('follows long chains, which are not nested', async () => {
    const chain = `app.get('/', (req, res) => { exec('a'${times(3000, (i) => ` + '${i}'`)} + req.query.a); });`;
    const result = await within(30, js(chain));
    assert.ok(classes(result).includes('command-injection') || reasons(result).includes('too-deep'));
  });

  it('reads a file of 50,000 lines', async () => {
    const lines = times(50_000, (i) => `  const v${i} = use(${i});\n`);
    const text = `function big() {\n${lines}}\napp.get('/', (req, res) => { exec(req.query.a); });`;
    assert.deepEqual(classes(await within(40, js(text))), ['command-injection']);
  });

  it('reads 5,000 parameters', async () => {
    const text = `function f(${times(5000, (i) => `p${i}`, ', ')}) { exec(p4999); }
app.get('/', (req, res) => { f(${times(4999, () => '0', ', ')}, req.query.a); });`;
    assert.deepEqual(classes(await within(20, js(text))), ['command-injection']);
  });

  it('reads 5,000 arguments and keywords of Python', async () => {
    const text = `
def f(${times(5000, (i) => `p${i}`, ', ')}):
    os.system(p7)

def g():
    f(${times(5000, (i) => `p${i}=${i === 7 ? 'request.args["a"]' : i}`, ', ')})
`;
    assert.deepEqual(classes(await within(20, py(text))), ['command-injection']);
  });

  it('reads 20,000 comparisons in a row and as many alternatives of a pattern', async () => {
    const text = `
def f():
    os.system(request.args["a"])

x = ${times(20_000, () => 'a', ' < ')}
match x:
    case ${times(20_000, (i) => `${i}`, ' | ')}:
        g()
`;
    assert.deepEqual(classes(await within(40, py(text))), ['command-injection']);
  });

  it('ends on 200 functions that call each other, and finds', async () => {
    const text = `${times(200, (i) => `function f${i}(a, n) { if (n) f${(i + 1) % 200}(a, n - 1); ${i === 100 ? 'exec(a);' : ''} }\n`)}
app.get('/', (req, res) => { f0(req.query.a, req.query.n); });`;
    const result = await within(20, js(text));
    assert.deepEqual(classes(result), ['command-injection']);
  });

  it('ends on 40 functions that all call all others, and finds', async () => {
    const text = `${times(40, (i) => `function f${i}(a, n) { ${times(40, (j) => `f${j}(a, n);`)} ${i === 17 ? 'exec(a);' : ''} }\n`)}
app.get('/', (req, res) => { f0(req.query.a, 3); });`;
    assert.ok(classes(await within(30, js(text))).includes('command-injection'));
  });

  it('ends on calls that double at each of 30 levels, and finds', async () => {
    const text = `${times(30, (i) => `function f${i}(a) { f${i + 1}(a); f${i + 1}(a + 'x'); }\n`)}
function f30(a) { exec(a); }
app.get('/', (req, res) => { f0(req.query.a); });`;
    assert.deepEqual(classes(await within(20, js(text))), ['command-injection']);
  });

  it('ends on closures that double at each of 30 levels, and finds', async () => {
    const text = `app.get('/', (req, res) => {
  const a = req.query.a;
  ${times(30, (i) => `const f${i} = (x) => { f${i + 1}(x + a); f${i + 1}(x); };\n`)}
  const f30 = (x) => exec(x);
  f0(a);
});`;
    assert.ok(classes(await within(30, js(text))).includes('command-injection'));
  });

  it('ends on a chain of 3,000 functions', async () => {
    const text = `${times(3000, (i) => `function f${i}(a) { return f${i + 1}(a); }\n`)}
function f3000(a) { exec(a); }
app.get('/', (req, res) => { f2990(req.query.a); f0(req.query.b); });`;
    const result = await within(30, js(text));
    assert.deepEqual([classes(result).length, reasons(result)], [1, []]);
    assert.equal(result.findings[0]?.codeFlows.length, 2);
  });

  it('follows a chain of functions with calls nested in each of them', async () => {
    const text = `function g(x) { return x; }
${times(60, (i) => `function f${i}(a) { return ${'g('.repeat(100)}f${i + 1}(a)${')'.repeat(100)}; }\n`)}
function f60(a) { exec(a); return a; }
app.get('/', (req, res) => { f0(req.query.a); });`;
    assert.deepEqual(classes(await within(30, js(text))), ['command-injection']);
  });

  it('reads objects of 20,000 properties and lists of 20,000 elements', async () => {
    const text = `app.get('/', (req, res) => {
  const table = { ${times(20_000, (i) => `k${i}: ${i === 77 ? 'req.query.a' : i}`, ', ')} };
  const list = [${times(20_000, (i) => String(i), ', ')}];
  exec(table.k77);
  exec('x' + list[5] + table.k78);
});`;
    assert.deepEqual(classes(await within(30, js(text))), ['command-injection']);
  });

  it('joins 20,000 branches', async () => {
    const text = `app.get('/', (req, res) => {
  let a = 'x';
  ${times(20_000, (i) => `if (req.query.q === '${i}') a = '${i}';\n`)}
  exec(a);
  exec(req.query.b);
});`;
    const result = await within(40, js(text));
    assert.ok(classes(result).length > 0 || reasons(result).includes('step-limit'));
  });

  it('ends on loops in loops that move values on', async () => {
    const text = `app.get('/', (req, res) => {
  let ${times(12, (i) => `v${i} = ''`, ', ')};
  ${times(12, (i) => `for (let i${i} = 0; i${i} < 9; i${i}++) { v${i} = ${i === 0 ? 'req.query.a' : `v${i - 1}`};`)}
  ${'}'.repeat(12)}
  exec(v11);
});`;
    assert.deepEqual(classes(await within(30, js(text))), ['command-injection']);
  });

  it('finds what stands beside files of nothing but signs', async () => {
    const signs = (sign: string): string => `class A {\n  void f() {\n${sign.repeat(30)}x;\n  }\n}\n`;
    const vulnerable = `import javax.servlet.http.*;
class B extends HttpServlet {
  void doGet(HttpServletRequest q, HttpServletResponse r) throws Exception { Runtime.getRuntime().exec(q.getParameter("a")); }
}`;
    const files = Array.from({ length: 9 }, (_, i) => ({
      path: `A${i}.java`,
      text: signs(['--', '++', '- -', '!'][i % 4] ?? '--'),
    }));
    const result = await within(20, [...files, { path: 'B.java', text: vulnerable }]);
    assert.deepEqual(classes(result), ['command-injection']);
    assert.deepEqual(
      reasons(result).filter((reason) => reason !== 'syntax-errors'),
      [],
    );
  });

  it('gives a file its whole share whatever others take', async () => {
    const rings = Array.from(
      { length: 200 },
      (_, i) =>
        `def f${i}(a):\n    x=a+request.args["k${i}"]\n    g${(i * 7) % 200}(x)\n    return f${(i + 1) % 200}(x)\n` +
        `def g${i}(a):\n    eval(a)\n    return f${i}(a)\n`,
    ).join('');
    const hostile = [1, 2, 3, 4].map((n) => ({
      path: `a${n}.py`,
      text: `from flask import request\n${rings}`,
    }));
    const plain = {
      path: 'b.py',
      text: 'import os\nfrom flask import request\ndef run(what):\n    os.system(what)\ndef view():\n    run(request.args["a"])\n',
    };
    const { findings, skips } = await analyse([...hostile, plain]);
    assert.deepEqual(
      findings.filter(({ file }) => file === plain.path).map(({ vulnClass }) => vulnClass),
      ['command-injection'],
    );
    const limited = skips.filter(({ reason }) => reason === 'step-limit');
    assert.deepEqual(
      limited.map(({ file }) => file).toSorted(),
      hostile.map(({ path }) => path),
    );
    assert.ok(limited.every(({ functions = 0 }) => functions > 0));
  });

  it('reports that the analysis of a function was cut off at its steps', async () => {
    const files = js(
      `app.get('/', (req, res) => { ${times(500, (i) => `exec('x' + ${i});`)} exec(req.query.a); });`,
    );
    const analyzer = await newAnalyzer({ limits: { entrySteps: 100 } });
    const { skips } = await analyse(files, analyzer);
    assert.deepEqual(
      skips.map(({ file, reason, partial }) => ({ file, reason, partial })),
      [{ file: 'a.js', reason: 'step-limit', partial: true }],
    );
  });

  it('reports that a module was cut off at its steps', async () => {
    const files = js(`${times(500, (i) => `exec('x' + ${i});\n`)}`);
    const analyzer = await newAnalyzer({ limits: { entrySteps: 100 } });
    const { skips } = await analyse(files, analyzer);
    assert.deepEqual(
      skips.map(({ reason }) => reason),
      ['step-limit'],
    );
  });

  it('reports that parsing took too many steps', async () => {
    const analyzer = await newAnalyzer({ limits: { parseSteps: 0 } });
    const { skips } = await analyse(js(times(20_000, (i) => `call(${i});\n`)), analyzer);
    assert.deepEqual(
      skips.map(({ reason, partial }) => ({ reason, partial })),
      [{ reason: 'step-limit', partial: false }],
    );
  });

  it('takes regular expressions that would be slow as text', async () => {
    const evil = '(a+)+'.repeat(200);
    const text = `app.get('/', (req, res) => {
  if (!/^${evil}$/.test(req.query.a)) return res.end();
  const b = req.query.b.replace(/${evil}b/g, '');
  if ('${'a'.repeat(5000)}!'.match(/^${evil}$/)) exec(b);
  if (/^(a+)+$/.test('${'a'.repeat(100)}!')) exec(req.query.c);
  exec(req.query.d);
});`;
    assert.ok(classes(await within(20, js(text))).includes('command-injection'));
  });

  it('reads a line of a million characters', async () => {
    const text = `const s = '${'a'.repeat(1_000_000)}'; app.get('/', (req, res) => { exec(s + req.query.a); });`;
    const { findings } = await within(20, js(text));
    assert.deepEqual(
      findings.map(({ vulnClass, snippet }) => [vulnClass, snippet.length <= 400]),
      [['command-injection', true]],
    );
  });

  it('folds no text beyond reason', async () => {
    const text = `app.get('/', (req, res) => { let s = 'aaaaaaaaaa'; ${'s = s + s;'.repeat(60)} exec(s); exec(req.query.a); });`;
    assert.deepEqual(classes(await within(20, js(text))), ['command-injection']);
  });

  it('reads a file that begins with many comments', async () => {
    const comments = '// of a licence\n/** @return {void} */\n'.repeat(20);
    const action = 'export async function save(data) { exec(data.get("name")); }';
    // What is exported under the directive is called by clients: files are asked whether they begin with it.
    const files = ['', "'use server';\n", "doIt('use server');\n"].map((start, i) => ({
      path: `app/${i}/actions.js`,
      text: `${comments}${start}import { exec } from 'node:child_process';\n${action}`,
    }));
    const { findings } = await within(20, files);
    assert.deepEqual(
      findings.map(({ file, vulnClass }) => [file, vulnClass]),
      [['app/1/actions.js', 'command-injection']],
    );
  });

  it('reads files that are empty, blank or nothing but errors', async () => {
    for (const path of ['a.js', 'a.ts', 'a.tsx', 'a.py', 'A.java', 'a.properties', 'package.json']) {
      for (const text of ['', '\n\n', '\uFEFF', '\u0000\u0001', '}{)(', '"', "'''", '/*', '\ud83d']) {
        const { findings } = await analyse([{ path, text }]);
        assert.deepEqual(findings, [], JSON.stringify([path, text]));
      }
    }
  });
});
