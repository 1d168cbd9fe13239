import assert from 'node:assert/strict';
import { scanFolder } from '../../../../src/service/analysis/index.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { Tree } from './tree.ts';

/** More code of another language than the script's own, so that the script is not analysed with its own by chance. */
const much = (name: string): string => `function ${name}() { return ${'1 + '.repeat(2_000)} 1; }\n`;

async function placesIn(folder: Tree): Promise<string[]> {
  const places = new Set<string>();
  await scanFolder({
    assets: scanAssets,
    root: folder.root,
    workers: 1,
    on: (event) => {
      if (event.type === 'finding' && event.finding.vulnClass === 'command-injection')
        places.add(`${event.finding.file}:${event.finding.range.startLine}`);
    },
  });
  return [...places].toSorted();
}

describe('a script without an extension', function () {
  this.timeout(60_000);

  it('is analysed with the code of its language: data that it passes on is followed', async () => {
    using folder = new Tree({
      'bin/serve':
        "#!/usr/bin/env python3\nfrom flask import Flask, request\nfrom tools.run import run\napp = Flask(__name__)\n@app.route('/')\ndef home():\n    return run(request.args['cmd'])\n",
      'tools/__init__.py': '# tools\n',
      'tools/run.py': 'import os\ndef run(command):\n    return os.popen(command).read()\n',
      'web/a.js': much('a'),
      'web/b.js': much('b'),
    });
    assert.deepEqual(await placesIn(folder), ['tools/run.py:3']);
  });
});
