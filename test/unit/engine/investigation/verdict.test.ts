import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  ReachabilityEvidence,
  VulnerableDependency,
} from '../../../../src/engine/dependencies/vulnerable.ts';
import { type Facts, judge } from '../../../../src/engine/investigation/verdict.ts';

const facts: Facts = {
  seenAgain: true,
  flows: 1,
  confidence: 90,
  threatModel: 'remote',
  entryPoint: { methods: ['GET'], path: '/search', guards: [] },
  inspection: { role: undefined, functionName: 'search', mentions: 1, conditions: [] },
  similar: { confirmed: 0, dismissed: 0 },
};
const condition = { file: 'app.js', line: 4, text: 'isFine(host)', step: 1, leaves: false };
const texts = (given: Facts): string =>
  judge(given)
    .evidence.map(({ text }) => text)
    .join('\n');

describe('the verdict of an investigation', () => {
  it('is true positive where a client’s data reaches the place and nothing looks at it', () => {
    const { verdict, confidence, summary } = judge(facts);
    assert.equal(verdict, 'TRUE_POSITIVE');
    assert.ok(confidence > 90);
    assert.match(summary, /by anyone/);
  });

  it('names what asks for an identity, and is a true positive all the same', () => {
    const guarded = { ...facts, entryPoint: { methods: ['GET'], path: '/x', guards: ['requireAuth'] } };
    assert.equal(judge(guarded).verdict, 'TRUE_POSITIVE');
    assert.match(texts(guarded), /In front of it: `requireAuth`/);
    assert.doesNotMatch(judge(guarded).summary, /anyone/);
  });

  it('is uncertain where a condition looks at the data, and says where', () => {
    const { verdict, evidence, summary } = judge({
      ...facts,
      inspection: { ...facts.inspection, conditions: [condition] },
    });
    assert.equal(verdict, 'UNCERTAIN');
    assert.match(summary, /`isFine\(host\)`/);
    assert.deepEqual(evidence.find(({ place }) => place)?.place, { file: 'app.js', line: 4 });
  });

  it('is uncertain where the caller of a library chooses the data', () => {
    assert.equal(judge({ ...facts, threatModel: 'library', entryPoint: undefined }).verdict, 'UNCERTAIN');
  });

  it('is a false positive where the deeper analysis does not find it', () => {
    const { verdict, confidence } = judge({ ...facts, seenAgain: false, flows: 0 });
    assert.equal(verdict, 'FALSE_POSITIVE');
    assert.ok(confidence < 10);
  });

  it('says of infrastructure what the file says, and when that takes effect, in no words of code', () => {
    const message = 'The container `web` runs privileged.';
    const given: Facts = {
      ...facts,
      flows: 0,
      threatModel: undefined,
      entryPoint: undefined,
      inspection: { role: undefined, functionName: undefined, mentions: undefined, conditions: [] },
      fileIssue: { category: 'IAC', language: 'kubernetes', message },
    };
    const { verdict, summary } = judge(given);
    assert.equal(verdict, 'TRUE_POSITIVE');
    assert.match(summary, /manifest/);
    assert.ok(texts(given).includes(message));
    assert.match(texts(given), /when the manifest is applied/);
    assert.doesNotMatch(`${summary}\n${texts(given)}`, /code|budget|analysis/);
  });

  it('is a false positive where the file says something else now, and uncertain where only a tool chooses the text', () => {
    const fileIssue = { category: 'IAC', language: 'github-actions', message: undefined } as const;
    const gone = judge({ ...facts, seenAgain: false, flows: 0, fileIssue });
    assert.equal(gone.verdict, 'FALSE_POSITIVE');
    assert.match(gone.summary, /file as it is now/);
    const flow = { ...facts, fileIssue: { ...fileIssue, message: 'A title is pasted into a script.' } };
    assert.equal(judge(flow).verdict, 'TRUE_POSITIVE');
    assert.equal(judge({ ...flow, threatModel: 'environment' }).verdict, 'UNCERTAIN');
  });

  it('asks to replace a secret, and says that package managers act on a file about packages', () => {
    const of = (category: 'SECRETS' | 'SCA') =>
      judge({
        ...facts,
        flows: 0,
        threatModel: undefined,
        fileIssue: { category, language: 'npm', message: 'It is so.' },
      }).summary;
    assert.match(of('SECRETS'), /replace it/);
    assert.match(of('SCA'), /package managers act on it/);
  });

  it('is non-exploitable in tests, examples and code that nothing mentions', () => {
    const inTest = {
      ...facts,
      inspection: { ...facts.inspection, role: { role: 'test' as const, by: 'test' } },
    };
    const dead: Facts = {
      ...facts,
      threatModel: undefined,
      entryPoint: undefined,
      flows: 0,
      inspection: { ...facts.inspection, mentions: 0 },
    };
    assert.equal(judge(inTest).verdict, 'NON_EXPLOITABLE');
    assert.equal(judge(dead).verdict, 'NON_EXPLOITABLE');
    assert.equal(judge({ ...dead, inspection: facts.inspection }).verdict, 'TRUE_POSITIVE');
  });

  it('tells of the last change and of what people decided before', () => {
    const told = texts({
      ...facts,
      change: { author: 'Ada', at: '2026-03-04T05:06:07.000Z', commit: 'abcdef0123'.repeat(4) },
      similar: { confirmed: 1, dismissed: 2, dismissedHere: 'Only staff can reach it.' },
    });
    assert.match(told, /2026-03-04 by Ada \(abcdef01\)/);
    assert.match(told, /One issue of this class in this repository was confirmed/);
    assert.match(told, /2 issues of this class in this repository were dismissed/);
    assert.match(told, /Only staff can reach it\./);
  });

  it('is as sure as decisions on similar issues make it, and never surer than a person can be', () => {
    const counts = fc.nat({ max: 20 });
    fc.assert(
      fc.property(
        counts,
        counts,
        fc.integer({ min: 0, max: 100 }),
        fc.nat({ max: 5 }),
        (confirmed, dismissed, confidence, flows) => {
          const sure = judge({ ...facts, confidence, flows, similar: { confirmed, dismissed } }).confidence;
          const surer = judge({
            ...facts,
            confidence,
            flows,
            similar: { confirmed: confirmed + 1, dismissed },
          });
          const lessSure = judge({
            ...facts,
            confidence,
            flows,
            similar: { confirmed, dismissed: dismissed + 1 },
          });
          assert.ok(sure >= 1 && sure <= 99);
          assert.ok(surer.confidence >= sure && lessSure.confidence <= sure);
        },
      ),
    );
  });
});

