import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import { embeddedService, problemCount } from './window.ts';

/** Bytes of the files that an activation reads. */
const largestActivationBytes = 400_000;

// Runs first: mocha takes the files by name, and nothing before it activates the extension.
describe('activation', () => {
  const loaded: string[] = [];
  let watching: { deregister(): void };

  before(() => {
    const dist = path.join(extension().extensionPath, 'dist') + path.sep;
    watching = registerHooks({
      load: (url, context, next) => {
        const file = url.startsWith('file:') ? fileURLToPath(url) : url;
        if (file.startsWith(dist)) loaded.push(file);
        return next(url, context);
      },
    });
  });

  after(() => watching.deregister());

  it('has not happened before anything is used', () => {
    assert.equal(extension().isActive, false);
    assert.deepEqual(loaded, []);
  });

  it('loads little: client and schemas wait for the first use', async () => {
    await extension().activate();
    assert.equal(path.basename(loaded[0] ?? ''), 'extension.js');
    const texts = loaded.map((file) => readFileSync(file, 'utf8'));
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    assert.ok(bytes <= largestActivationBytes, `${bytes} bytes in ${loaded.length} files`);
    // What only the schemas' library and the client contain, as a file that is loaded later does.
    for (const mark of ['ZodError', 'UND_ERR_']) {
      assert.ok(!texts.some((text) => text.includes(mark)), `activation loads ${mark}`);
    }
  });

  it('starts no service and reports nothing', () => {
    assert.equal(embeddedService(), undefined);
    assert.equal(problemCount(), 0);
  });
});

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('parapet.parapet');
  assert.ok(found);
  return found;
}
