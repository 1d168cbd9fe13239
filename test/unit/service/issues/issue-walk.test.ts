import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { MatchingIssues } from '../../../../src/service/issues/issue-filter.ts';
import {
  byNearness,
  byScore,
  type IssueOrder,
  type Position,
  placeOf,
} from '../../../../src/service/issues/issue-order.ts';
import {
  allIssues,
  countIssues,
  findIssues,
  firstOfAll,
  type WalkBounds,
} from '../../../../src/service/issues/issue-walk.ts';
import type { Database } from '../../../../src/service/store/dialect.ts';
import type { Schema } from '../../../../src/service/store/schema.ts';
import { tries } from '../../../support/thorough.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const ofEach = 40;
const levels = ['REACHED', 'CALLED', 'IMPORTED', 'UNKNOWN', 'NOT_IMPORTED'] as const;

/** Small ones, so that few issues take many queries. */
const bounds = fc.record<WalkBounds>({
  alongIndex: fc.integer({ min: 1, max: 30 }),
  worthAlongIndex: fc.integer({ min: 1, max: 200 }),
  asStored: fc.integer({ min: 1, max: 30 }),
  counted: fc.integer({ min: 1, max: 60 }),
  oneByOne: fc.integer({ min: 1, max: 3 }),
  held: fc.integer({ min: 1, max: 30 }),
});

describe('large lists of issues', () => {
  let service: Harness;
  let db: Database;
  let organizationId: string;
  const repositoryIds: string[] = [];
  before(async () => {
    service = await Harness.start();
    ({ db } = service.service.core);
    for (const name of ['one', 'two', 'three']) {
      service.runner.script = async ({ on }) => {
        for (let number = 0; number < ofEach; number++)
          on({
            type: 'finding',
            finding: finding({
              fingerprint: `f${(number * 17) % 23}`,
              file: `src/${'äzA'[number % 3]}${number}.js`,
              score: 60 + ((number * 7) % 5),
              vulnClass: number % 4 === 0 ? 'open-redirect' : 'sql-injection',
              cwes: number % 9 === 0 ? ['CWE-601'] : ['CWE-89'],
            }),
          });
      };
      const id = await service.addRepository(name);
      await service.scan(id);
      repositoryIds.push(id);
    }
    const rows = await db.selectFrom('issues').select(['seq', 'organization_id']).execute();
    organizationId = rows[0]?.organization_id ?? assert.fail('no issue');
    for (const { seq } of rows)
      await db
        .updateTable('issues')
        .set({
          status: seq % 3 === 0 ? 'RESOLVED' : 'PENDING_REVIEW',
          ...(seq % 2 === 0 && { package_key: 'npm x', reachability: levels[seq % levels.length] }),
        })
        .where('seq', '=', seq)
        .execute();
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  const { eb, ref } = expressionBuilder<Schema, 'issues'>();
  const matching = fc
    .record({
      isCountedByIndex: fc.boolean(),
      some: fc.constantFrom<Expression<SqlBool>>(
        sql<SqlBool>`1 = 1`,
        sql<SqlBool>`1 = 0`,
        eb('issues.status', '=', 'RESOLVED'),
        eb('issues.severity', '=', 'MEDIUM'),
      ),
      other: fc.constantFrom<Expression<SqlBool>>(
        eb('issues.cwes', 'like', '% CWE-601 %'),
        eb('issues.score', '<', 62),
        sql<SqlBool>`${ref('issues.search_text')} like '%a3%'`,
      ),
      repositories: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined }),
    })
    .map(({ isCountedByIndex, some, other, repositories }) => () => {
      const ids = repositories?.map((number) => repositoryIds[number] ?? '');
      const all = isCountedByIndex ? [some] : [some, other];
      if (ids) all.push(eb('issues.repository_id', 'in', ids));
      const found: MatchingIssues = {
        condition: eb.and(all),
        organizationId,
        repositoryIds: ids,
        isCountedByIndex,
      };
      return found;
    });

  /** What one query over everything says. */
  async function due({ condition }: MatchingIssues, order: Pick<IssueOrder, 'by' | 'among'>) {
    const query = db.selectFrom('issues').select('issues.seq').where(condition).orderBy(order.by);
    const rows = await (order.among ? query.where(order.among) : query).execute();
    return rows.map(({ seq }) => seq);
  }

  const positionOf = async (seq: number, order: IssueOrder): Promise<Position> => {
    const row = await db
      .selectFrom('issues')
      .selectAll()
      .select(order.tie.as('tie'))
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    return { score: row.score, tie: row.tie, place: [...placeOf(row)] };
  };

  it('are page by page what one query over all says, whatever a query may look at', () =>
    fc.assert(
      fc.asyncProperty(
        matching,
        bounds,
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (chosen, small, limit, isByScore) => {
          const order = isByScore ? byScore : byNearness;
          const expected = await due(chosen(), order);
          const found: number[] = [];
          let after: Position | undefined;
          for (;;) {
            const page = await findIssues(db, chosen(), { order, after, limit }, small);
            if (!after && page.total !== undefined) assert.equal(page.total, expected.length);
            found.push(...page.seqs);
            if (page.seqs.length < limit) break;
            after = await positionOf(page.seqs.at(-1) ?? 0, order);
          }
          assert.deepEqual(found, expected);
          assert.deepEqual(await allIssues(db, chosen(), order, small), expected);
        },
      ),
      tries(1_000),
    ));

  it('are counted as one query counts them', () =>
    fc.assert(
      fc.asyncProperty(matching, bounds, async (chosen, small) => {
        assert.equal(await countIssues(db, chosen(), small), (await due(chosen(), byScore)).length);
      }),
      tries(1_000),
    ));

  it('begin, in an order without an index, with what one query says', () =>
    fc.assert(
      fc.asyncProperty(matching, bounds, fc.integer({ min: 1, max: 30 }), async (chosen, small, limit) => {
        const order = { by: sql`issues.title, issues.seq desc`, among: byNearness.among };
        const expected = await due(chosen(), order);
        const found = await firstOfAll(db, chosen(), { order, limit }, small);
        assert.deepEqual(found, { seqs: expected.slice(0, limit), total: expected.length });
      }),
      tries(500),
    ));
});
