import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LockTask } from '../../../../../src/engine/dependencies/upgrades/plan.ts';
import { writeLock } from '../../../../../src/service/analysis/package-managers/write-lock.ts';
import { Tree } from '../tree.ts';

/** A program that writes down how it is called, and changes the lock file. */
const standIn = (record: string, lock: string): string => `#!/bin/sh
{ echo "args $*"; echo "home $HOME"; echo "secret \${SECRET:-none}"; echo "files $(find . -type f | sort | tr '\\n' ' ')"; echo "go \${GOPROXY:-} \${GOTOOLCHAIN:-} \${GOFLAGS:-}"; } >> '${record}'
echo changed >> '${lock}'
`;

interface Outcome {
  readonly written: Awaited<ReturnType<typeof writeLock>>;
  readonly record: string;
}

async function run(
  program: string,
  files: Readonly<Record<string, string>>,
  task: Pick<LockTask, 'file'> & Partial<LockTask>,
): Promise<Outcome> {
  using project = new Tree(files);
  for (const file of Object.keys(files)) if (file.startsWith('bin/')) chmodSync(project.at(file), 0o755);
  using tools = new Tree({});
  const record = tools.at('record');
  tools.write('record', '');
  tools.write(program, standIn(record, path.basename(task.file)));
  chmodSync(tools.at(program), 0o755);
  const { PATH, SECRET } = process.env;
  process.env['PATH'] = [project.at('bin'), '.', tools.root, PATH].join(path.delimiter);
  process.env['SECRET'] = 'zq8vT1mWn5Rk2Lx9';
  try {
    const manifests = Object.fromEntries(
      Object.entries(files).filter(([file]) => file !== task.file && !file.startsWith('bin/')),
    );
    const whole: LockTask = { decides: true, manifests, pinned: {}, raises: [], ...task };
    const written = await writeLock(project.root, whole, new AbortController().signal);
    return { written, record: readFileSync(record, 'utf8') };
  } finally {
    process.env['PATH'] = PATH;
    if (SECRET === undefined) delete process.env['SECRET'];
    else process.env['SECRET'] = SECRET;
  }
}

const raise = { ecosystem: 'crates.io', name: 'paint', from: '1.0.0', to: '1.1.0' } as const;

describe('a package manager that writes a lock file', () => {
  it('is called for each raised package, with what it needs beside the manifest, and in a home of its own', async () => {
    const cargo = {
      'Cargo.toml': '[package]\n',
      'crates/a/Cargo.toml': '[package]\n',
      'Cargo.lock': 'lock\n',
    };
    const { written, record } = await run('cargo', cargo, { file: 'Cargo.lock', raises: [raise] });
    assert.deepEqual(written, { type: 'written', texts: { 'Cargo.lock': 'lock\nchanged\n' } });
    assert.match(record, /^args update --package paint:1\.0\.0 --precise 1\.1\.0$/m);
    assert.match(record, /files .*\.\/crates\/a\/src\/lib\.rs .*\.\/src\/lib\.rs/);
    assert.match(record, /^secret none$/m);
    assert.ok(!record.includes(`home ${process.env['HOME']}\n`));
  });

  it('of Go downloads no toolchain and asks no version control; of others passes what keeps code from running', async () => {
    const go = await run(
      'go',
      { 'go.mod': 'module x\n', 'go.sum': 'sums\n' },
      { file: 'go.sum', raises: [raise] },
    );
    assert.match(go.record, /^args get paint@v1\.1\.0$/m);
    assert.match(go.record, /^go https:\/\/proxy\.golang\.org local -mod=mod$/m);
    const uv = await run('uv', { 'pyproject.toml': '', 'uv.lock': '' }, { file: 'uv.lock', raises: [raise] });
    assert.match(uv.record, /^args lock --no-build --upgrade-package paint==1\.1\.0$/m);
    const composer = { 'composer.json': '{}', 'composer.lock': '{}' };
    const php = await run('composer', composer, {
      file: 'composer.lock',
      raises: [{ ...raise, name: 'a/paint' }],
    });
    assert.match(php.record, /--no-install --no-scripts --no-plugins/);
    const pnpm = {
      'package.json': '{}',
      'pnpm-lock.yaml': 'a\n',
      'pnpm-workspace.yaml': 'packages:\n  - web\n',
    };
    const pinned = { 'package.json': '{"pinned": 1}' };
    const twice = await run('pnpm', pnpm, { file: 'pnpm-lock.yaml', pinned });
    assert.equal(
      twice.record.match(/^args install --lockfile-only --ignore-scripts --ignore-pnpmfile/gm)?.length,
      2,
    );
  });

  it('is never one of the repository', async () => {
    const files = { 'uv.lock': '', 'pyproject.toml': '', 'bin/uv': '#!/bin/sh\necho evil >> uv.lock\n' };
    const { written } = await run('uv', files, { file: 'uv.lock', raises: [raise] });
    assert.deepEqual(written, { type: 'written', texts: { 'uv.lock': 'changed\n' } });
  });

  it('is not called where a name could be an option, or a manifest says what it would follow', async () => {
    const uv = { 'uv.lock': '', 'pyproject.toml': '' };
    for (const name of ['--index-url=https://host.test', '-x', 'a b', '$(id)']) {
      const { written, record } = await run('uv', uv, { file: 'uv.lock', raises: [{ ...raise, name }] });
      assert.match(written.type === 'failed' ? written.reason : '', /no usual name/);
      assert.equal(record, '');
    }
    const pnpm = {
      'package.json': '{}',
      'pnpm-lock.yaml': '',
      'pnpm-workspace.yaml': 'pnpmfile: evil.cjs\n',
    };
    const { written } = await run('pnpm', pnpm, { file: 'pnpm-lock.yaml' });
    assert.match(written.type === 'failed' ? written.reason : '', /has the setting `pnpmfile`/);
    const composer = { 'composer.json': '{"repositories": []}', 'composer.lock': '{}' };
    const php = await run('composer', composer, { file: 'composer.lock', raises: [raise] });
    assert.match(php.written.type === 'failed' ? php.written.reason : '', /repositories of its own/);
  });

  it('is not called for a lock file whose tool runs code of the project', async () => {
    const { written } = await run('bundle', { Gemfile: '', 'Gemfile.lock': '' }, { file: 'Gemfile.lock' });
    assert.match(written.type === 'failed' ? written.reason : '', /without running foreign code/);
  });
});
