import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptOutput } from '../../../../src/processes/run-command.ts';
import { type CheckedFile, checkProject } from '../../../../src/workspace/project-check/check.ts';
import { readCheckSetting, scriptCommand } from '../../../../src/workspace/project-check/command.ts';
import { copyLimits } from '../../../../src/workspace/project-check/copy.ts';

const never = new AbortController().signal;
const node = (script: string): readonly [string, ...string[]] => [process.execPath, '-e', script];
const passes = "process.exit(require('./lib.js') === 2 ? 0 : 1)";

describe("the project's own check", () => {
  let root: string;
  let temporary: string;
  const { TMPDIR } = process.env;
  const file: CheckedFile = { path: 'lib.js', before: 'module.exports = 1', after: 'module.exports = 2' };
  const run = (script: string, files = [file], timeoutMs = 10_000, signal = never) =>
    checkProject(root, files, node(script), timeoutMs, signal);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parapet-project-'));
    writeFileSync(join(root, 'lib.js'), file.before);
    temporary = mkdtempSync(join(tmpdir(), 'parapet-copies-'));
    process.env['TMPDIR'] = temporary;
  });
  afterEach(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('parapet-check-')),
      [],
      'no copy is left behind',
    );
    for (const folder of [root, temporary]) rmSync(folder, { recursive: true });
  });

  it('sees the patch, and the project does not', async () => {
    assert.deepEqual(await run(passes), { kind: 'passed' });
    assert.equal(readFileSync(join(root, 'lib.js'), 'utf8'), file.before);
  });

  it('fails where it fails with the patch only, with the end of what it said', async () => {
    const script = "console.log('x'.repeat(100000) + 'end'); process.exit(require('./lib.js') === 1 ? 0 : 3)";
    const outcome = await run(script);
    assert.equal(outcome.kind, 'failed');
    if (outcome.kind !== 'failed') return;
    assert.equal(outcome.code, 3);
    assert.ok(outcome.output.endsWith('end\n') && outcome.output.length <= keptOutput);
  });

  it('says nothing about the patch where it fails without it, too', async () => {
    assert.equal((await run('process.exit(1)')).kind, 'failsAnyway');
  });

  it('has its time, and ends with all that it started', async () => {
    const marker = join(root, 'alive');
    const child = `setTimeout(() => require('fs').writeFileSync(${JSON.stringify(marker)}, ''), 1500)`;
    const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setTimeout(() => {}, 60000)`;
    assert.equal((await run(script, [file], 500)).kind, 'timeout');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(existsSync(marker), false);
  });

  it('can be cancelled', async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(new Error('enough')), 300);
    await assert.rejects(run('setTimeout(() => {}, 60000)', [file], 60_000, cancel.signal), /enough/);
  });

  it('is told as not started where there is no such program', async () => {
    const outcome = await checkProject(root, [file], ['parapet-no-such-program'], 1_000, never);
    assert.equal(outcome.kind, 'notStarted');
  });

  it('has the installed packages, without copying them, and no history', async () => {
    mkdirSync(join(root, 'node_modules/two'), { recursive: true });
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, 'node_modules/two/index.js'), 'module.exports = 2');
    const script =
      "process.exit(require('two') === 2 && require('fs').lstatSync('node_modules').isSymbolicLink() && !require('fs').existsSync('.git') ? 0 : 1)";
    assert.equal((await run(script)).kind, 'passed');
    assert.ok(existsSync(join(root, 'node_modules/two/index.js')), 'what was linked is still there');
  });

  it('never writes through a link, or outside of the copy', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'parapet-outside-'));
    writeFileSync(join(outside, 'lib.js'), 'module.exports = 7');
    symlinkSync(outside, join(root, 'away'));
    for (const path of ['away/lib.js', '../lib.js', 'node_modules/x.js'])
      assert.equal((await run(passes, [{ ...file, path }])).kind, 'linked', path);
    assert.equal(readFileSync(join(outside, 'lib.js'), 'utf8'), 'module.exports = 7');
    symlinkSync(join(outside, 'lib.js'), join(root, 'link.js'));
    await run(passes, [{ ...file, path: 'link.js' }]);
    assert.equal(readFileSync(join(outside, 'lib.js'), 'utf8'), 'module.exports = 7');
    rmSync(outside, { recursive: true });
  });

  it('is not run where the project is too large to be copied', async () => {
    for (const limits of [
      { ...copyLimits, files: 0 },
      { ...copyLimits, bytes: 5 },
    ])
      assert.deepEqual(await checkProject(root, [file], node(passes), 1_000, never, limits), {
        kind: 'tooLarge',
      });
  });

  it('gets none of the editor’s variables', async () => {
    process.env['VSCODE_TEST_WORD'] = 'x';
    process.env['NODE_OPTIONS'] = '--no-warnings';
    const outcome = await run(
      'process.exit(process.env.VSCODE_TEST_WORD || process.env.NODE_OPTIONS || !process.env.CI ? 1 : 0)',
    );
    delete process.env['VSCODE_TEST_WORD'];
    delete process.env['NODE_OPTIONS'];
    assert.equal(outcome.kind, 'passed');
  });

  it('is a script by its name, run by the project’s package manager', async () => {
    writeFileSync(join(root, 'package.json'), '{ "scripts": { "test:quick": "node t.js" } }');
    assert.deepEqual(await scriptCommand(root, 'test:quick'), ['npm', 'run', 'test:quick']);
    assert.equal(await scriptCommand(root, 'toString'), undefined);
    writeFileSync(join(root, 'pnpm-lock.yaml'), '');
    assert.deepEqual(await scriptCommand(root, 'test:quick'), ['pnpm', 'run', 'test:quick']);
    writeFileSync(join(root, 'package.json'), '{');
    assert.equal(await scriptCommand(root, 'test:quick'), undefined);
  });

  for (const [value, kind] of [
    [null, 'none'],
    ['', 'none'],
    [[], 'none'],
    ['test', 'script'],
    ['test; rm -rf /', 'invalid'],
    ['-x', 'invalid'],
    [['make', 'check'], 'command'],
    [[''], 'invalid'],
    [['make', 3], 'invalid'],
    [{ command: 'make' }, 'invalid'],
    [true, 'invalid'],
  ] as const)
    it(`reads the setting ${JSON.stringify(value)}: ${kind}`, () => {
      assert.equal(readCheckSetting(value).kind, kind);
    });
});
