import assert from 'node:assert/strict';
import { canonicalName } from '../../../../src/engine/dependencies/names.ts';

describe('canonical names of packages', () => {
  it('makes spellings equal that the registry takes for one', () => {
    assert.equal(canonicalName('PyPI', 'Zope.Interface__x'), 'zope-interface-x');
    assert.equal(canonicalName('NuGet', 'Newtonsoft.Json'), 'newtonsoft.json');
    assert.equal(canonicalName('Packagist', 'Monolog/Monolog'), 'monolog/monolog');
    assert.equal(canonicalName('GitHub Actions', 'Actions/Checkout'), 'actions/checkout');
  });

  it('keeps spellings that are different packages', () => {
    for (const ecosystem of ['npm', 'Maven', 'Go', 'crates.io', 'RubyGems', 'Pub', 'Hex'] as const)
      assert.equal(canonicalName(ecosystem, 'Some_Name.x'), 'Some_Name.x');
  });

  it('takes a Swift package for its repository, however its address is written', () => {
    for (const address of [
      'https://github.com/Apple/swift-nio.git',
      'https://user@github.com/apple/swift-nio/',
      'git@github.com:apple/swift-nio.git',
      'ssh://git@github.com/apple/swift-nio',
    ])
      assert.equal(canonicalName('SwiftURL', address), 'github.com/apple/swift-nio', address);
  });

  it('writes images out in full', () => {
    assert.equal(canonicalName('docker', 'alpine'), 'docker.io/library/alpine');
    assert.equal(canonicalName('docker', 'bitnami/redis'), 'docker.io/bitnami/redis');
    assert.equal(canonicalName('docker', 'docker.io/alpine'), 'docker.io/library/alpine');
    assert.equal(canonicalName('docker', 'ghcr.io/a/b'), 'ghcr.io/a/b');
    assert.equal(canonicalName('docker', 'localhost:5000/a'), 'localhost:5000/a');
  });
});
