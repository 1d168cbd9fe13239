import assert from 'node:assert/strict';
import { tellingWords } from '../../../../src/engine/ai-inventory/index.ts';
import { ruleWords } from '../../../../src/engine/family.ts';

describe('words that files are looked at by', () => {
  it('are in lower case, as they are searched for, and ASCII', () => {
    const words = [...ruleWords, ...tellingWords];
    assert.deepEqual(
      words.filter((word) => !/^[\u0021-\u007e][\u0020-\u007e]+$/.test(word) || word !== word.toLowerCase()),
      [],
    );
  });
});
