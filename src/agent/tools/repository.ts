import * as z from 'zod';
import { Id } from '../../api/contract/fields.ts';
import { listRepositories, type Repository } from '../../api/contract/repositories/repositories.ts';
import { listScans } from '../../api/contract/scans/scans.ts';
import { code, visible } from '../data.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';

/** Which repository a tool is about. */

export const repositoryInput = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe('Name or id of a repository; the one being spoken of when omitted.');

export const anyRepositoryInput = repositoryInput.describe(
  'Name or id of a repository, or "all"; the one being spoken of when omitted, or all where none is.',
);

/** Fields of a request that only some callers have a value for. */
export function organization({ organizationId }: ToolContext): { organizationId?: string } {
  return organizationId === undefined ? {} : { organizationId };
}

/** @returns its id; undefined for all of them */
export async function repositoryFilter(
  named: string | undefined,
  context: ToolContext,
): Promise<string | undefined> {
  if (named?.toLowerCase() === 'all') return undefined;
  return named === undefined ? context.repositoryId : await repositoryNamed(named, context);
}

/**
 * Which issues are meant where neither a branch nor a scan is named: those of the branch that was scanned last. Other
 * branches mostly have the same ones once more.
 * @param repositoryId undefined for all repositories, of which each has its own branches
 */
export async function branchScannedLast(
  repositoryId: string | undefined,
  context: ToolContext,
): Promise<{ branch?: string }> {
  if (repositoryId === undefined) return {};
  const { scans } = await context.service.call(
    listScans,
    { ...organization(context), repositoryId, kinds: ['FULL'], limit: 1 },
    { signal: context.signal },
  );
  const branch = scans[0]?.branch ?? undefined;
  return branch === undefined ? {} : { branch };
}

/** @throws ToolFailure naming those there are, where it is not clear which one is meant */
export async function theRepository(named: string | undefined, context: ToolContext): Promise<string> {
  if (named !== undefined) return await repositoryNamed(named, context);
  if (context.repositoryId !== undefined) return context.repositoryId;
  const { repositories, nextCursor } = await context.service.call(
    listRepositories,
    { ...organization(context), limit: 20 },
    { signal: context.signal },
  );
  const [only, ...others] = repositories;
  if (!only) throw new ToolFailure('The service has no repository yet. Scan a workspace or add one first.');
  if (others.length === 0) return only.id;
  throw new ToolFailure(
    `Which repository? There are ${namesOf(repositories)}${nextCursor === undefined ? '' : ' and more'}.`,
  );
}

async function repositoryNamed(named: string, context: ToolContext): Promise<string> {
  if (Id.safeParse(named).success) return named;
  const { repositories } = await context.service.call(
    listRepositories,
    { ...organization(context), searchQuery: named, limit: 20 },
    { signal: context.signal },
  );
  const same = repositories.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  const candidates = same.length > 0 ? same : repositories;
  const [found, ...others] = candidates;
  if (!found) throw new ToolFailure(`There is no repository called ${visible(named)}.`);
  if (others.length === 0) return found.id;
  throw new ToolFailure(`Several repositories fit: ${namesOf(candidates)}. Give the id of one.`);
}

function namesOf(repositories: readonly Repository[]): string {
  return repositories.map(({ id, name }) => `${code(name, 80)} (${id})`).join(', ');
}
