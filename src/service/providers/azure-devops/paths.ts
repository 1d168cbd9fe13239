import { segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';

/** Of `project/_git/name`, or `_git/name` where both are called the same. @throws ProviderFailure */
export function repositoryOf(path: string): string {
  const [, project, name] = /^(?:([^/]+)\/)?_git\/([^/]+)$/.exec(path) ?? [];
  if (name === undefined)
    throw new ProviderFailure('missing', `${path} is not the name of a repository of Azure DevOps.`);
  return `${segments(project ?? name)}/_apis/git/repositories/${segments(name)}`;
}
