import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachOf } from '../../../../src/service/core/reach.ts';
import { type Database, openDatabase } from '../../../../src/service/store/dialect.ts';
import { firstTables } from '../../../../src/service/store/migrations/0001-0019/0001-first-tables.ts';
import { agent } from '../../../../src/service/store/migrations/0001-0019/0008-agent.ts';
import { agentAutomation } from '../../../../src/service/store/migrations/0001-0019/0009-agent-automation.ts';
import { teams } from '../../../../src/service/store/migrations/0025-teams.ts';

describe('a store from before there were teams', () => {
  let folder: string;
  let db: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-teams-'));
    db = openDatabase(join(folder, 'parapet.db'));
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  it('has its members in a default team that grants what they could do', async () => {
    for (const migration of [firstTables, agent, agentAutomation]) await migration.up(db);
    const at = '2026-01-01T00:00:00.000Z';
    const stamps = { created_at: at, updated_at: at };
    for (const id of ['one', 'two']) {
      await db
        .insertInto('organizations')
        .values({ id, name: id, ...stamps })
        .execute();
      for (const role of ['ADMIN', 'MEMBER'] as const) {
        const user = `${role} of ${id}`;
        await db.insertInto('users').values({ id: user, email: user, name: null, created_at: at }).execute();
        await db
          .insertInto('members')
          .values({ id: user, organization_id: id, user_id: user, role, status: 'active', created_at: at })
          .execute();
      }
    }
    await teams.up(db);
    const rows = await db
      .selectFrom('teams')
      .innerJoin('team_members', 'team_members.team_id', 'teams.id')
      .select(['teams.organization_id', 'teams.name', 'teams.is_default', 'team_members.member_id'])
      .orderBy('team_members.member_id')
      .execute();
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      ['ADMIN of one', 'ADMIN of two', 'MEMBER of one', 'MEMBER of two'].map((member) => [
        member.slice(-3),
        'Everyone',
        1,
        member,
      ]),
    );
    const caller = { userId: 'MEMBER of one' };
    for (const [permission, whole] of [
      ['REPOSITORY_VIEW', ['one']],
      ['REPOSITORY_SCAN', ['one']],
      ['ISSUE_TRIAGE', ['one']],
      ['REPOSITORY_MANAGE', []],
    ] as const) {
      const { wholeOrganizationIds } = await reachOf(db, caller, 'one', permission);
      assert.deepEqual(wholeOrganizationIds, whole, permission);
    }
    assert.deepEqual((await reachOf(db, caller, 'two')).organizationIds, []);
  });
});
