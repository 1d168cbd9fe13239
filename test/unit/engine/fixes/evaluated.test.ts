import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

/** A handler of Express around statements. */
const express = (body: string): string =>
  `const app = require('express')();\n\napp.get('/value', (req, res) => {\n${body
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\n});\n`;

/** A view of Flask around statements. */
const flask = (body: string): string =>
  `from flask import Flask, jsonify, request\n\napp = Flask(__name__)\n\n\n@app.route("/value")\ndef value():\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;

describe('fixes for text that is evaluated', () => {
  describe('JavaScript', () => {
    for (const [name, before, after] of [
      [
        'parentheses around a text',
        "const settings = eval('(' + req.query.settings + ')');\nres.json(settings);",
        'const settings = JSON.parse(req.query.settings);',
      ],
      [
        'a template with parentheses',
        'const settings = eval(`($' + '{req.query.settings})`);\nres.json(settings);',
        'const settings = JSON.parse(req.query.settings);',
      ],
      [
        'properties that are read',
        'const user = eval(req.query.user);\nres.json({ name: user.name });',
        'const user = JSON.parse(req.query.user);',
      ],
      [
        'a pattern',
        'const { name } = eval(req.query.user);\nres.json({ name });',
        'const { name } = JSON.parse(req.query.user);',
      ],
      [
        'a loop',
        'for (const one of eval(req.query.list)) console.log(one);\nres.end();',
        'for (const one of JSON.parse(req.query.list)) console.log(one);',
      ],
      [
        'a function that is made of the text',
        "const user = new Function('return ' + req.query.user)();\nres.json({ name: user.name });",
        'const user = JSON.parse(req.query.user);',
      ],
      [
        'arithmetic',
        'const count = eval(req.query.count);\nres.json({ pages: count / 10 });',
        'const count = Number(req.query.count);',
      ],
      [
        'a function of numbers',
        'res.json({ size: Math.min(100, eval(req.query.size)) });',
        'res.json({ size: Math.min(100, Number(req.query.size)) });',
      ],
      [
        'a number that is read twice',
        'res.json({ size: parseInt(eval(req.query.size), 10) });',
        'res.json({ size: parseInt(req.query.size, 10) });',
      ],
    ] as const) {
      it(`reads what can only be a value: ${name}`, async () => {
        const text = await fixed('app.js', express(before), 'code-injection');
        assert.ok(text.includes(after), text);
        assert.doesNotMatch(text, /eval\(|Function\(/);
      });
    }

    for (const [name, body] of [
      ['a result that is answered as it is', 'res.json({ result: eval(req.query.expression) });'],
      ['a function that is called', 'eval(req.query.handler)();\nres.end();'],
      ['a method of the program', 'eval(req.query.name).run();\nres.end();'],
      [
        'a number in one place and data in the other',
        'const v = eval(req.query.v);\nres.json({ a: v * 2, b: v.name });',
      ],
      ['a text of several parts', "res.json({ sum: eval(req.query.a + '+' + req.query.b) * 2 });"],
      ['an assignment in the text', "eval('total = ' + req.query.total);\nres.end();"],
    ] as const) {
      it(`leaves to a person: ${name}`, async () => {
        assert.notEqual(await obstacle('app.js', express(body), 'code-injection'), '');
      });
    }
  });

  describe('Python', () => {
    for (const [name, before, after] of [
      [
        'a key',
        'data = eval(request.args["data"])\nreturn jsonify(data["name"])',
        'data = ast.literal_eval(request.args["data"])',
      ],
      [
        'a loop',
        'names = [one for one in eval(request.args["names"])]\nreturn jsonify(names)',
        'names = [one for one in ast.literal_eval(request.args["names"])]',
      ],
      ['`int`', 'return str(int(eval(request.args["n"])) + 1)', 'return str(int(request.args["n"]) + 1)'],
      ['`float`', 'return str(float(eval(request.args["n"])))', 'return str(float(request.args["n"]))'],
      [
        'arithmetic',
        'n = eval(request.args["n"])\nreturn jsonify(n * 2)',
        'n = ast.literal_eval(request.args["n"])',
      ],
      [
        'the words of JSON',
        'data = eval(request.args["data"], {"true": True, "false": False, "null": None})\nreturn jsonify(data)',
        'data = json.loads(request.args["data"])',
      ],
    ] as const) {
      it(`reads what can only be a value: ${name}`, async () => {
        const text = await fixed('app.py', flask(before), 'code-injection');
        assert.ok(text.includes(after), text);
      });
    }

    for (const [name, body] of [
      ['a calculator', 'return str(eval(request.args["expr"]))'],
      ['a function that is called', 'return eval(request.args["name"])()'],
      ['a method of the program', 'return eval(request.args["name"]).run()'],
      ['names that the text may use', 'rate = 3\nreturn str(eval(request.args["expr"], {"rate": rate}) * 2)'],
      ['statements', 'exec(request.args["code"])\nreturn "ok"'],
    ] as const) {
      it(`leaves to a person: ${name}`, async () => {
        assert.notEqual(await obstacle('app.py', flask(body), 'code-injection'), '');
      });
    }
  });
});
