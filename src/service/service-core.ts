import type { ScanRunner } from './analysis/scan-runner.ts';
import type { LogChannel } from './core/channel.ts';
import type { Core } from './core/context.ts';
import type { Outbound } from './core/outbound.ts';
import type { Paged } from './core/paging.ts';
import type { Sealer } from './core/sealed.ts';
import type { Advisories } from './dependencies/advisories.ts';
import type { ScanWork } from './jobs/scan-work.ts';
import type { Mailer } from './mail/queue.ts';
import type { WorkingCopies } from './mirrors/working-copies.ts';
import type { ModelRegistry } from './models/model-registry.ts';
import type { ConnectedProviders } from './providers/connected.ts';
import type { ReportFiles } from './reports/report-files.ts';
import type { PullRequestReports } from './scans/pull-requests/reports.ts';
import type { OpenId } from './sign-in/openid.ts';

/** All that operations may need, put together once when the service starts. */
export interface ServiceCore extends Core, Paged {
  readonly runner: ScanRunner;
  /** The code of repositories that the service fetches. */
  readonly workingCopies: WorkingCopies;
  readonly work: ScanWork;
  readonly channel: LogChannel;
  /** A folder of this service alone, where submitted code lies while it is scanned. */
  readonly scratch: string;
  /** Whether every caller is the user that the service runs as, whose sockets it may then connect to. */
  readonly ownSockets: boolean;
  /** The files of reports. */
  readonly reportFiles: ReportFiles;
  readonly version: string;
  /** Sends the mails that are queued in the store. */
  readonly mailer: Mailer;
  /** Where people sign in, if the operator named a provider. */
  readonly openId: OpenId | undefined;
  /** The advisories that packages are matched with. */
  readonly advisories: Advisories;
  /** The language models that organizations have connected. */
  readonly models: ModelRegistry;
  /** Requests to servers that somebody else named. */
  readonly outbound: Outbound;
  /** The code hosts that organizations have connected. */
  readonly providers: ConnectedProviders;
  /** Keeps credentials of others in the store. */
  readonly sealer: Sealer;
  /** Told of scans of pull requests. */
  readonly pullRequestReports: PullRequestReports;
}
