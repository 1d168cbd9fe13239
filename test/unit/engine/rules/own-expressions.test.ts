/** Parapet reads hostile files: its own regular expressions are held to what it says of other people's. */
import assert from 'node:assert/strict';
import { analyse } from 'scslre';
import { type Expression, expressionReader, ownExpressions } from '../../../support/own-expressions.ts';

/** What makes a match take more than linear time from where it begins; that it begins anew everywhere is left aside. */
function slowness({ place, source, flags }: Expression): string[] {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } });
  return reports.slice(0, 1).map(({ exponential, character }) => {
    const growth = exponential ? 'exponential' : 'polynomial';
    return `${place}: ${growth} time on a long run of ${JSON.stringify(character.pick)}: /${source}/`;
  });
}

describe('our own regular expressions', () => {
  it('take linear time from where they begin, whatever they are given', async () => {
    const all = await ownExpressions();
    assert.ok(all.length > 1_500, `${all.length} expressions were found`);
    assert.deepEqual(all.flatMap(slowness), []);
  }).timeout(60_000);

  /** Each reads at most 2,000 characters of what a person asks. */
  const bounded = [
    /^service\/agent\/analyst\/deterministic\/mentions\.ts:\d+$/,
    /^service\/agent\/analyst\/deterministic\/understand\.ts:\d+$/,
  ];

  it('of everything but the analysis do not begin anew at each character of a long run', async () => {
    const others = (await ownExpressions()).filter(
      ({ place }) =>
        /\.tsx?:\d+$/.test(place) &&
        !place.startsWith('engine/') &&
        !bounded.some((each) => each.test(place)),
    );
    assert.ok(others.length > 200, `${others.length} expressions were found`);
    assert.deepEqual(
      others.flatMap(({ place, source, flags }) =>
        analyse({ source, flags }).reports.length > 0 ? [`${place}: /${source}/`] : [],
      ),
      [],
    );
  }).timeout(60_000);

  const slow = [
    'const found = /^(?:\\s|a*)*$/.test(text);',
    "const found = new RegExp('^\\\\s*;?\\\\s*$', 'm').test(text);",
    'new RegExp(`^\\\\s*(?:${name})?\\\\s*$`);',
    'const blank = String.raw`\\s*`;\nnew RegExp(`^${blank};?${blank}$`);',
    'const blank = /\\s*/;\nnew RegExp(`^${blank.source};?${blank.source}$`);',
    "new RegExp(['^\\\\d+', String.raw`\\w+`].join('') + '$');",
    "const flags = 'i';\nRegExp('^[a-z]*[A-Z]*$', flags);",
  ];
  for (const text of slow)
    it(`are found, and found to be slow: ${text}`, async () => {
      const read = await expressionReader();
      assert.equal(read('a.ts', text).flatMap(slowness).length, 1);
    });

  it('are not what stands in comments and other texts', async () => {
    const read = await expressionReader();
    const text = "// /(a+)+$/ is slow\nconst example = '/(a+)+$/';\nconst half = length / 2 + width / 2;";
    assert.deepEqual(read('a.ts', text), []);
  });
});
