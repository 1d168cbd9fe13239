import assert from 'node:assert/strict';
import { bomPackages } from '../../../../src/api/bom/listed-packages.ts';
import { row } from './make-package.ts';

describe('packages of a service in a bill of materials', () => {
  const url = (name: string, version: string) => ({ version, purl: `pkg:npm/${name}@${version}` });

  it('name what brings them by package URL, a step without a version by the first package of its name', () => {
    const [, below] = bomPackages([
      row('express', ['express'], url('express', '4.0.0')),
      {
        ...row('qs', [], { ...url('qs', '0.6.6'), scope: 'DEVELOPMENT' }),
        path: [{ name: 'express' }, { name: 'qs', version: '0.6.6' }],
      },
    ]);
    assert.deepEqual(below?.path, ['pkg:npm/express@4.0.0', 'pkg:npm/qs@0.6.6']);
    assert.equal(below.scope, 'development');
  });

  it('leave a step open that is not listed, or is of another ecosystem', () => {
    const [, below] = bomPackages([
      row('express', ['express'], { ...url('express', '4.0.0'), ecosystem: 'PyPI' }),
      row('qs', ['express', 'gone', 'qs'], url('qs', '0.6.6')),
    ]);
    assert.deepEqual(below?.path, [undefined, undefined, 'pkg:npm/qs@0.6.6']);
  });

  it('keep where they stand, and their licences', () => {
    const [only] = bomPackages([row('qs', ['qs'], { manifestPath: 'web/package.json', licenses: ['MIT'] })]);
    assert.deepEqual([only?.file, only?.line, only?.licenses], ['web/package.json', 3, ['MIT']]);
  });
});
