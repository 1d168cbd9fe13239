import { segments } from '../api-client.ts';

/** GitLab takes the whole path of a project as one segment. */
export const projectOf = (path: string): string => `projects/${segments(path)}`;

export const mergeRequestOf = (path: string, number: number): string =>
  `${projectOf(path)}/merge_requests/${number}`;
