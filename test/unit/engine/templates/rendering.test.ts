import assert from 'node:assert/strict';
import { severityOf } from '../../../../src/engine/finding.ts';
import { analyse, newAnalyzer } from '../../../support/engine.ts';

const app = {
  path: 'shop/app.py',
  text: `from flask import Flask, render_template, request
app = Flask(__name__)
@app.route("/")
def page():
    return render_template("page.html", name=request.args["name"])
`,
};
const page = (text: string) => ({ path: 'shop/templates/page.html', text });

describe('a template that a program writes', () => {
  it('is where its finding is, with the flow from the program', async () => {
    const { findings } = await analyse([app, page('<h1>\n  Hello {{ name|safe }}!\n</h1>\n')]);
    assert.deepEqual(
      findings.map(({ file, range, ruleId }) => [
        file,
        range.startLine,
        range.startColumn,
        range.endColumn,
        ruleId,
      ]),
      [['shop/templates/page.html', 2, 12, 21, 'python/xss']],
    );
    assert.deepEqual(
      findings[0]?.codeFlows[0]?.steps.map(({ file, range }) => [file, range.startLine]),
      [
        ['shop/app.py', 5],
        ['shop/app.py', 5],
        ['shop/templates/page.html', 2],
      ],
    );
  });

  it('is analysed again when it changes, and its finding is gone with it', async () => {
    const analyzer = await newAnalyzer();
    const found = async (
      files: readonly { path: string; text: string }[],
      removed: readonly string[] = [],
    ) => {
      let count = 0;
      await analyzer.analyse({ files, fileCount: files.length, removed }, (event) => {
        if (event.type === 'finding') count++;
      });
      return count;
    };
    assert.equal(await found([app, page('{{ name }}')]), 0);
    assert.equal(await found([page('{{ name|safe }}')]), 1);
    assert.equal(await found([]), 1);
    assert.equal(await found([], ['shop/templates/page.html']), 0);
  });

  it('is no high alarm where the finding is not sure enough', async () => {
    const { findings } = await analyse([app, page('<a href="{{ name }}">x</a>\n{{ name|safe }}\n')]);
    assert.deepEqual(
      findings.map(({ score, confidence }) => [severityOf(score), confidence < 70]).toSorted(),
      [
        ['HIGH', false],
        ['MEDIUM', true],
      ],
    );
  });

  it('that includes itself ends', async () => {
    const { findings } = await analyse([app, page('{% include "page.html" %}{{ name|safe }}')]);
    assert.equal(findings.length, 1);
  });

  it('is the one nearest to the program where several have its name', async () => {
    const { findings } = await analyse([
      app,
      page('{{ name }}'),
      { path: 'blog/templates/page.html', text: '{{ name|safe }}' },
    ]);
    assert.deepEqual(findings, []);
  });
});
