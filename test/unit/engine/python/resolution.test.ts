import assert from 'node:assert/strict';
import type { SourceFile } from '../../../../src/engine/analysis.ts';
import { analyse } from '../../../support/engine.ts';

const sink: SourceFile['text'] = 'import os\n\ndef go(name):\n    os.system(name)\n';
const handler = (statement: string, call: string): string =>
  `from flask import Flask, request\n${statement}\napp = Flask(__name__)\n\n@app.route("/")\ndef a():\n    ${call}(request.args["a"])\n`;

/** The files in which data arrives, given the texts of all by path. */
async function reached(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await analyse(Object.entries(files).map(([path, text]) => ({ path, text })));
  return findings.filter(({ vulnClass }) => vulnClass === 'command-injection').map(({ file }) => file);
}

describe('absolute imports of Python', () => {
  it('begin where the top package stands', async () => {
    const files = { 'x/shop/__init__.py': '', 'x/shop/run.py': sink };
    assert.deepEqual(await reached({ ...files, 'x/shop/web.py': handler('from shop.run import go', 'go') }), [
      'x/shop/run.py',
    ]);
  });

  it('never begin within a package where a library has the name', async () => {
    const files = { 'shop/__init__.py': '', 'shop/requests.py': sink };
    assert.deepEqual(
      await reached({ ...files, 'shop/web.py': handler('import requests', 'requests.go') }),
      [],
    );
    assert.deepEqual(
      await reached({ ...files, 'shop/web.py': handler('from shop import requests', 'requests.go') }),
      ['shop/requests.py'],
    );
    assert.deepEqual(
      await reached({ ...files, 'shop/web.py': handler('from . import requests', 'requests.go') }),
      ['shop/requests.py'],
    );
  });

  it('begin in the folder of a script, before the libraries', async () => {
    const main = '\nif __name__ == "__main__":\n    app.run()\n';
    const files = { 'tools/requests.py': sink };
    const web = handler('import requests', 'requests.go');
    assert.deepEqual(await reached({ ...files, 'tools/web.py': web + main }), ['tools/requests.py']);
    assert.deepEqual(await reached({ ...files, 'other/web.py': web + main }), []);
  });

  it('mean the nearest of several packages of one name', async () => {
    const files = {
      'a/app/__init__.py': '',
      'a/app/run.py': sink,
      'b/app/__init__.py': '',
      'b/app/run.py': 'def go(name):\n    return name\n',
    };
    const web = handler('from app.run import go', 'go');
    assert.deepEqual(await reached({ ...files, 'a/app/web.py': web }), ['a/app/run.py']);
    assert.deepEqual(await reached({ ...files, 'b/app/web.py': web }), []);
  });
});
