import assert from 'node:assert/strict';
import { threatModelsOf } from '../../../../src/views/scans/threat-models.ts';

describe('the setting of threat models', () => {
  it('is read as what it names, each once', () => {
    assert.deepEqual(threatModelsOf(['database', 'remote', 'database']), ['remote', 'database']);
    assert.deepEqual(threatModelsOf([]), []);
  });

  it('means the usual ones where it is no list, and leaves out what is no threat model', () => {
    for (const wrong of [undefined, null, 'file', 7, { remote: true }])
      assert.deepEqual(threatModelsOf(wrong), ['remote', 'library']);
    assert.deepEqual(threatModelsOf(['file', 'everyone', 3]), ['file']);
  });
});
