import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

describe('conda', () => {
  it('reads environment.yml, with what pip installs', () => {
    const text = `name: x
channels: [conda-forge]
dependencies:
  - python=3.10
  - conda-forge::numpy==1.21.0
  - scipy=1.7.0=py310_0
  - Pandas >=1.3,<2
  - plain
  - pip:
    - Django_Rest==3.2.1
    - requests[socks]>=2.0 ; python_version > "3"
    - -r requirements.txt
`;
    const reading = readingOf({ 'environment.yml': text });
    assert.deepEqual(
      reading.packages.map(({ ecosystem, name, version, requirement }) => [
        ecosystem,
        name,
        version,
        requirement,
      ]),
      [
        ['conda', 'python', undefined, '=3.10'],
        ['conda', 'numpy', '1.21.0', '==1.21.0'],
        ['conda', 'scipy', '1.7.0', '=1.7.0=py310_0'],
        ['conda', 'pandas', undefined, '>=1.3,<2'],
        ['conda', 'plain', undefined, undefined],
        ['PyPI', 'django-rest', '3.2.1', '==3.2.1'],
        ['PyPI', 'requests', undefined, '>=2.0'],
      ],
    );
    assert.equal(textAt(text, reading.packages[3]?.versionRange), '>=1.3,<2');
    assert.equal(textAt(text, reading.packages[6]?.versionRange), '>=2.0');
    assert.equal(reading.problems[0]?.line, 12);
  });

  it('reads conda-lock.yml, each version once for all platforms', () => {
    const text = `version: 1
package:
- name: python
  version: 3.10.0
  manager: conda
  platform: linux-64
  dependencies:
    openssl: '>=1.1'
  category: main
- name: python
  version: 3.10.0
  manager: conda
  platform: osx-64
  dependencies: {}
  category: main
- name: openssl
  version: 1.1.1
  manager: conda
  platform: linux-64
  dependencies: {}
  category: main
- name: Some_Tool
  version: '1.0'
  manager: pip
  platform: linux-64
  dependencies:
    python: '>=3'
  category: dev
`;
    const reading = readingOf({ 'conda-lock.yml': text });
    assert.deepEqual(named(reading), ['python 3.10.0', 'openssl 1.1.1', 'some-tool 1.0']);
    assert.deepEqual(needed(reading), {
      'conda python@3.10.0': ['conda openssl@1.1.1'],
      'PyPI some-tool@1.0': ['conda python@3.10.0'],
    });
    assert.deepEqual(
      reading.packages.map(({ scope }) => scope),
      ['production', 'production', 'development'],
    );
    assert.equal(reading.packages[1]?.range.startLine, 16);
  });

  it('reads pixi.lock of all versions', () => {
    const fifth = `version: 5
packages:
- kind: conda
  name: numpy
  version: 1.26.0
  url: https://conda.anaconda.org/conda-forge/linux-64/numpy-1.26.0-py_0.conda
  depends:
  - python >=3.10
- kind: conda
  name: python
  version: 3.10.0
  url: https://conda.anaconda.org/conda-forge/linux-64/python-3.10.0-h_0.conda
- kind: pypi
  name: requests
  version: 2.31.0
  url: https://files.pythonhosted.org/requests.whl
  requires_dist:
  - urllib3>=1.21
`;
    const sixth = `version: 6
packages:
- conda: https://conda.anaconda.org/conda-forge/noarch/ca-certificates-2024.2.2-hb_0.conda
  sha256: aa
  depends: []
- pypi: https://files.pythonhosted.org/urllib3.whl
  name: urllib3
  version: 2.0.0
`;
    const before = readingOf({ 'pixi.lock': fifth });
    assert.deepEqual(named(before), ['numpy 1.26.0', 'python 3.10.0', 'requests 2.31.0']);
    assert.deepEqual(needed(before), { 'conda numpy@1.26.0': ['conda python@3.10.0'] });
    const after = readingOf({ 'pixi.lock': sixth });
    assert.deepEqual(named(after), ['ca-certificates 2024.2.2', 'urllib3 2.0.0']);
    assert.deepEqual(
      after.packages.map(({ ecosystem }) => ecosystem),
      ['conda', 'PyPI'],
    );
    assert.equal(readingOf({ 'pixi.lock': 'a: 1' }).problems.length, 1);
  });

  it('reads pixi.toml', () => {
    const text = `[dependencies]
python = "3.10.*"
exact = "==1.2.3"
[feature.test.pypi-dependencies]
Some_Tool = { version = ">=1", extras = ["x"] }
near = { path = "../near" }
[target.linux-64.dependencies]
gcc = "*"
`;
    const reading = readingOf({ 'pixi.toml': text });
    assert.deepEqual(named(reading), ['python 3.10.*', 'exact 1.2.3', 'gcc *', 'some-tool >=1', 'near']);
    assert.equal(reading.packages[4]?.origin, 'path');
    assert.equal(textAt(text, reading.packages[3]?.versionRange), '>=1');
  });
});
