import assert from 'node:assert/strict';
import { reducedNpmrc } from '../../../../../src/service/analysis/package-managers/npmrc.ts';

describe('the registries of a .npmrc', () => {
  it('are all that is kept of it, with the strictness of peers', () => {
    const text = [
      '; a comment',
      'registry = https://registry.acme.test/npm/',
      '@acme:registry="https://npm.acme.test"',
      '//npm.acme.test/:_authToken=${TOKEN}',
      'ignore-scripts=false',
      'script-shell=/tmp/evil',
      'legacy-peer-deps=true',
      'git=/tmp/evil',
    ].join('\r\n');
    assert.deepEqual(reducedNpmrc(text), {
      type: 'kept',
      text: 'registry=https://registry.acme.test/npm/\n@acme:registry=https://npm.acme.test\nlegacy-peer-deps=true\n',
    });
    assert.deepEqual(reducedNpmrc(''), { type: 'kept', text: '' });
  });

  it('are refused where they carry secrets, variables, or lead into a network without encryption', () => {
    for (const address of [
      'http://169.254.169.254/',
      'https://user:word@host.test/',
      'https://host.test/${HOME}',
      'file:///etc',
      'host.test',
    ])
      assert.equal(reducedNpmrc(`registry=${address}`).type, 'refused', address);
    assert.equal(reducedNpmrc('registry=http://127.0.0.1:4873').type, 'kept');
  });
});
