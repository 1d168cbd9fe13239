import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assess, type Exposure, scoreByCaller } from '../../../../src/engine/cvss/index.ts';
import { threatModels } from '../../../../src/engine/threat-models.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';

const flow = [
  { role: 'source', message: 'A query parameter comes in here.' },
  { role: 'propagator', message: 'It is kept in `sql`.' },
  { role: 'sink', message: 'It reaches pg.Client.query.' },
] as const;
const route = (...guards: string[]): Exposure => ({
  threatModel: 'remote',
  entryPoint: { methods: ['GET'], path: '/search', guards },
});
/** A route whose last guard is shown to let only administrators pass. */
const administrators = (...guards: string[]): Exposure => ({
  threatModel: 'remote',
  entryPoint: { methods: ['GET'], path: '/search', guards, administrators: guards.at(-1) },
});
const assessed = (vulnClass: string, exposure: Exposure, steps: Parameters<typeof assess>[2] = flow) => {
  const assessment = assess(vulnClass, exposure, steps);
  assert.ok(assessment, vulnClass);
  return assessment;
};
const reasons = ({ cvss4 }: ReturnType<typeof assessed>, letters: string): string =>
  cvss4.metrics.find(({ metric }) => metric.endsWith(`(${letters})`))?.reasoning ?? '';

describe('assessment', () => {
  it('knows every weakness, and no class of a custom rule', () => {
    for (const { id } of weaknesses) assert.ok(assess(id, {}, []), id);
    assert.equal(assess('house-rule', {}, []), undefined);
  });

  it('scores an open SQL injection as the standard does', () => {
    const { cvss4, cvss31 } = assessed('sql-injection', route());
    assert.equal(cvss4.vector, 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N');
    assert.deepEqual([cvss4.score, cvss4.severity], [9.3, 'Critical']);
    assert.equal(cvss31.vector, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H');
    assert.deepEqual([cvss31.score, cvss31.severity], [9.8, 'Critical']);
  });

  it('scores reflected scripts as the standard does: a victim takes part, and its browser is another system', () => {
    const { cvss31 } = assessed('xss', route());
    assert.equal(cvss31.vector, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N');
    assert.equal(cvss31.score, 6.1);
  });

  it('asks for privileges where something in front of the route does, and names it', () => {
    const user = assessed('sql-injection', route('requireAuth'));
    const named = assessed('sql-injection', route('requireAuth', 'isAdmin'));
    const admin = assessed('sql-injection', administrators('requireAuth', 'isAdmin'));
    assert.match(named.cvss4.vector, /\/PR:L\//);
    assert.match(reasons(named, 'PR'), /`isAdmin`.*not shown/);
    assert.match(user.cvss4.vector, /\/PR:L\//);
    assert.match(admin.cvss4.vector, /\/PR:H\//);
    assert.match(reasons(user, 'PR'), /`requireAuth`/);
    assert.match(reasons(admin, 'PR'), /`isAdmin`/);
    assert.ok(admin.cvss4.score < user.cvss4.score);
  });

  it('asks for more than a browser where only a bearer token is taken, and a browser is needed', () => {
    const open = assessed('xss', route());
    const token: Exposure = {
      threatModel: 'remote',
      entryPoint: { methods: ['GET'], path: '/search', guards: ['gate'], bearer: 'gate' },
    };
    const reflected = assessed('xss', token);
    assert.match(reflected.cvss4.vector, /\/AT:P\//);
    assert.match(reasons(reflected, 'AT'), /`gate`.*Authorization/);
    assert.ok(reflected.cvss4.score < open.cvss4.score);
    assert.match(assessed('xss', { ...token, threatModel: 'database' }).cvss4.vector, /\/AT:N\//);
    assert.match(assessed('sql-injection', token).cvss4.vector, /\/AT:N\//);
  });

  it('has a score that falls as CVSS does, by who may send the data', () => {
    for (const { id, score } of weaknesses) {
      const [open, forFew] = [route(), administrators('gate')].map((exposure) => {
        const { cvss4 } = assessed(id, exposure);
        return { cvss: cvss4.score, own: scoreByCaller(id, score, exposure) };
      });
      assert.ok(open && forFew);
      assert.equal(open.own, score);
      assert.ok(forFew.own >= Math.min(10, score), id);
      if (forFew.own > 10) assert.equal(score - forFew.own, Math.round(10 * (open.cvss - forFew.cvss)), id);
    }
    assert.equal(scoreByCaller('house-rule', 50, administrators('gate')), 50);
    assert.equal(scoreByCaller('sql-injection', 93, route('isAdmin')), 93);
  });

  it('takes data of the command line for local', () => {
    assert.match(
      assessed('command-injection', { threatModel: 'arguments' }).cvss4.vector,
      /AV:L\/AC:L\/AT:N\/PR:L/,
    );
  });

  it('tells what the code shows from what it cannot', () => {
    const { preconditions } = assessed('xss', route('requireAuth'));
    assert.ok(preconditions.some(({ text, met }) => text.includes('requireAuth') && met === null));
    assert.ok(preconditions.some(({ text, met }) => text.startsWith('Nothing between') && met === true));
    assert.ok(preconditions.some(({ text, met }) => text.includes('victim') && met === null));
  });

  it('walks from the request to what comes of it, each step with its place in the flow', () => {
    const { attackSteps } = assessed('sql-injection', route());
    assert.deepEqual(
      attackSteps.map(({ order, step }) => [order, step]),
      [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, undefined],
      ],
    );
    assert.match(attackSteps[0]?.text ?? '', /OR 1=1.*to `GET \/search`\.$/);
  });

  it('has no steps of a flow where the place itself is the issue', () => {
    const { attackSteps, preconditions } = assessed('weak-hash', {}, []);
    assert.ok(attackSteps.every(({ step }) => step === undefined));
    assert.ok(!preconditions.some(({ text }) => text.startsWith('Nothing between')));
  });

  it('says nothing of a class that it does not know', () => {
    assert.equal(assess('house-rule', {}, []), undefined);
  });

  it('gives every metric a value in words and a reason, and every vector a score in range', () => {
    const exposures = fc.record({
      threatModel: fc.constantFrom(...threatModels, undefined),
      entryPoint: fc.option(
        fc.record({
          methods: fc.subarray(['GET', 'POST']),
          path: fc.constantFrom('', '/x'),
          guards: fc.subarray(['requireAuth', '@RolesAllowed']),
        }),
        { nil: undefined },
      ),
    });
    const steps = fc.constantFrom([], flow.slice(2), [flow[0], flow[2]], [...flow]);
    fc.assert(
      fc.property(
        fc.constantFrom(...weaknesses.map(({ id }) => id)),
        exposures,
        steps,
        (vulnClass, exposure, some) => {
          const { cvss4, cvss31, attackSteps } = assessed(vulnClass, exposure, some);
          for (const { score, severity, metrics, vector } of [cvss4, cvss31]) {
            assert.ok(score > 0 && score <= 10, vector);
            assert.ok(severity !== 'None');
            for (const { value, reasoning } of metrics) {
              assert.match(value, /^[A-Z][a-z]+$/);
              assert.match(reasoning, /^[`A-Z].*\.$/);
            }
          }
          for (const { step } of attackSteps) assert.ok(step === undefined || step < some.length);
        },
      ),
    );
  });
});
