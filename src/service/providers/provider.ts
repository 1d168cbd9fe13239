import type { HostedType } from '../../api/contract/repositories/installations.ts';

/** A code host as the service uses it: the same for GitHub, GitLab, Bitbucket and Azure DevOps. */
export interface Provider {
  /** Whom the credentials belong to. */
  account(signal?: AbortSignal): Promise<string>;
  /** Repositories that the credentials reach, a page at a time. @param cursor what the page before gave as `next` */
  repositories(cursor: string | undefined, signal?: AbortSignal): Promise<HostedPage>;
  repository(path: string, signal?: AbortSignal): Promise<HostedRepository>;
  pullRequest(path: string, number: number, signal?: AbortSignal): Promise<HostedPullRequest>;
  /** Lines of the new side that comments can stand on. */
  changedLines(path: string, pullRequest: HostedPullRequest, signal?: AbortSignal): Promise<ChangedLines>;
  /** Sets the check of a pull request's head; the same name is set anew. */
  setCheck(path: string, pullRequest: HostedPullRequest, check: Check, signal?: AbortSignal): Promise<void>;
  /** Comments of a pull request that hold the marker and that these credentials wrote. */
  comments(
    path: string,
    number: number,
    marker: string,
    signal?: AbortSignal,
  ): Promise<readonly HostedComment[]>;
  /** @returns false where the host has no such place in the change */
  addComment(
    path: string,
    pullRequest: HostedPullRequest,
    comment: NewComment,
    signal?: AbortSignal,
  ): Promise<boolean>;
  updateComment(
    path: string,
    number: number,
    comment: HostedComment,
    body: string,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Closes or opens the thread that a comment began. */
  setResolved(
    path: string,
    number: number,
    comment: HostedComment,
    isResolved: boolean,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Makes a branch of one commit and a pull request of it; the one that is there for the branch already is answered. */
  openPullRequest(path: string, change: Change, signal?: AbortSignal): Promise<HostedPullRequest>;
  /** The value of `Authorization` for git over HTTPS. */
  gitAuthorization(signal?: AbortSignal): Promise<string>;
}

export interface HostedPage {
  readonly repositories: readonly HostedRepository[];
  readonly next: string | undefined;
}

export interface HostedRepository {
  /** Below the base address: `owner/name`, `group/subgroup/name`, `organization/project/_git/name`. */
  readonly path: string;
  readonly name: string;
  /** Where it is cloned from, without credentials. */
  readonly url: string;
  readonly defaultBranch: string | null;
  readonly isPrivate: boolean;
}

export interface HostedPullRequest {
  readonly number: number;
  readonly title: string;
  /** The page for people. */
  readonly url: string;
  readonly author: string | undefined;
  readonly state: 'OPEN' | 'MERGED' | 'CLOSED';
  /** A ref of the repository that it is to be merged into, which has the head; undefined where only a fork has it. */
  readonly headRef: string | undefined;
  readonly headCommit: string;
  readonly baseBranch: string;
  /** What the host needs to place comments, of its own making. */
  readonly diff?: { readonly base: string; readonly start: string } | undefined;
}

/** Lines by file; `all` where the host takes comments anywhere in a changed file. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number> | 'all'>;

export interface Check {
  readonly state: 'pending' | 'success' | 'failure' | 'neutral' | 'error';
  /** One line. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Where it is read in full. */
  readonly url: string | undefined;
}

export interface HostedComment {
  /** The host's own name for it; opaque to others. */
  readonly id: string;
  /** The thread that it is in, where it stands on a line. */
  readonly thread: string | undefined;
  readonly body: string;
  readonly isResolved: boolean;
}

export interface NewComment {
  readonly body: string;
  /** On a line of the new side; on the pull request as a whole when absent. */
  readonly place?: { readonly file: string; readonly line: number } | undefined;
}

export interface Change {
  readonly branch: string;
  readonly baseBranch: string;
  /** The commit that the files below were changed from. */
  readonly baseCommit: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly message: string;
  /** Whole files, as text in UTF-8. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

/** What a provider is reached with. */
export interface ProviderAccess {
  readonly type: HostedType;
  /** Of the pages for people, without a slash at the end; the addresses of repositories begin with it. */
  readonly baseUrl: string;
  readonly credential: Credential;
}

export type Credential =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** Of hosts that ask for a user beside the token. */
      readonly username?: string | undefined;
    }
  | {
      readonly kind: 'githubApp';
      readonly appId: string;
      readonly installationId: string;
      /** PEM. */
      readonly privateKey: string;
    };

/** The name that checks and comments go by. */
export const checkName = 'Parapet';
