import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { newId } from '../../../../src/service/core/context.ts';
import { byRow, inReach, reachOf } from '../../../../src/service/core/reach.ts';
import type { GrantColumns } from '../../../../src/service/store/tables/team-tables.ts';
import { type Credentials, Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { repositories, scans, schedules } = contract;

const nothing: GrantColumns = {
  agent_access: 'none',
  manages_teams: 0,
  access_mode: 'selected',
  can_view: 0,
  can_scan: 0,
  can_triage: 0,
  can_manage: 0,
};

describe('what a member reaches', () => {
  let harness: Harness;
  let member: Credentials;
  let shop: string;
  let wiki: string;

  beforeEach(async () => {
    harness = await Harness.start();
    member = await memberOf(harness);
    shop = await added('shop');
    wiki = await added('wiki');
  });
  afterEach(() => harness[Symbol.asyncDispose]());

  async function added(name: string): Promise<string> {
    const path = join(harness.folder, name);
    mkdirSync(path);
    const { repository } = await harness.call(repositories.addLocalRepository, { path });
    return repository.id;
  }

  /** The only team that the member is in. */
  async function grant(columns: Partial<GrantColumns>, repositoryIds: string[] = [], tagIds: string[] = []) {
    const { db } = harness.service.core;
    const { id: memberId, organization_id } = await db
      .selectFrom('members')
      .select(['id', 'organization_id'])
      .where('role', '=', 'MEMBER')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('team_members').where('member_id', '=', memberId).execute();
    const id = newId();
    const at = new Date().toISOString();
    const row = { id, organization_id, name: id, name_key: id, description: '', is_default: 0 };
    await db
      .insertInto('teams')
      .values({ ...nothing, ...columns, ...row, created_at: at, updated_at: at })
      .execute();
    await db
      .insertInto('team_members')
      .values({ team_id: id, member_id: memberId, created_at: at })
      .execute();
    for (const repository_id of repositoryIds)
      await db.insertInto('team_repositories').values({ team_id: id, repository_id }).execute();
    for (const tag_id of tagIds) await db.insertInto('team_tags').values({ team_id: id, tag_id }).execute();
  }

  const seen = async () =>
    (await harness.call(repositories.listRepositories, {}, member)).repositories.map(({ name }) => name);

  it('is everything by the default team, but for managing', async () => {
    assert.deepEqual(await seen(), ['shop', 'wiki']);
    await harness.call(repositories.scanRepository, { id: shop }, member);
    await harness.refusal(repositories.deleteRepositories, { repositoryIds: [shop] }, 403, member);
  });

  it('is nothing without a team, and what is hidden is not there', async () => {
    await grant({});
    assert.deepEqual(await seen(), []);
    const hidden = await harness.refusal(schedules.getScanSchedules, { repositoryId: shop }, 404, member);
    const absent = await harness.refusal(schedules.getScanSchedules, { repositoryId: newId() }, 404, member);
    assert.equal(hidden.error, absent.error);
    await harness.refusal(scans.startScans, { repositoryIds: [shop] }, 422, member);
    await harness.refusal(repositories.deleteRepositories, { repositoryIds: [shop] }, 422, member);
  });

  it('is what a team names, by itself or by a tag, now and later', async () => {
    await grant({ can_view: 1 }, [shop]);
    assert.deepEqual(await seen(), ['shop']);
    const { tag } = await harness.call(contract.tags.createTag, { name: 'docs', repositoryIds: [] });
    await grant({ can_view: 1 }, [], [tag.id]);
    assert.deepEqual(await seen(), []);
    await harness.call(contract.tags.updateTag, { tagId: tag.id, repositoryIds: [wiki] });
    assert.deepEqual(await seen(), ['wiki']);
  });

  it('takes the permission for what it sees: 403, not 404', async () => {
    await grant({ can_view: 1, can_scan: 0 }, [shop]);
    await harness.refusal(repositories.scanRepository, { id: shop }, 403, member);
    await harness.refusal(scans.startScans, { repositoryIds: [shop] }, 403, member);
    await harness.refusal(scans.startScans, { repositoryIds: [shop, wiki] }, 422, member);
    await grant({ can_view: 1, can_scan: 1 }, [shop]);
    await harness.call(repositories.scanRepository, { id: shop }, member);
    await grant({ can_view: 1, can_manage: 1 }, [shop]);
    await harness.call(repositories.deleteRepositories, { repositoryIds: [shop] }, member);
  });

  it('takes access to all repositories to add one, so that nobody learns what is there', async () => {
    const url = 'https://git.example.com/shop/shop.git';
    await harness.call(repositories.addRepositoryByUrl, { url });
    await harness.call(repositories.resolveRepositoryByUrl, { url }, member);
    await grant({ can_view: 1, can_scan: 1 }, [shop]);
    await harness.refusal(repositories.addRepositoryByUrl, { url }, 403, member);
    await harness.refusal(repositories.resolveRepositoryByUrl, { url }, 404, member);
    await grant({ can_view: 1, can_scan: 1, access_mode: 'universal' });
    await harness.call(repositories.addRepositoryByUrl, { url }, member);
  });

  it('is not wider in a query that names its columns without their table', async () => {
    await grant({ can_view: 1 }, [shop]);
    const { db } = harness.service.core;
    const { user_id: userId, organization_id } = await db
      .selectFrom('members')
      .select(['user_id', 'organization_id'])
      .where('role', '=', 'MEMBER')
      .executeTakeFirstOrThrow();
    const reach = byRow(await reachOf(db, { userId }, organization_id));
    const rows = await db
      .selectFrom('repositories')
      .select('name')
      .where(({ ref }) => inReach(reach, ref('organization_id'), ref('id')))
      .execute();
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['shop'],
    );
  });

  it('costs an ADMIN nothing: their queries compare the organization alone', async () => {
    const { db } = harness.service.core;
    const { user_id: userId, organization_id } = await db
      .selectFrom('members')
      .select(['user_id', 'organization_id'])
      .where('role', '=', 'ADMIN')
      .executeTakeFirstOrThrow();
    const reach = await reachOf(db, { userId }, organization_id);
    const issues = db.selectFrom('issues').select('id');
    const restricted = issues.where(({ ref }) =>
      inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')),
    );
    const plain = issues.where('issues.organization_id', '=', organization_id);
    assert.deepEqual(restricted.compile().sql, plain.compile().sql);
  });
});
