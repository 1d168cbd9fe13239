import assert from 'node:assert/strict';
import { lines } from './support.ts';

/** Of each language: a pattern, code, and the lines that are to be found. */
const cases: readonly (readonly [
  what: string,
  language: string,
  pattern: string,
  code: string,
  found: readonly number[],
])[] = [
  ['a call with a metavariable', 'python', 'launch($X)', 'launch(a)\nlaunch()\nlunch(a)\n', [1]],
  ['any arguments', 'python', 'launch(...)', 'launch()\nlaunch(a, b=1)\nx = launch(1)\n', [1, 2, 3]],
  [
    'an argument among others',
    'python',
    'launch(..., $X, ...)',
    'launch()\nlaunch(a)\nlaunch(a, b)\n',
    [2, 3],
  ],
  ['equal metavariables', 'python', '$X == $X', 'a == a\na == b\n', [1]],
  ['equality in either order', 'python', '1 == $X', 'a == 1\n1 == a\n2 == a\n', [1, 2]],
  [
    'keyword arguments in any order',
    'python',
    'go(fast=True, far=$X, ...)',
    'go(far=1, fast=True)\ngo(fast=True)\ngo(1, fast=True, far=2)\n',
    [1, 3],
  ],
  [
    'an import under another name',
    'python',
    'rocket.engine.start()',
    'import rocket.engine as e\nfrom rocket import engine\ne.start()\nengine.start()\nother.start()\n',
    [3, 4],
  ],
  [
    'a name from a module',
    'python',
    'rocket.start(...)',
    'from rocket import start as s\ns(1)\nstart(1)\n',
    [2],
  ],
  ['any string', 'python', 'say("...")', 'say("a")\nsay(a)\nsay("a" "b")\n', [1, 3]],
  [
    'a constant for a string',
    'python',
    'say("...")',
    'word = "a"\nsay(word)\nother = f()\nsay(other)\n',
    [2],
  ],
  ['a constant that changes', 'python', 'say("...")', 'word = "a"\nword = f()\nsay(word)\n', []],
  ['the content of a string', 'python', 'say("hi")', "say('hi')\nsay('ho')\n", [1]],
  ['a number in another spelling', 'javascript', 'wait(255)', 'wait(0xff);\nwait(255);\nwait(25);\n', [1, 2]],
  ['statements with a gap', 'python', 'open()\n...\nclose()', 'open()\nx = 1\nclose()\n\nclose()\n', [1]],
  ['statements in a block within', 'python', 'open()\n...\nclose()', 'open()\nif x:\n    close()\n', [1]],
  ['statements in another order', 'python', 'open()\n...\nclose()', 'close()\nopen()\n', []],
  [
    'a function with a body',
    'python',
    'def $F(..., $X, ...):\n    ...\n    return $X',
    'def a(b):\n    c()\n    return b\n\ndef d(e):\n    return 1\n',
    [1],
  ],
  [
    'a decorator',
    'python',
    '@route(...)\ndef $F(...):\n    ...',
    '@route("/")\n@other\ndef a():\n    pass\n\n@other\ndef b():\n    pass\n',
    [1],
  ],
  [
    'a class with a base',
    'python',
    'class $C(Base):\n    ...',
    'class A(Other, Base):\n    pass\nclass B(Other):\n    pass\n',
    [1],
  ],
  [
    'something deep within',
    'python',
    'if <... secret ...>:\n    ...',
    'if a and not f(secret):\n    pass\nif b:\n    pass\n',
    [1],
  ],
  ['an assignment', 'python', '$X = make()', 'a = make()\nb = make(1)\nc: T = make()\n', [1, 3]],
  ['a text with values', 'python', 'f"...{$X}..."', 'f"a{b}c"\n"a{b}c"\nf"plain"\n', [1]],
  [
    'a declaration for an assignment',
    'javascript',
    '$X = make()',
    'const a = make();\nlet b = make();\nc = make();\nconst d = 1;\n',
    [1, 2, 3],
  ],
  [
    'a required module',
    'javascript',
    'rocket.start(...)',
    "const { start: go } = require('rocket');\nconst r = require('rocket');\ngo();\nr.start(1);\nx.start();\n",
    [3, 4],
  ],
  [
    'an imported name',
    'javascript',
    'rocket.start(...)',
    "import { start } from 'rocket';\nimport * as r from 'rocket';\nstart();\nr.start();\n",
    [3, 4],
  ],
  [
    'keys in any order',
    'javascript',
    'go({ b: 1, a: $X, ... })',
    'go({ a: 2, b: 1, c: 3 });\ngo({ a: 2 });\ngo({ "a": 2, b: 1 });\n',
    [1, 3],
  ],
  [
    'functions however they are written',
    'javascript',
    'on((...) => { ... run($X) ... })',
    'on(() => { a(); run(1); });\non(function () { run(2); });\non(x => run(x));\non(() => {});\n',
    [1, 2, 3],
  ],
  [
    'an element',
    'javascript',
    '<$T raw={$X} ... />',
    'const a = <div id="1" raw={b}>text</div>;\nconst c = <div id="1" />;\n',
    [1],
  ],
  ['a chain of calls', 'javascript', '$X. ... .end()', 'a.b().c.end();\na.end;\n', [1]],
  [
    'types that the pattern leaves out',
    'typescript',
    'function $F($X) { ... }',
    'function a(b: string): void { c(b); }\nfunction d(): void {}\n',
    [1],
  ],
  [
    'a new instance by its full name',
    'java',
    'new java.util.Random(...)',
    'import java.util.Random;\nclass A {\n  Object a = new Random();\n  Object b = new Other();\n}\n',
    [3],
  ],
  [
    'an expression by its type',
    'java',
    '(Rocket $R).start()',
    'class A {\n  void a(Rocket r, Car c) {\n    r.start();\n    c.start();\n  }\n}\n',
    [3],
  ],
  [
    'a declaration by its type',
    'java',
    'Rocket $R = $V;',
    'class A {\n  void a() {\n    Rocket r = f();\n    Car c = f();\n  }\n}\n',
    [3],
  ],
  [
    'a method with an annotation',
    'java',
    '@Open\n$T $M(...) { ... }',
    'class A {\n  @Open @Other public void a(int b) { c(); }\n  public void d() {}\n}\n',
    [2],
  ],
  [
    'a class with a method',
    'java',
    'class $C { ... void stop() { ... } ... }',
    'class A {\n  int x;\n  void stop() {}\n}\nclass B {\n  void go() {}\n}\n',
    [1],
  ],
  [
    'a handler of exceptions',
    'java',
    'try { ... } catch (Exception $E) { }',
    'class A {\n  void a() {\n    try { b(); } catch (Exception e) {}\n    try { b(); } catch (Error e) {}\n  }\n}\n',
    [3],
  ],
  [
    'words of any text',
    'generic',
    'password = $X',
    'password = abc\npass word = abc\n  password=x\n',
    [1, 3],
  ],
];

describe('patterns of custom rules', function () {
  this.timeout(30_000);
  for (const [what, language, pattern, code, found] of cases)
    it(`find ${what} (${language})`, async () => {
      const formula = `pattern: |\n${pattern.replaceAll(/^/gm, '  ')}`;
      assert.deepEqual(await lines(language, formula, code), found);
    });
});
