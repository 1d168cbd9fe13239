import type { AgentModelSchema } from './tables/agent-model-schema.ts';
import type { AgentSchema } from './tables/agent-schema.ts';
import type {
  AiComponentTable,
  AiFacetTable,
  AiInventoryTable,
  AiProviderTable,
  AiTermTable,
  AiTermUseTable,
} from './tables/ai-inventory-tables.ts';
import type { AuditSchema } from './tables/audit-tables.ts';
import type { AutomationSchema } from './tables/automation-schema.ts';
import type { ChatSchema } from './tables/chat-tables.ts';
import type { EndpointTable } from './tables/endpoint-tables.ts';
import type { IntegrationSchema } from './tables/integration-tables.ts';
import type {
  InvestigationTable,
  IssueTable,
  PatchTable,
  TriageHistoryTable,
} from './tables/issue-tables.ts';
import type { IdempotencyKeyTable, JobTable, MetaTable } from './tables/job-tables.ts';
import type {
  InvitationTable,
  MemberTable,
  OrganizationTable,
  RepositoryDeletionTable,
  RepositoryTable,
  TokenOrganizationTable,
  TokenTable,
  UserTable,
} from './tables/organization-tables.ts';
import type { PackageTable } from './tables/package-tables.ts';
import type { PeopleSchema } from './tables/people-tables.ts';
import type { PostureSchema } from './tables/posture-tables.ts';
import type {
  InstallationTable,
  PatchPullRequestTable,
  PullRequestReportTable,
  WebhookDeliveryTable,
} from './tables/provider-tables.ts';
import type {
  AnalysedCommitTable,
  CheckBypassTable,
  PullRequestTable,
} from './tables/pull-request-tables.ts';
import type { CustomReportTable, ReportRepositoryTable, ReportTable } from './tables/report-tables.ts';
import type { RuleSchema } from './tables/rule-tables.ts';
import type {
  CodeScanIssueTable,
  CodeScanTable,
  ScanEventTable,
  ScanIssueTable,
  ScanSkipTable,
  ScanTable,
  ScheduleTable,
} from './tables/scan-tables.ts';
import type { ApplicationTable, ScannerSettingsTable } from './tables/settings-tables.ts';
import type { TeamSchema } from './tables/team-tables.ts';

/**
 * The tables as Kysely sees them. Column types are those that SQLite and PostgreSQL share: text (identifiers are
 * UUIDs, times are ISO 8601 in UTC, structures are JSON), integer and, for truth values, the integers 0 and 1.
 */
export interface Schema
  extends AgentSchema,
    AgentModelSchema,
    AuditSchema,
    AutomationSchema,
    ChatSchema,
    IntegrationSchema,
    PeopleSchema,
    PostureSchema,
    RuleSchema,
    TeamSchema {
  meta: MetaTable;
  organizations: OrganizationTable;
  users: UserTable;
  members: MemberTable;
  invitations: InvitationTable;
  tokens: TokenTable;
  token_organizations: TokenOrganizationTable;
  repositories: RepositoryTable;
  repository_deletions: RepositoryDeletionTable;
  pull_requests: PullRequestTable;
  analysed_commits: AnalysedCommitTable;
  scans: ScanTable;
  scan_skips: ScanSkipTable;
  scan_events: ScanEventTable;
  scan_issues: ScanIssueTable;
  issues: IssueTable;
  triage_history: TriageHistoryTable;
  patches: PatchTable;
  ai_inventories: AiInventoryTable;
  ai_components: AiComponentTable;
  ai_facets: AiFacetTable;
  ai_providers: AiProviderTable;
  ai_terms: AiTermTable;
  ai_term_uses: AiTermUseTable;
  packages: PackageTable;
  endpoints: EndpointTable;
  installations: InstallationTable;
  webhook_deliveries: WebhookDeliveryTable;
  pull_request_reports: PullRequestReportTable;
  check_bypasses: CheckBypassTable;
  patch_pull_requests: PatchPullRequestTable;
  investigations: InvestigationTable;
  schedules: ScheduleTable;
  scanner_settings: ScannerSettingsTable;
  applications: ApplicationTable;
  code_scans: CodeScanTable;
  code_scan_issues: CodeScanIssueTable;
  reports: ReportTable;
  report_repositories: ReportRepositoryTable;
  custom_reports: CustomReportTable;
  custom_report_repositories: ReportRepositoryTable;
  idempotency_keys: IdempotencyKeyTable;
  jobs: JobTable;
}
