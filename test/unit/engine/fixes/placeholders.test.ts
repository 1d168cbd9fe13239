import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

describe('templates with values written into them', () => {
  const express = (line: string): string =>
    `const ejs = require('ejs');\nconst nunjucks = require('nunjucks');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  ${line}\n});\n`;
  const flask = (imports: string, line: string): string =>
    `from flask import Flask, request, render_template_string\n${imports}\napp = Flask(__name__)\n\n\n@app.route("/")\ndef view():\n    name = request.args["name"]\n    ${line}\n`;

  for (const [before, after] of [
    ["ejs.render('<p>' + req.query.a + '</p>');", "ejs.render('<p><%= a %></p>', { a: req.query.a });"],
    [
      'nunjucks.renderString(`Hi ${req.query.a}, ${req.body.a}`, { b: 1 });',
      'nunjucks.renderString(`Hi {{ a }}, {{ a2 }}`, { b: 1, a: req.query.a, a2: req.body.a });',
    ],
  ] as const)
    it(`get placeholders: ${after}`, async () => {
      const result = await fixed('app.js', express(before), 'template-injection');
      assert.ok(result.includes(`  ${after}\n`), result);
    });

  for (const [imports, before, after] of [
    [
      'import os',
      'return render_template_string(f"<p>{name} {{{{ 1 }}}}</p>", x=1)',
      'return render_template_string("<p>{{ name }} {{ 1 }}</p>", x=1, name=name)',
    ],
    [
      'from mako.template import Template',
      'text = Template("Re: " + name).render()',
      'text = Template("Re: ${name}").render(name=name)',
    ],
  ] as const)
    it(`get placeholders: ${after}`, async () => {
      const result = await fixed('app.py', flask(imports, before), 'template-injection');
      assert.ok(result.includes(`    ${after}\n`), result);
    });

  it('are left to a person where the whole text comes from outside', async () => {
    await obstacle('app.js', express('ejs.render(req.query.text);'), 'template-injection');
    await obstacle('app.py', flask('import os', 'return render_template_string(name)'), 'template-injection');
  });
});
