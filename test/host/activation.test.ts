import assert from 'node:assert/strict';
import Module from 'node:module';
import * as vscode from 'vscode';
import { calm, embeddedService, problemCount } from './window.ts';

/** Milliseconds that loading and activating may take. */
const longest = 30;

// Runs first: mocha takes the files by name, and nothing before it activates the extension.
describe('activation', () => {
  it('has not happened before anything is used', () => {
    assert.equal(extension().isActive, false);
  });

  it('takes at most 30 ms of the extension host', async () => {
    // The window has just opened, and other extensions are starting on the same thread.
    await calm();
    const clock = watchActivation();
    await extension().activate();
    const took = clock();
    console.log(`activation: ${took.toFixed(1)} ms`);
    assert.ok(took > 0 && took <= longest, `${took.toFixed(1)} ms`);
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

interface Entry {
  readonly activate: (context: vscode.ExtensionContext) => void;
}
type Load = (this: unknown, request: string, ...rest: readonly unknown[]) => unknown;

/**
 * Takes the time that the host spends in our code, as it takes it itself: loading the entry, and the call of
 * `activate`. What other processes take from a busy machine meanwhile is left out.
 * @returns a function that says how many milliseconds it was
 */
function watchActivation(): () => number {
  let took = 0;
  const timed = <T>(work: () => T): T => {
    const wall = performance.now();
    const processor = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(processor);
    took += Math.min(performance.now() - wall, (user + system) / 1000);
    return result;
  };
  const loader = Module as unknown as { _load: Load };
  const load = loader._load;
  loader._load = function (request, ...rest) {
    if (!/[\\/]dist[\\/]extension\.cjs$/.test(request)) return load.call(this, request, ...rest);
    loader._load = load;
    const entry = timed(() => load.call(this, request, ...rest) as Entry);
    return { ...entry, activate: (context: vscode.ExtensionContext) => timed(() => entry.activate(context)) };
  };
  return () => {
    loader._load = load;
    return took;
  };
}