describe('the verdict on a vulnerable package', () => {
  const dependency: VulnerableDependency = {
    ecosystem: 'npm',
    name: 'qs',
    version: '6.5.2',
    scope: 'production',
    direct: false,
    path: [{ name: 'express' }, { name: 'qs' }],
    lock: { file: 'package-lock.json', line: 7 },
    otherVersions: [],
    advisory: { id: 'CVE-2022-24999', aliases: [], sources: [], cvss: [], references: [] },
    fixedVersion: '6.5.3',
    reachability: {
      level: 'REACHED',
      evidence: 'An entry point reaches it.',
      places: [{ file: 'app.js', line: 3 }],
    },
  };
  const judged = (change: Partial<VulnerableDependency>, other: Partial<Facts> = {}) =>
    judge({
      ...facts,
      flows: 0,
      threatModel: undefined,
      entryPoint: undefined,
      inspection: { role: undefined, functionName: undefined, mentions: undefined, conditions: [] },
      dependency: { ...dependency, ...change },
      ...other,
    });
  const at = (level: ReachabilityEvidence['level']) => ({
    reachability: { level, evidence: 'What was seen.', places: [] },
  });

  it('rests on how far the product gets into it', () => {
    assert.deepEqual(
      (['REACHED', 'CALLED', 'IMPORTED', 'NOT_IMPORTED', 'UNKNOWN'] as const).map(
        (level) => judged(at(level)).verdict,
      ),
      ['TRUE_POSITIVE', 'UNCERTAIN', 'UNCERTAIN', 'NON_EXPLOITABLE', 'UNCERTAIN'],
    );
  });

  it('says the version, the way that brings it, where it is used and what to do', () => {
    const { evidence, summary } = judged({});
    assert.match(summary, /reaches what is vulnerable in `qs`/);
    const said = evidence.map(({ text }) => text).join('\n');
    assert.match(said, /resolves `qs` to 6\.5\.2, which CVE-2022-24999 affects \(`express` > `qs`\)/);
    assert.match(said, /What to do: Run `npm update qs`/);
    assert.doesNotMatch(said, /eight times the budget/);
    assert.deepEqual(evidence.find(({ place }) => place)?.place, { file: 'app.js', line: 3 });
  });

  it('is always real where the package itself is the attack', () => {
    const { verdict, evidence } = judged({ ...at('NOT_IMPORTED'), scope: 'development', isMalicious: true });
    assert.equal(verdict, 'TRUE_POSITIVE');
    assert.ok(evidence.every(({ speaks }) => speaks !== 'harmless'));
    assert.match(evidence.map(({ text }) => text).join('\n'), /Remove `qs`.*Replace every secret/);
  });

  it('is non-exploitable where only development needs it, or the manifest is an example', () => {
    assert.equal(judged({ scope: 'development' }).verdict, 'NON_EXPLOITABLE');
    const inspection: Facts['inspection'] = {
      role: { role: 'example', by: 'examples' },
      functionName: undefined,
      mentions: undefined,
      conditions: [],
    };
    assert.equal(judged({}, { inspection }).verdict, 'NON_EXPLOITABLE');
  });
});
