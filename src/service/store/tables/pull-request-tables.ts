import type { PullRequestState } from '../../../api/contract/vocabulary.ts';

/** A pull or merge request that was scanned. */
export interface PullRequestTable {
  id: string;
  organization_id: string;
  repository_id: string;
  number: number;
  /** What its scans and issues have in the place of a branch: no branch can be called so. */
  branch: string;
  /** Full name of a ref, such as `refs/pull/7/head`. */
  head_ref: string;
  /** A branch, without `refs/heads/`. */
  base_branch: string;
  title: string | null;
  url: string | null;
  author: string | null;
  state: PullRequestState;
  created_at: string;
  updated_at: string;
}

/** That a pull request may pass its check at a commit, in spite of issues. */
export interface CheckBypassTable {
  pull_request_id: string;
  commit_sha: string;
  /** An e-mail address, or a name at the code host. */
  bypassed_by: string;
  reason: string;
  at: string;
}

/** What a scan found in a commit: what pull requests that leave from it are compared with. */
export interface AnalysedCommitTable {
  repository_id: string;
  commit_sha: string;
  /** How it was analysed: another version or another depth may find something else. */
  settings: string;
  /** JSON: see `scans/pull-requests/analysed-commits.ts`. */
  analysis: string;
  used_at: string;
}
