import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BUNDLE, gatherTexts } from '../../../scripts/l10n.ts';

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));

describe('localisation', () => {
  it('offers every text for translation, and none that is not used', () => {
    assert.deepEqual(read(BUNDLE), gatherTexts(), 'run `npm run l10n`');
  });

  it('numbers the places of values from 0 without a gap', () => {
    for (const text of Object.keys(gatherTexts())) {
      const places = [
        ...new Set([...text.matchAll(/\{(\d+)\}/g)].map(([, digits]) => Number(digits))),
      ].sort();
      assert.deepEqual(
        places,
        places.map((_, index) => index),
        text,
      );
    }
  });
});
