import * as z from 'zod';
import { Id } from '../fields.ts';

/** Which repositories a rule, source or sink is for (specification, section 2.4). */

const maximumRepositories = 1_000;

/** Fields of a request; all repositories where a new one names none. */
export const scopeFields = {
  allRepositories: z.boolean().optional().describe('True when it holds for all repositories.'),
  repositoryIds: z
    .array(Id)
    .min(1)
    .max(maximumRepositories)
    .optional()
    .describe('The repositories that it holds for. Not together with allRepositories: true.'),
};

interface Scoped {
  readonly allRepositories?: boolean | undefined;
  readonly repositoryIds?: readonly string[] | undefined;
}

/** `allRepositories: true` and `repositoryIds` exclude each other. */
export const isOneScope = ({ allRepositories, repositoryIds }: Scoped): boolean =>
  allRepositories === undefined || allRepositories === (repositoryIds === undefined);

export const notOneScope = {
  error: 'Give allRepositories: true, or repositoryIds, one of them.',
  path: ['allRepositories'],
};
