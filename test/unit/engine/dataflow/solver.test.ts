import assert from 'node:assert/strict';
import { assertMarked, handler, servlet, view } from './found.ts';

describe('the solver', function () {
  this.timeout(120_000);

  describe('constants and dead branches', () => {
    it('skips what cannot be reached', () =>
      servlet(`
    String a = req.getParameter("a");
    int n = 106;
    String b = (7 * 18) + n > 200 ? "constant" : a;
    run(b);
    String c;
    if ((500 / 42) + n > 200) c = a; else c = "constant";
    run(c);
    String d = n > 200 ? "x" : a;
    run(d); // !`));

    it('follows a switch over a constant', () =>
      servlet(`
    String a = req.getParameter("a");
    String b;
    String guess = "ABC";
    char target = guess.charAt(1);
    switch (target) {
      case 'A': b = a; break;
      case 'B': b = "bob"; break;
      default: b = a;
    }
    run(b);
    switch (guess.charAt(2)) {
      case 'C': b = a; break;
      default: b = "bob";
    }
    run(b); // !`));

    it('takes both ways where it cannot know', () =>
      handler(`
  let a = 'x';
  if (Math.random() > 0.5) a = req.query.a;
  exec(a); // !`));

    it('stops after what does not return', () =>
      handler(`
  const a = req.query.a;
  if (!/^[a-z]+$/.test(a)) process.exit(1);
  exec('ls ' + a);
  return;
  exec(req.query.b);`));

    it('passes constants to functions that decide by them', () =>
      handler(
        `
  pick('safe', req.query.a);
  choose('raw', req.query.a);`,
        `function pick(mode, a) { if (mode === 'raw') exec(a); }
function choose(mode, a) { if (mode === 'raw') exec(a); } // !`,
      ));
  });

  describe('containers', () => {
    it('tells elements of lists apart', () =>
      servlet(`
    String a = req.getParameter("a");
    List<String> list = new ArrayList<>();
    list.add("safe");
    list.add(a);
    list.add("more");
    run(list.get(0));
    run(list.get(1)); // !
    list.remove(0);
    run(list.get(0)); // !
    run(list.get(1));`));

    it('tells keys of maps apart', () =>
      servlet(`
    Map<String, String> map = new HashMap<>();
    map.put("a", "safe");
    map.put("b", req.getParameter("b"));
    run(map.get("a"));
    run(map.get("b")); // !
    run(map.get(req.getMethod())); // !`));

    it('tells keys of dictionaries apart', () =>
      view(`
    d = {"a": "x", "b": request.args["b"]}
    os.system(d["a"])
    os.system(d["b"]) # !
    os.system(d.get("a", "y"))
    os.system(" ".join(d.values())) # !`));

    it('follows what is appended, popped, spread and joined', () =>
      handler(`
  const list = ['a'];
  list.push(req.query.a);
  exec(list[0]);
  exec(list.join(' ')); // !
  exec(list.pop()); // !
  const [first, second] = ['x', req.query.b];
  exec(first);
  exec(second); // !`));

    it('follows elements through loops and comprehensions', () =>
      view(`
    names = [n.strip() for n in request.args.getlist("n")]
    for name in names:
        os.system(name) # !
    for name in ["a", "b"]:
        os.system(name)`));
  });

  describe('fields', () => {
    it('tells fields of an object apart', () =>
      handler(`
  const o = { a: 'x', b: req.query.b, c: { d: 'y', e: req.query.e } };
  exec(o.a);
  exec(o.b); // !
  exec(o.c.d);
  exec(o.c.e); // !
  const { a, c: { e } } = o;
  exec(a);
  exec(e); // !`));

    it('tells objects of one class apart', () =>
      servlet(
        `
    Box one = new Box("safe");
    Box two = new Box(req.getParameter("a"));
    run(one.get());
    run(two.get()); // !`,
        '',
        `class Box {
  private String value;
  Box(String value) { this.value = value; }
  String get() { return value; }
}`,
      ));
  });

  describe('strong updates', () => {
    it('forgets what was replaced', () =>
      handler(`
  let a = req.query.a;
  exec(a); // !
  a = 'safe';
  exec(a);
  const o = { x: req.query.x };
  o.x = 'safe';
  exec(o.x);`));

    it('keeps what may not have been replaced', () =>
      handler(`
  let a = req.query.a;
  if (req.query.b) a = 'safe';
  exec(a); // !
  for (const x of req.query.xs) a = 'safe';
  exec(a); // !`));
  });

  describe('aliasing', () => {
    it('sees a write through another name', () =>
      handler(`
  const o = { a: 'x' };
  const p = o;
  p.a = req.query.a;
  exec(o.a); // !
  const q = { ...o };
  q.a = 'safe';
  exec(q.a);
  exec(o.a); // !`));

    it('sees what a function writes to its argument', () =>
      handler(
        `
  const o = {};
  fill(o, req.query.a);
  exec(o.command); // !
  exec(o.other);`,
        'function fill(target, text) { target.command = text; target.other = "x"; }',
      ));
  });

  describe('closures', () => {
    it('share the variables of the function around', () =>
      handler(`
  let last = 'x';
  const set = (value) => { last = value; };
  exec(last);
  set(req.query.a);
  exec(last); // !`));

    it('keep what they were made with', () =>
      handler(
        `
  make('safe')();
  other(req.query.a)();`,
        `function make(text) { return () => exec(text); }
function other(text) { return () => exec(text); } // !`,
      ));
  });

  describe('callbacks', () => {
    it('are called with the elements', () =>
      handler(`
  req.query.list.forEach((item) => exec(item)); // !
  ['a'].forEach((item) => exec(item));
  exec(req.query.list.map((x) => x + '!').filter((x) => x)[0]); // !
  exec(['a'].map((x) => x + '!')[0]);
  exec(req.query.list.reduce((all, x) => all + x, '')); // !`));

    it('are called with what their functions pass on', () =>
      handler(
        `
  withName(req.query.a, (name) => exec(name)); // !
  withName('safe', (name) => exec(name));`,
        'function withName(name, then) { then(name); }',
      ));

    it('are lambdas under any name in Java', () =>
      servlet(`
    Function<String, String> f = (x) -> x + "!";
    run(f.apply(req.getParameter("a"))); // !
    Supplier<String> s = () -> "safe";
    run(s.get());`));
  });

  describe('promises', () => {
    it('give what they resolve to', () =>
      handler(
        `
  exec(await Promise.resolve(req.query.a)); // !
  exec(await Promise.resolve('safe'));
  load(req.query.b).then((text) => exec(text)); // !
  const [x, y] = await Promise.all(['safe', load(req.query.c)]);
  exec(y); // !`,
        'async function load(name) { return name; }',
      ));
  });

  describe('recursion', () => {
    it('ends, and finds', () =>
      handler(
        `
  walk(req.query.tree);`,
        `function walk(node) { if (node.leaf) exec(node.text); else node.children.forEach(walk); } // !`,
      ));

    it('finds through functions that call each other, whichever is asked for first', () =>
      view(
        `
    odd(request.args["a"], 5)
    even(request.args["b"], 5)
    third(request.args["c"], 5)`,
        `
def even(text, n):
    if n == 0:
        os.system(text) # !
    else:
        odd(text, n - 1)

def odd(text, n):
    third(text, n - 1)

def third(text, n):
    even(text, n - 1)
    os.popen(text) # !
`,
      ));

    it('knows what comes out of a circle', () =>
      handler(
        `
  exec(ping(req.query.a, 3)); // !
`,
        `function ping(text, n) { return n > req() ? pong(text, n - 1) : 'x'; }
function pong(text, n) { return n > req() ? ping(text, n - 1) : text; }
function req() { return Math.random(); }`,
      ));
  });

  describe('class hierarchies', () => {
    it('call the method of the class that an object has', () =>
      servlet(
        `
    Base one = new Safe();
    Base two = new Raw();
    run(one.make(req.getParameter("a")));
    run(two.make(req.getParameter("a"))); // !`,
        '',
        `abstract class Base { abstract String make(String text); }
class Safe extends Base { String make(String text) { return "safe"; } }
class Raw extends Base { String make(String text) { return text; } }`,
      ));

    it('call what is inherited, and super', () =>
      view(
        `
    Child().start(request.args["a"])`,
        `
class Base:
    def start(self, text):
        self.run(text)

    def run(self, text):
        pass

class Child(Base):
    def run(self, text):
        super().run(text)
        os.system(text) # !
`,
      ));

    it('call what a subclass has in the place of a method of the same object', () =>
      servlet(
        `
    new Raw().start(req.getParameter("a"));
    new Safe().start(req.getParameter("a"));`,
        '',
        `abstract class Base {
  void start(String text) throws Exception { work("x " + text); }
  abstract void work(String text) throws Exception;
}
class Safe extends Base { void work(String text) throws Exception { Runtime.getRuntime().exec("safe"); } }
class Raw extends Base { void work(String text) throws Exception { Runtime.getRuntime().exec(text); } } // !
class Other extends Base { void work(String text) throws Exception { Runtime.getRuntime().exec(text); } }`,
      ));

    it('call any class that an interface may stand for', () =>
      servlet(
        `
    worker.work(req.getParameter("a"));`,
        'private Worker worker;',
        `interface Worker { void work(String text) throws Exception; }
class One implements Worker { public void work(String text) throws Exception { Runtime.getRuntime().exec(text); } } // !
class Two implements Worker { public void work(String text) { } }`,
      ));
  });

  describe('guards', () => {
    const negative: Readonly<Record<string, string>> = {
      'a list of what is allowed': `if (!['a', 'b'].includes(a)) return; exec(a);`,
      'a set of what is allowed': `const ok = new Set(['a', 'b']); if (!ok.has(a)) return; exec(a);`,
      'a comparison with a constant': `if (a !== 'x') return; exec(a);`,
      'a pattern over the whole': `if (!/^[a-z0-9]+$/.test(a)) return; exec('ls ' + a);`,
      'a pattern in the other branch': `if (/^[a-z0-9]+$/.test(a)) { exec('ls ' + a); }`,
      'both of two': `if (typeof a === 'string' && /^\\w+$/.test(a)) exec('ls ' + a);`,
      'a predicate of the project': `if (!valid(a)) return; exec('ls ' + a);`,
      'a function that throws': `check(a); exec('ls ' + a);`,
      'a conversion to a number': `exec('ls ' + Number(a)); exec('ls ' + parseInt(a, 10));`,
      'a switch over constants': `switch (a) { case 'x': case 'y': exec(a); }`,
      'a table of constants': `const t = { x: 'one', y: 'two' }; exec(t[a]);`,
    };
    const others = `function valid(t) { return /^[a-z]+$/.test(t); }
function check(t) { if (!/^[a-z]+$/.test(t)) throw new Error('no'); }`;
    for (const [what, code] of Object.entries(negative))
      it(`hold: ${what}`, () => handler(`const a = req.query.a; ${code}`, others).then(() => undefined));

    const positive: Readonly<Record<string, string>> = {
      'a pattern that matches a part': `if (!/[a-z]+/.test(a)) return; exec('ls ' + a); // !`,
      'a pattern that lets too much through': `if (!/^[a-z; ]+$/.test(a)) return; exec(a); // !`,
      'the wrong way round': `if (/^[a-z0-9]+$/.test(a)) return; exec('ls ' + a); // !`,
      'either of two': `if (a === 'x' || req.query.b) exec(a); // !`,
      'of another value': `if (!['a', 'b'].includes(req.query.b)) return; exec(a); // !`,
      'that is over': `if (a === 'x') { log(a); } exec(a); // !`,
      'whose answer is not asked for': `valid(a); exec('ls ' + a); // !`,
      'a length': `if (a.length > 10) return; exec(a); // !`,
      'a type': `if (typeof a !== 'string') return; exec(a); // !`,
      'before it is assigned again': `let b = a; if (b !== 'x') return; b = req.query.b; exec(b); // !`,
    };
    for (const [what, code] of Object.entries(positive))
      it(`do not hold: ${what}`, () =>
        handler(`const a = req.query.a; ${code}`, others).then(() => undefined));

    it('hold in Python', () =>
      view(`
    a = request.args["a"]
    if a in ("x", "y"):
        os.system(a)
    os.system(a) # !
    if not re.fullmatch(r"[a-z]+", a):
        return "no"
    os.system("ls " + a)`));

    it('hold in Java', () =>
      servlet(`
    String a = req.getParameter("a");
    run(a); // !
    if (Set.of("x", "y").contains(a)) run(a);
    if (!a.matches("[a-z]+")) throw new IllegalArgumentException();
    run("ls " + a);`));
  });

  describe('sanitizers', () => {
    it('clear the classes that they are for and no others', async () => {
      const findings = await view(`
    a = shlex.quote(request.args["a"])
    os.system("ls " + a)
    return "<b>" + a + "</b>" # !`);
      assert.deepEqual(
        findings.map(({ vulnClass }) => vulnClass),
        ['xss'],
      );
    });

    it('clear nothing of what is joined afterwards', () =>
      view(`
    a = shlex.quote(request.args["a"])
    os.system("ls " + a + request.args["b"]) # !`));

    it('clear where one branch of two does not', () =>
      view(`
    a = request.args["a"]
    if request.args.get("q"):
        a = shlex.quote(a)
    os.system("ls " + a) # !`));
  });

  describe('files', () => {
    it('call functions of each other, by any way of exporting', () =>
      assertMarked([
        {
          path: 'app.js',
          text: `const app = require('express')();
const one = require('./one');
const { two } = require('./lib');
import three, { four as vier } from './three.mjs';
app.get('/', (req, res) => { one(req.query.a); two(req.query.b); three(req.query.c); vier(req.query.d); two2('safe'); });
`,
        },
        { path: 'one.js', text: `module.exports = (a) => require('child_process').exec(a); // !\n` },
        { path: 'lib/index.js', text: `exports.two = require('./two').run;\n` },
        {
          path: 'lib/two.js',
          text: `const cp = require('child_process');\nexports.run = (a) => cp.exec(a); // !\n`,
        },
        {
          path: 'three.mjs',
          text: `import { exec } from 'child_process';
export default function (a) { exec(a); } // !
export const four = (a) => exec(a); // !
export const five = (a) => exec(a);
`,
        },
      ]));

    it('call methods of classes of each other in Java', () =>
      assertMarked([
        {
          path: 'src/a/Web.java',
          text: `package a;
import b.Shell;
import javax.servlet.http.*;
class Web extends HttpServlet {
  private final Shell shell = new Shell();
  protected void doGet(HttpServletRequest q, HttpServletResponse s) throws Exception {
    shell.run(q.getParameter("x"));
    Shell.still("safe");
  }
}
`,
        },
        {
          path: 'src/b/Shell.java',
          text: `package b;
public class Shell {
  public void run(String text) throws Exception {
    Runtime.getRuntime().exec(text); // !
  }
  public static void still(String text) throws Exception {
    Runtime.getRuntime().exec(text);
  }
}
`,
        },
      ]));
  });

  describe('several origins of one issue', () => {
    it('are further flows of it, at most three', async () => {
      const [finding] = await handler(
        'run(req.query.a);\nrun(req.query.b);\nrun(req.query.c);\nrun(req.query.d);',
        'function run(text) { exec(text); } // !',
      );
      assert.equal(finding?.codeFlows.length, 3);
      const starts = finding?.codeFlows.map((flow) => flow.steps[0]?.range.startLine);
      assert.equal(new Set(starts).size, 3);
    });

    it('count the worst first', async () => {
      const text = `const { exec } = require('child_process');
function run(text) {
  exec(text); // !
}
run(process.argv[2]);
require('express')().get('/', (req, res) => run(req.query.a));
`;
      const [finding] = await assertMarked([{ path: 'a.js', text }]);
      assert.match(finding?.message ?? '', /^A query parameter reaches/);
      assert.deepEqual(
        finding?.codeFlows.map((flow) => flow.steps[0]?.range.startLine),
        [6, 5],
      );
      const [local] = await assertMarked([
        { path: 'a.js', text: text.replace(/^require\('express.*$/m, '') },
      ]);
      assert.ok((local?.score ?? 100) < (finding?.score ?? 0));
      assert.equal(local?.codeFlows.length, 1);
    });
  });

  describe('prototype pollution', () => {
    it('is a write under two keys of an attacker', async () => {
      const findings = await handler(`
  const o = {};
  const { a, b, v } = req.query;
  o[a][b] = v; // !
  o[a] = v;
  o.x[b] = v;`);
      assert.deepEqual(
        findings.map(({ vulnClass }) => vulnClass),
        ['prototype-pollution'],
      );
    });

    it('is not where keys are refused, or the object has no prototype', () =>
      handler(`
  const { a, b, v } = req.query;
  const o = {};
  if (a === '__proto__' || a === 'constructor' || a === 'prototype') return;
  o[a] ??= {};
  o[a][b] = v;`));
  });

  describe('the order of files', () => {
    it('changes nothing of what is found', async () => {
      const { javaProject, pythonProject, scriptProject } = await import('../projects.ts');
      const { analyse } = await import('../../../support/engine.ts');
      for (const files of [scriptProject, pythonProject, javaProject]) {
        const found = async (list: typeof files): Promise<readonly string[]> =>
          (await analyse(list)).findings.map((finding) => JSON.stringify(finding)).toSorted();
        const expected = await found(files);
        for (let shift = 1; shift < files.length; shift++)
          assert.deepEqual(await found([...files.slice(shift), ...files.slice(0, shift)]), expected);
        assert.deepEqual(await found(files.toReversed()), expected);
      }
    });
  });
});
