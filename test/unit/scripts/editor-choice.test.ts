import assert from 'node:assert/strict';
import { chooseEditor } from '../../../scripts/editor-choice.ts';
import { isUnreachable } from '../../../scripts/host/desktop.ts';

const nowhere = () => false;
const everywhere = () => true;

describe('npm start', () => {
  it('takes the VS Code that VSCODE_PATH names, before any other', () => {
    const env = { VSCODE_PATH: '/opt/code', PATH: '/usr/bin', DISPLAY: ':0' };
    assert.deepEqual(chooseEditor(env, 'linux', everywhere), { kind: 'installed', executable: '/opt/code' });
  });

  it('takes `code` from the first folder on the PATH that has it', () => {
    const env = { PATH: '/a:/b:/c', DISPLAY: ':0' };
    const choice = chooseEditor(env, 'linux', (file) => file !== '/a/code');
    assert.deepEqual(choice, { kind: 'installed', executable: '/b/code' });
  });

  it('does not take the `code` of a remote terminal, which cannot load an extension', () => {
    const env = { PATH: '/a', DISPLAY: ':0', VSCODE_IPC_HOOK_CLI: '/run/x.sock' };
    assert.deepEqual(chooseEditor(env, 'linux', everywhere), { kind: 'downloaded' });
  });

  it('downloads one where there is a display and no VS Code', () => {
    assert.deepEqual(chooseEditor({ PATH: '/a', WAYLAND_DISPLAY: 'wayland-0' }, 'linux', nowhere), {
      kind: 'downloaded',
    });
    assert.deepEqual(chooseEditor({ PATH: '/a' }, 'darwin', nowhere), { kind: 'downloaded' });
  });

  it('serves one to the browser where there is no display, although `code` is there', () => {
    assert.equal(chooseEditor({ PATH: '/a' }, 'linux', everywhere).kind, 'served');
  });
});

describe('doing without a download', () => {
  const failed = (code: string) => Object.assign(new Error(code), { code });

  it('is right when the other machine cannot be reached, also when that is the cause of the error', () => {
    assert.ok(isUnreachable(failed('ENOTFOUND')));
    assert.ok(isUnreachable(new TypeError('fetch failed', { cause: failed('ECONNREFUSED') })));
  });

  it('is wrong after any other failure', () => {
    for (const error of [
      failed('ENOSPC'),
      failed('EACCES'),
      new Error('checksum'),
      'Failed to get JSON',
      undefined,
    ]) {
      assert.equal(isUnreachable(error), false);
    }
  });
});
