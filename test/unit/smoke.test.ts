import assert from 'node:assert/strict';

it('runs', () => {
  assert.equal(1, 1);
});
