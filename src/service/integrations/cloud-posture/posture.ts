import type { PostureCredential, PostureProvider } from '../../../api/contract/integrations/cloud-posture.ts';
import type { Outbound } from '../../core/outbound.ts';

/** A cloud posture provider behind one port, which only reads. All throw ProviderFailure, with a sentence for a person. */
export interface PosturePort {
  /** Makes sure that each kind of thing may be read. @returns the names of the first projects */
  check(signal: AbortSignal): Promise<readonly string[]>;
  /** A page for each cursor; the first without one. */
  projects(cursor: string | undefined, signal: AbortSignal): Promise<PosturePage<ReportedProject>>;
  assets(cursor: string | undefined, signal: AbortSignal): Promise<PosturePage<ReportedAsset>>;
  /** Only what the internet reaches. */
  exposures(cursor: string | undefined, signal: AbortSignal): Promise<PosturePage<ReportedExposure>>;
}

export interface PosturePage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

export interface ReportedProject {
  readonly id: string;
  readonly name: string;
}

export interface ReportedAsset {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly platform: string | undefined;
  readonly region: string | undefined;
  readonly projectIds: readonly string[];
  /** Tags of the cloud and labels of a container image alike. */
  readonly tags: readonly ReportedTag[];
}

export interface ReportedTag {
  readonly key: string;
  readonly value: string;
}

export interface ReportedExposure {
  readonly id: string;
  readonly asset: ReportedAsset;
  readonly sourceRange: string | undefined;
  readonly destinationRange: string | undefined;
  readonly ports: string | undefined;
  readonly protocols: readonly string[];
  /** Addresses or names that answer. */
  readonly endpoints: readonly string[];
}

export interface PostureAccess {
  readonly provider: PostureProvider;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly credential: PostureCredential;
}

export type Sending = Pick<Outbound, 'send'>;

/** The provider of a kind. Its adapter is loaded with its first use. */
export async function openPosture(outbound: Sending, access: PostureAccess): Promise<PosturePort> {
  switch (access.provider) {
    case 'wiz':
      return (await import('./wiz.ts')).wiz(outbound, access);
  }
}
