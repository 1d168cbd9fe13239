import { segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';

/** Of `scm/project/name`, as repositories are cloned; a person’s own have `~name` for a project. @throws ProviderFailure */
export function repositoryOf(path: string): string {
  const [, project, name] = /^scm\/(~?[\w.-]+)\/([\w.-]+)$/.exec(path) ?? [];
  if (project === undefined || name === undefined || /^\.+$/.test(project) || /^\.+$/.test(name))
    throw new ProviderFailure(
      'missing',
      `${path} is not the name of a repository of Bitbucket Data Center. Give the address that it is cloned from over HTTP.`,
    );
  return `rest/api/1.0/projects/${segments(project)}/repos/${segments(name)}`;
}
