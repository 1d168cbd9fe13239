import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cycloneDxVex } from '../../../../src/api/vex/cyclonedx-vex.ts';
import { VexIndex, type VexTarget } from '../../../../src/api/vex/match.ts';
import { openVex } from '../../../../src/api/vex/openvex.ts';
import { readVex } from '../../../../src/api/vex/read-vex.ts';
import { productUrl, statementsOf } from '../../../../src/api/vex/statements.ts';
import { isInRange } from '../../../../src/engine/dependencies/versions/vers.ts';
import { vulnerableIssue } from '../../../support/vulnerable-issue.ts';

const target: VexTarget = {
  purl: 'pkg:npm/lodash@4.17.20',
  versions: ['4.17.20'],
  names: ['CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'],
};

interface Given {
  readonly name?: string;
  readonly status?: string;
  readonly product?: string;
  readonly sub?: string;
  readonly at?: string;
}
const openVexOf = (...given: readonly Given[]): string =>
  JSON.stringify({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.com/vex',
    author: 'Acme',
    timestamp: '2026-01-01T00:00:00Z',
    version: 1,
    statements: given.map(
      ({ name = 'CVE-2021-23337', status = 'not_affected', product = target.purl, sub, at }) => ({
        vulnerability: { name },
        products: [{ '@id': product, ...(sub !== undefined && { subcomponents: [{ '@id': sub }] }) }],
        status,
        impact_statement: 'Never called.',
        ...(at !== undefined && { timestamp: at }),
      }),
    ),
  });
const found = (text: string, change: Partial<VexTarget> = {}, product = 'shop') =>
  new VexIndex(readVex(text), product, isInRange).find({ ...target, ...change })?.verdict;

