import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ourLibraries } from '../../../src/engine/libraries/index.ts';
import { modelLanguages } from '../../../src/engine/libraries/schema.ts';
import { namesSecret } from '../../../src/engine/rules/secret-names.ts';
import { type Case, judge, readCorpus } from '../../support/corpus.ts';
import {
  compareWithKnown,
  describeComparison,
  readKnownDifferences,
} from '../../support/known-differences.ts';
import { recommented } from '../../support/other-words/comments.ts';
import { renamed } from '../../support/other-words/names.ts';

const root = join(import.meta.dirname, '../../corpora');

/** Names of parameters and functions by which frameworks, or readers without them, know a handler: they only raise suspicion. */
const handlerNames = modelLanguages
  .flatMap(ourLibraries)
  .flatMap(({ handlers }) => handlers ?? [])
  .flatMap(({ params }) => params.flatMap(({ name }) => (name ? [new RegExp(name)] : [])));

const raisesSuspicion = (name: string): boolean =>
  namesSecret(name) || handlerNames.some((pattern) => pattern.test(name) && !pattern.test('anyOther'));

const reassuring = [
  'isValidSafeChecked',
  'sanitizedEscapedText',
  'allowedTrustedValue',
  'mockTestExample',
  'developmentDebugOnly',
  'etagCacheChecksum',
  'gravatarAvatarUrl',
  'hasErrorsValidated',
];
const comment = 'validated and escaped above, gravatar, etag, nosec, NOSONAR, safe, test only';

describe('names and comments', function () {
  this.timeout(180_000);

  for (const language of ['javascript', 'java', 'python'])
    describe(language, () => {
      let cases: readonly Case[];
      before(async () => {
        cases = await readCorpus(root, language);
      });

      async function differences(change: (test: Case) => Promise<Case>): Promise<readonly string[]> {
        const known = await readKnownDifferences(root);
        const outcomes = [];
        for (const test of cases) outcomes.push(...(await judge(await change(test))));
        return describeComparison(
          compareWithKnown(
            outcomes,
            known.filter(({ place }) => place.startsWith(`${language}/`)),
          ),
        );
      }

      let names = 0;
      const inOtherWords = async (
        test: Case,
        name: (index: number) => string,
        put?: string,
      ): Promise<Case> => ({
        ...test,
        files: await Promise.all(
          test.files.map(async (file) => {
            const other = test.files.filter((one) => one !== file).map(({ text }) => text);
            const { text, count } = await renamed(file, other, raisesSuspicion, name);
            names += count;
            return { path: file.path, text: await recommented({ path: file.path, text }, put) };
          }),
        ),
      });

      it('decide nothing where they are neutral and there is no comment', async () => {
        names = 0;
        assert.deepEqual(await differences((test) => inOtherWords(test, (i) => `n${i}x`)), []);
        assert.ok(names > 800, String(names));
      });

      it('decide nothing where they reassure', async () => {
        const name = (i: number): string => `${reassuring[i % reassuring.length]}${i}`;
        assert.deepEqual(await differences((test) => inOtherWords(test, name, comment)), []);
      });
    });
});
