import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Member } from '../../api/contract/organizations/organizations.ts';
import { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import {
  type ExternalContributor,
  getTeamMembers,
  getTeamPermissions,
  listTeams,
  type Team,
  type TeamPermissions,
} from '../../api/contract/organizations/teams.ts';
import { getRepository } from '../../api/contract/repositories/repositories.ts';
import { listTags } from '../../api/contract/repositories/tags.ts';
import { pages } from '../../api/paging.ts';

/** A team that grants something for a repository. */
export interface TeamAccess {
  readonly team: Team;
  readonly permissions: readonly RepositoryPermission[];
  /** Whether it is for every repository, this one by itself, or all with a tag of it. */
  readonly by: 'everything' | 'repository' | 'tag';
}

export interface TeamPeople {
  readonly members: readonly Member[];
  readonly externalContributors: readonly ExternalContributor[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

const teamsAtOnce = 100;
/** Teams whose permissions are asked for at the same time. */
const askedAtOnce = 5;
const peopleAtOnce = 100;
const tagPages = 5;

/** Who sees a repository of a shared service, as the extension asks for it. */
export class AccessApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** What the caller may do with a repository: everything, as far as is known, where the service does not say. */
  async permissionsOn(repositoryId: string, signal: AbortSignal): Promise<ReadonlySet<RepositoryPermission>> {
    let held: readonly RepositoryPermission[] | undefined;
    try {
      held = (await this.#client.call(getRepository, { id: repositoryId }, { signal })).permissions;
    } catch (error) {
      // A repository that is not there has its sections say so.
      const isSilent =
        error instanceof ApiError && ['notOffered', 'notThisInterface', 'notFound'].includes(error.kind);
      if (!isSilent) throw error;
    }
    return new Set(held ?? RepositoryPermission.options);
  }

  /** The teams that the caller sees, as far as they grant something for the repository, by name; at most a hundred are asked. */
  async teamsOf(repositoryId: string, signal: AbortSignal): Promise<readonly TeamAccess[]> {
    const { teams } = await this.#client.call(listTeams, { limit: teamsAtOnce }, { signal });
    const granted: { team: Team; access: TeamPermissions['repoAccess'] }[] = [];
    for (let start = 0; start < teams.length; start += askedAtOnce) {
      const some = teams.slice(start, start + askedAtOnce);
      const answers = await Promise.all(some.map(async ({ id }) => await this.#permissions(id, signal)));
      for (const [index, team] of some.entries()) {
        const access = answers[index]?.repoAccess;
        if (access && access.effectivePermissions.length > 0) granted.push({ team, access });
      }
    }
    const asksTags = granted.some(
      ({ access }) => access.accessMode === 'selected' && access.tagIds.length > 0,
    );
    const tags = asksTags ? await this.#tagsOf(repositoryId, signal) : new Set<string>();
    return granted.flatMap(({ team, access }): TeamAccess[] => {
      const { accessMode, effectivePermissions: permissions, repositoryIds, tagIds } = access;
      if (accessMode === 'universal') return [{ team, permissions, by: 'everything' }];
      if (repositoryIds.includes(repositoryId)) return [{ team, permissions, by: 'repository' }];
      return tagIds.some((id) => tags.has(id)) ? [{ team, permissions, by: 'tag' }] : [];
    });
  }

  /** The people of a team, the first hundred. */
  async peopleOf(teamId: string, signal: AbortSignal): Promise<TeamPeople> {
    const request = { teamId, limit: peopleAtOnce };
    const { members, externalContributors, nextCursor } = await this.#client.call(getTeamMembers, request, {
      signal,
    });
    return { members, externalContributors, isCut: nextCursor !== undefined };
  }

  /** @returns undefined where the caller may not know */
  async #permissions(teamId: string, signal: AbortSignal): Promise<TeamPermissions | undefined> {
    try {
      return await this.#client.call(getTeamPermissions, { teamId }, { signal });
    } catch (error) {
      const isHidden = error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind);
      if (!isHidden) throw error;
      return undefined;
    }
  }

  async #tagsOf(repositoryId: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    let read = 0;
    for await (const page of pages(this.#client, listTags, { limit: 100 }, { signal })) {
      for (const { id, repositoryIds } of page.tags) if (repositoryIds.includes(repositoryId)) found.add(id);
      if (++read === tagPages) break;
    }
    return found;
  }
}
