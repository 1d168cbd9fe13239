import assert from 'node:assert/strict';
import Module from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import { embeddedService, problemCount } from './window.ts';

// Runs first: mocha takes the files by name, and nothing before it activates the extension.
describe('activation', () => {
  it('has not happened before anything is used', () => {
    assert.equal(extension().isActive, false);
    assert.deepEqual(loaded(), []);
  });

  it('loads the entry and nothing else: client and schemas wait for the first use', async () => {
    await extension().activate();
    assert.deepEqual(loaded(), ['extension.cjs']);
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

/** The files of the extension that the host has loaded. */
function loaded(): readonly string[] {
  const dist = path.join(extension().extensionPath, 'dist') + path.sep;
  const { _cache: cache } = Module as unknown as { readonly _cache: Readonly<Record<string, unknown>> };
  return Object.keys(cache)
    .filter((file) => file.startsWith(dist))
    .map((file) => file.slice(dist.length));
}
