import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Endpoint, RequestOf, ResponseOf } from '../../../../src/api/contract/endpoint.ts';
import type { ErrorBody } from '../../../../src/api/contract/errors.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import type { RepositoryPermission } from '../../../../src/api/contract/organizations/permissions.ts';
import { issueToken } from '../../../../src/service/organizations/tokens.ts';
import { insertMember } from '../../../../src/service/teams/default-team.ts';
import { type Credentials, Harness, type HarnessOptions } from './harness.ts';

const { teams } = contract;

export interface Person extends Credentials {
  readonly memberId: string;
  readonly email: string;
}

/** A service with people of the first organization, whose teams a test decides about. */
export class TeamHarness implements AsyncDisposable {
  readonly harness: Harness;

  private constructor(harness: Harness) {
    this.harness = harness;
  }

  static async start(options: HarnessOptions = {}): Promise<TeamHarness> {
    return new TeamHarness(await Harness.start(options));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.harness[Symbol.asyncDispose]();
  }

  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    credentials?: Credentials,
  ): Promise<ResponseOf<E>> {
    return this.harness.call(endpoint, request, credentials);
  }

  refusal<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    status: number,
    credentials?: Credentials,
  ): Promise<ErrorBody> {
    return this.harness.refusal(endpoint, request, status, credentials);
  }

  async organizationId(): Promise<string> {
    const { organizations } = await this.call(contract.organizations.listOrganizations, {});
    return organizations[0]?.id ?? assert.fail('no organization');
  }

  /** A MEMBER who is in the default team alone. */
  async person(): Promise<Person> {
    const { core } = this.harness.service;
    const organizationId = await this.organizationId();
    const userId = randomUUID();
    const email = `${userId}@example.com`;
    const created_at = new Date().toISOString();
    await core.db.insertInto('users').values({ id: userId, email, name: null, created_at }).execute();
    const memberId = await insertMember(core, core.db, { organizationId, userId, role: 'MEMBER' });
    const { token, secret } = await issueToken(core, core.db, { organizationId, userId, days: 1 });
    return { tokenId: token.id, tokenSecret: secret, memberId, email };
  }

  repository(name: string): Promise<string> {
    return this.harness.addRepository(name);
  }

  async team(name: string, members: readonly Person[] = []): Promise<string> {
    const { team } = await this.call(teams.createTeam, { name });
    const memberIds = members.map(({ memberId }) => memberId);
    if (memberIds.length > 0) await this.call(teams.addTeamMembers, { teamId: team.id, memberIds });
    return team.id;
  }

  async everyone(): Promise<string> {
    const { teams: all } = await this.call(teams.listTeams, {});
    return all.find(({ isDefault }) => isDefault)?.id ?? assert.fail('no default team');
  }

  /** Takes a person out of the default team, so that only what a test grants them holds. */
  async alone(person: Person): Promise<void> {
    await this.call(teams.removeTeamMembers, {
      teamId: await this.everyone(),
      memberIds: [person.memberId],
    });
  }

  async grant(
    teamId: string,
    permissions: RepositoryPermission[],
    named: { repositoryIds?: string[]; tagIds?: string[] } | 'universal',
  ): Promise<void> {
    const repoAccess =
      named === 'universal'
        ? { accessMode: 'universal' as const, permissions }
        : { accessMode: 'selected' as const, permissions, ...named };
    await this.call(teams.setTeamPermissions, { teamId, repoAccess });
  }
}
