import { states } from './requirement.ts';

/** Sections 5 to 9: authentication, events, errors, limits, versions. */
export const rest = {
  '5.1': states('Every request has both headers, id and secret'),
  '5.2': states('A token works in both generations and on the older paths'),
  '5.3': states('A token has an optional name, 1 to 365 days, and a secret that is shown once'),
  '5.4': states('A token is of one organization, with the permissions of the person who made it'),
  '5.5': states('Tokens are listed and deleted, never changed'),
  '5.6': states('An expired token is refused; secrets are kept as hashes alone'),
  '5.7': states('Without valid credentials the answer is 401 with {error}'),
  '6.1': states('A conversation that an event began has the source event; what fired a trigger can be read'),
  '6.2': states('The progress of a job is streamed'),
  '7.1': states('Errors are {error}: 400 for a bad request, 401 for credentials'),
  '7.2': states('A full scan that is in progress is not started twice'),
  '7.3': states('orgId is refused, everywhere'),
  '7.4': states('Removing an active administrator is refused'),
  '7.5': states('A failed scan says why'),
  '8.1': states('Limits of lists hold at both ends'),
  '8.2': states('patchStatuses takes up to 100 issueIds'),
  '8.3': states('requestInvestigation takes at least one issue and up to 20,000 characters of context'),
  '9.1': states('The interface describes itself as OpenAPI 3.1.0, version 1.0.0'),
  '9.2': states('Both generations answer side by side'),
  '9.3': states('Teams take organizationId and refuse orgId'),
  '9.4': states('scanSchedule, the first one, is kept beside scanSchedules'),
  '9.5': states('Full and pull-request scans take the release tracks STABLE and EDGE'),
} as const;
