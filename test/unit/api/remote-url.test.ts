import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRemote } from '../../../src/api/remote-url.ts';

const identity = (text: string) => readRemote(text)?.identity;

describe('the address of a git remote', () => {
  for (const [expected, spellings] of Object.entries({
    'github.com/team/project': [
      'https://github.com/team/project',
      'https://github.com/Team/Project.git',
      'https://GitHub.com/team/project.git/',
      'https://github.com:443/team/project//',
      'http://github.com:80/team/project',
      'https://user@github.com/team/project.GIT',
      'https://user:token@github.com/team/project.git',
      'https://x-access-token:secret@github.com/team/project',
      'git@github.com:team/project.git',
      'git@github.com:/team/project',
      'github.com:team/project.git',
      'ssh://git@github.com/team/project.git',
      'ssh://git@github.com:22/team/project.git/',
      'ssh://git@ssh.github.com:443/team/project.git',
      'git+ssh://git@github.com/team/project.git',
      'git://github.com/team/project.git',
    ],
    'git.example.org:8443/team/group/project': [
      'https://git.example.org:8443/team/group/project.git',
      'https://me@git.example.org:8443/team/group/project/',
    ],
    'dev.azure.com/organization/project/_git/name': [
      'https://dev.azure.com/organization/project/_git/name',
      'https://organization@dev.azure.com/organization/project/_git/name',
      'git@ssh.dev.azure.com:v3/organization/project/name',
      'ssh://git@ssh.dev.azure.com/v3/organization/project/name',
    ],
    'localhost/project': ['ssh://me@localhost:2222/project.git', 'me@localhost:project'],
  })) {
    for (const spelling of spellings) {
      it(`${spelling} is ${expected}`, () => assert.equal(identity(spelling), expected));
    }
  }

  it('tells different repositories apart', () => {
    const addresses = [
      'https://example.com/team/project',
      'https://example.com/team/project2',
      'https://example.com/other/project',
      'https://example.org/team/project',
      'https://example.com:8443/team/project',
      'git@example.com:team/project.github',
    ];
    assert.equal(new Set(addresses.map(identity)).size, addresses.length);
  });

  it('is refused where it names a file, a program, or nothing', () => {
    for (const text of [
      '',
      'project',
      '/home/me/project',
      'C:\\project',
      'file:///home/me/project',
      'ext::sh -c touch% /tmp/x',
      'https://example.com',
      'git@example.com:../../etc',
      'https://exa mple.com/a',
      '--upload-pack=touch',
    ]) {
      assert.equal(readRemote(text), undefined, text);
    }
  });

  it('has no user, password or port of SSH in it, whatever they are, and is stable', () => {
    const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,11}$/);
    const port = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(word, word, word, port, (secret, team, name, ssh) => {
        const plain = identity(`https://git.example/${team}/${name}`);
        for (const spelling of [
          `https://${secret}:${secret}@git.example/${team}/${name}.git`,
          `ssh://${secret}@git.example:${ssh}/${team}/${name}.git/`,
          `${secret}@git.example:${team}/${name}.git`,
        ]) {
          assert.equal(identity(spelling), plain);
        }
        assert.equal(identity(`https://${plain}`), plain);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void readRemote(text)));
  });
});
