import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUNDLE, bundles, gatherTexts } from '../../../scripts/l10n.ts';
import { ROOT } from '../../../scripts/paths.ts';

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));

describe('localisation', () => {
  it('offers every text for translation, and none that is not used', () => {
    for (const { bundle, sources } of bundles)
      assert.deepEqual(read(bundle), gatherTexts(sources), 'run `npm run l10n`');
  });

  it('numbers the places of values from 0 without a gap', () => {
    for (const text of bundles.flatMap(({ sources }) => Object.keys(gatherTexts(sources)))) {
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

  it('has in every translation only texts that exist, with the same values in them', () => {
    const sources: readonly (readonly [string, string])[] = [
      [BUNDLE, 'l10n/bundle.l10n.*.json'],
      [bundles[1].bundle, 'src/dashboard/l10n/bundle.l10n.*.json'],
      [path.join(ROOT, 'package.nls.json'), 'package.nls.*.json'],
    ];
    for (const [source, pattern] of sources) {
      const english = read(source);
      const translations = globSync(pattern, { cwd: ROOT }).filter(
        (file) => path.join(ROOT, file) !== source,
      );
      assert.ok(translations.length > 0, `there is a translation like ${pattern}`);
      for (const file of translations) {
        for (const [key, text] of Object.entries(read(path.join(ROOT, file)))) {
          assert.ok(key in english, `${file}: ${key}`);
          assert.deepEqual(valuesIn(text), valuesIn(english[key] ?? ''), `${file}: ${key}`);
        }
      }
    }
  });
});

/** Places of values and targets of links, which a translation must keep. */
function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{\d+\}|\(command:[^)]+\)|`[^`]+`/g)].map(([value]) => value).sort();
}
