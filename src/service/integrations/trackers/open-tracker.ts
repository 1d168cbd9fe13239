import type { Sending, TrackerAccess, TrackerPort } from './tracker.ts';

/** The tracker of a type. Each adapter is loaded with its first use. */
export async function openTracker(outbound: Sending, access: TrackerAccess): Promise<TrackerPort> {
  switch (access.type) {
    case 'jira':
      return (await import('./jira/adapter.ts')).jiraCloud(outbound, access);
    case 'jiraDataCenter':
      return (await import('./jira/adapter.ts')).jiraDataCenter(outbound, access);
    case 'github':
      return (await import('./github.ts')).githubIssues(outbound, access);
    case 'gitlab':
      return (await import('./gitlab.ts')).gitlabIssues(outbound, access);
    case 'linear':
      return (await import('./linear.ts')).linear(outbound, access);
  }
}
