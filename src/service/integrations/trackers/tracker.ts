import type {
  TrackerCredential,
  TrackerType,
  TrackerVisibility,
} from '../../../api/contract/integrations/trackers.ts';
import type { Severity } from '../../../api/contract/vocabulary.ts';
import type { Outbound } from '../../core/outbound.ts';

/** An issue tracker behind one port. All throw ProviderFailure, with a sentence for a person. */
export interface TrackerPort {
  /** Whom the credentials belong to. */
  account(signal?: AbortSignal): Promise<string>;
  /** Makes sure that the project is there and can be seen. */
  checkProject(project: string, signal?: AbortSignal): Promise<void>;
  /** Who reads what is created in a project. */
  visibility(project: string, signal?: AbortSignal): Promise<TrackerVisibility>;
  create(draft: Draft, signal?: AbortSignal): Promise<TrackedIssue>;
  /** One whose text has the marker, of those created since an instant. */
  find(search: MarkerSearch, signal?: AbortSignal): Promise<TrackedIssue | undefined>;
  /** @param key as in `TrackedIssue` */
  read(key: string, signal?: AbortSignal): Promise<TrackedIssue>;
  /** The key in the address of a page of this tracker; undefined for another address. */
  keyOf(url: URL): string | undefined;
  /** The description as it is sent, in a form that a person can read. */
  rendered(blocks: readonly Block[]): string;
}

/** An issue as its tracker has it. */
export interface TrackedIssue {
  /** `ABC-12`, `owner/name#7` */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly isClosed: boolean;
  /** As the tracker calls it. */
  readonly state: string;
}

export interface MarkerSearch {
  readonly project: string;
  readonly marker: string;
  /** When creating it was begun. */
  readonly since: Date;
  readonly now: Date;
}

/** A part of a description. Texts come from code: each adapter writes them so that its tracker formats none of them. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, text: string])[] }
  | { readonly kind: 'steps'; readonly title: string; readonly steps: readonly string[] }
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

/** What is to be created. */
export interface Draft {
  readonly project: string;
  readonly issueType: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly labels: readonly string[];
  readonly priority: string | undefined;
}

/** How issues are made in a tracker, as it is stored. */
export interface TrackerSettings {
  readonly project: string;
  readonly issueType: string;
  readonly labels: readonly string[];
  readonly priorities: Readonly<Partial<Record<Severity, string>>>;
  readonly resolveWhenClosed: boolean;
}

export interface TrackerAccess {
  readonly type: TrackerType;
  readonly baseUrl: string;
  readonly credential: TrackerCredential;
}

export type Sending = Pick<Outbound, 'send'>;