describe('VEX documents of others', () => {
  it('are matched by advisory or alias and by package, with the version or without', () => {
    assert.equal(found(openVexOf({})), 'not_affected');
    assert.equal(found(openVexOf({ name: 'ghsa-35jh-r3h4-6jhm' })), 'not_affected');
    assert.equal(found(openVexOf({ product: 'pkg:npm/lodash' })), 'not_affected');
    assert.equal(found(openVexOf({ product: 'pkg:npm/lodash@4.17.19' })), undefined);
    assert.equal(found(openVexOf({ product: 'pkg:npm/lodash-es@4.17.20' })), undefined);
    assert.equal(found(openVexOf({ product: 'pkg:npm/lodash@4.17.20?arch=arm' })), undefined);
    assert.equal(found(openVexOf({ name: 'CVE-2021-1' })), undefined);
    assert.equal(found(openVexOf({ name: 'Never called.' })), undefined);
  });

  it('say something of a package in a product only where that is the project', () => {
    const sub = target.purl;
    assert.equal(found(openVexOf({ product: 'pkg:generic/shop@1.0', sub })), 'not_affected');
    assert.equal(found(openVexOf({ product: 'shop', sub })), 'not_affected');
    assert.equal(found(openVexOf({ product: 'pkg:npm/shop-kit@2.0.0', sub })), undefined);
    assert.equal(found(openVexOf({ product: 'pkg:generic/other', sub })), undefined);
  });

  it('hold for an issue where they say the same of all its versions', () => {
    const versions = ['4.17.20', '4.17.1'];
    const other = { product: 'pkg:npm/lodash@4.17.1' };
    assert.equal(found(openVexOf({}), { versions }), undefined);
    assert.equal(found(openVexOf({}, other), { versions }), 'not_affected');
    assert.equal(found(openVexOf({}, { ...other, status: 'affected' }), { versions }), undefined);
  });

  it('hold as the latest statement says', () => {
    const earlier = { at: '2025-01-01T00:00:00Z', status: 'affected' };
    assert.equal(found(openVexOf({}, earlier)), 'not_affected');
    assert.equal(found(openVexOf({ at: '2025-01-01T00:00:00+02:00' }, earlier)), 'affected');
  });

  it('are read as we write them, in both formats', () => {
    const by = 'ann@example.com';
    const at = '2026-02-03T04:05:06.000Z';
    const subject = {
      name: 'shop',
      purl: productUrl('shop'),
      author: 'Acme',
      toolVersion: '1.0.0',
      at: new Date(0),
    };
    for (const [status, verdict] of [
      ['FALSE_POSITIVE', 'false_positive'],
      ['NON_EXPLOITABLE', 'not_affected'],
      ['ACCEPTED_RISK', 'accepted'],
      ['PENDING_REVIEW', 'undecided'],
      ['RESOLVED', 'fixed'],
    ] as const) {
      const statements = statementsOf([vulnerableIssue({ status, triage: { by, at, reason: 'Because.' } })]);
      const read = readVex(JSON.stringify(cycloneDxVex(statements, subject)));
      assert.equal(read.author, 'Acme');
      assert.equal(found(JSON.stringify(cycloneDxVex(statements, subject))), verdict);
      assert.equal(
        found(JSON.stringify(cycloneDxVex(statements, { ...subject, purl: 'pkg:generic/other' }))),
        undefined,
      );
      const open = found(JSON.stringify(openVex(statements, subject)));
      // OpenVEX has one word for what is not affected, and one for what is.
      assert.equal(
        open,
        { false_positive: 'not_affected', accepted: 'affected' }[verdict as string] ?? verdict,
      );
    }
  });

  it('of CycloneDX are about the versions and ranges that they name, and no others', () => {
    const of = (versions: readonly object[], ref = 'pkg:npm/lodash') =>
      JSON.stringify({
        bomFormat: 'CycloneDX',
        vulnerabilities: [
          { id: 'CVE-2021-23337', affects: [{ ref, versions }], analysis: { state: 'not_affected' } },
        ],
      });
    assert.equal(found(of([])), 'not_affected');
    assert.equal(found(of([{ range: 'vers:npm/>=4.0.0|<4.17.21' }])), 'not_affected');
    assert.equal(found(of([{ range: 'vers:npm/>=4.17.21' }])), undefined);
    assert.equal(found(of([{ range: 'all of them' }])), undefined);
    assert.equal(found(of([{ version: '4.17.20', status: 'affected' }])), 'not_affected');
    assert.equal(found(of([{ version: '4.17.19' }])), undefined);
    assert.equal(found(of([{ version: '4.17.19' }, { range: 'vers:npm/4.17.20' }])), 'not_affected');
    assert.equal(found(of([{ version: '4.17.20', status: 'unaffected' }])), undefined);
    assert.equal(found(of([{ range: 'vers:npm/*' }], 'pkg:npm/lodash@4.17.19')), undefined);
  });

  it('are refused with a sentence where they are no such documents, or too large', () => {
    const none = ['', '[]', '{}', 'null', '{"bomFormat":"SPDX"}', '['.repeat(100_000), '{"@context":1}'];
    for (const text of none) assert.throws(() => readVex(text), SyntaxError, text.slice(0, 20));
    assert.throws(() => readVex(' '.repeat(4_000_001)), /more than 4,000,000 characters/);
    const products = Array.from({ length: 20 }, (_, at) => ({ '@id': `pkg:npm/a${at}` }));
    const document = JSON.parse(openVexOf({}));
    const vulnerability = { name: 'x', aliases: Array.from({ length: 99 }, (_, at) => `a${at}`) };
    const statement = { ...document.statements[0], products, vulnerability };
    const statements = Array.from({ length: 200 }, () => statement);
    assert.throws(() => readVex(JSON.stringify({ ...document, statements })), /more than 200,000 pairs/);
  });

  it('lose only the statements that are damaged, and these are counted', () => {
    const document = JSON.parse(openVexOf({}, {}));
    document.statements[1].status = 'fine';
    const read = readVex(
      JSON.stringify({ ...document, statements: [...document.statements, null, { toString: 1 }] }),
    );
    assert.deepEqual([read.statements.length, read.unread], [1, 3]);
  });

  it('never make the reader fail otherwise, whatever their JSON is', () => {
    const key = fc.constantFrom(
      'statements',
      'products',
      'status',
      '@id',
      'vulnerability',
      'name',
      '__proto__',
      'affects',
      'vulnerabilities',
      'ref',
    );
    fc.assert(
      fc.property(
        fc.constantFrom({ '@context': 'https://openvex.dev/ns', author: 'x' }, { bomFormat: 'CycloneDX' }),
        fc.dictionary(key, fc.jsonValue()),
        (head, rest) => {
          try {
            const read = readVex(JSON.stringify({ ...rest, ...head }));
            assert.equal(new VexIndex(read, 'shop', isInRange).find(target), undefined);
          } catch (error) {
            assert.ok(error instanceof SyntaxError);
          }
        },
      ),
    );
  });
});
