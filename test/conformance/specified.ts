/**
 * The interface specification's sections 2, 3, 4.2, 5 and 8, line by line, for the resources that are served. Written
 * from the specification, not from the contract, so that each can be held against the other.
 */

export interface SpecifiedOperation {
  readonly operation: string;
  /** Request fields the specification names, each with whether it must be sent. */
  readonly fields?: Readonly<Record<string, 'required' | 'optional'>>;
  /** Requests that it allows and that it forbids, beside the fields' own names. */
  readonly allowed?: readonly Readonly<Record<string, unknown>>[];
  readonly forbidden?: readonly Readonly<Record<string, unknown>>[];
}

const id = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
const other = 'b0a5a9ce-9d4b-4b62-8f7e-52f2f6d7c001';
const ids = (count: number) => Array.from({ length: count }, () => id);

/** Section 2.3. */
export const aiKinds = [
  'MCP_SERVER',
  'LLM_SDK',
  'AGENT_FRAMEWORK',
  'ML_FRAMEWORK',
  'ML_RUNTIME',
  'VECTOR_DB',
  'GUARDRAILS',
  'AI_OBSERVABILITY',
  'SPEECH_AUDIO',
  'TOKENIZER',
  'MODEL_FILE',
  'DATASET',
  'AGENT_CONFIG',
  'AGENT_INSTRUCTIONS',
  'SKILL',
  'PROMPT_TEMPLATE',
  'LOCAL_MODEL_CONFIG',
] as const;

export const specified: readonly SpecifiedOperation[] = [
  // Rules
  {
    operation: 'POST /rules',
    fields: { repositoryIds: 'optional', allRepositories: 'optional', organizationId: 'optional' },
    allowed: [
      { content: 'rules: []' },
      { content: 'rules: []', repositoryIds: [id] },
      { content: 'rules: []', allRepositories: true },
    ],
    forbidden: [{ content: 'rules: []', repositoryIds: [id], allRepositories: true }],
  },
  { operation: 'GET /rules', fields: { organizationId: 'optional' } },
  {
    operation: 'PUT /rules/{id}',
    fields: { id: 'required', repositoryIds: 'optional', allRepositories: 'optional' },
    allowed: [{ id }, { id, allRepositories: true }, { id, repositoryIds: [id] }],
    forbidden: [{ id, allRepositories: true, repositoryIds: [id] }],
  },
  // Organizations
  {
    operation: 'POST /organizations',
    fields: { name: 'required' },
    allowed: [{ name: 'Acme' }],
    forbidden: [{}],
  },
  { operation: 'GET /organizations' },
  { operation: 'DELETE /organizations/{id}', fields: { id: 'required' } },
  { operation: 'POST /api/v2/organizations/listMembers', fields: { organizationId: 'optional' } },
  {
    operation: 'POST /api/v2/organizations/inviteMember',
    fields: { email: 'required', role: 'optional', organizationId: 'optional' },
    allowed: [{ email: 'a@example.com' }, { email: 'a@example.com', role: 'ADMIN' }],
    forbidden: [{ email: 'nobody' }, { email: 'a@example.com', role: 'OWNER' }],
  },
  {
    operation: 'POST /api/v2/organizations/updateMemberRole',
    fields: { role: 'required', organizationId: 'optional' },
    allowed: [{ memberId: id, role: 'MEMBER' }],
    forbidden: [{ memberId: id, role: 'admin' }, { role: 'MEMBER' }],
  },
  {
    operation: 'POST /api/v2/organizations/removeMember',
    fields: { organizationId: 'optional' },
    forbidden: [{}],
  },
  // Repositories
  {
    operation: 'POST /repositories',
    fields: { organization_id: 'required', repository_type: 'required', repository_url: 'required' },
    allowed: [{ organization_id: id, repository_type: 'github', repository_url: 'https://github.com/a/b' }],
    forbidden: [{ organizationId: id, repository_type: 'github', repository_url: 'https://github.com/a/b' }],
  },
  {
    operation: 'POST /api/v2/repositories/addByUrl',
    fields: { url: 'required', organizationId: 'optional' },
  },
  { operation: 'GET /repositories', fields: { organizationId: 'optional' } },
  {
    operation: 'POST /api/v2/repositories/delete',
    fields: { repositoryIds: 'required', organizationId: 'optional' },
    allowed: [{ repositoryIds: [id], allPartitions: true }],
    forbidden: [{ repositoryIds: [] }],
  },
  { operation: 'POST /repositories/{id}/scan', fields: { id: 'required' } },
  // Scans
  {
    operation: 'POST /api/v2/scans/start',
    fields: {
      repositoryIds: 'required',
      branch: 'optional',
      releaseTrack: 'optional',
      organizationId: 'optional',
    },
    allowed: [
      { repositoryIds: [id, other], branch: 'main' },
      { repositoryIds: [id], releaseTrack: 'EDGE' },
      { repositoryIds: [id], releaseTrack: 'STABLE' },
    ],
    forbidden: [{}, { repositoryIds: [] }, { repositoryIds: [id], releaseTrack: 'BETA' }],
  },
  { operation: 'POST /api/v2/scans/cancel', fields: { scanId: 'required', organizationId: 'optional' } },
  {
    operation: 'POST /scans/rescanPR',
    fields: { scanId: 'required', releaseTrack: 'optional', organizationId: 'optional' },
  },
  {
    operation: 'GET /scans',
    fields: { severity: 'optional', organizationId: 'optional' },
    allowed: [
      ...['Critical', 'High', 'Medium', 'Low'].map((one) => ({ severity: [one] })),
      { groupByPullRequest: true },
    ],
    forbidden: [{ severity: ['Severe'] }],
  },
  { operation: 'GET /scans/{id}', fields: { id: 'required' } },
  {
    operation: 'POST /api/v2/scans/getSchedule',
    fields: { repositoryId: 'required', organizationId: 'optional' },
  },
  {
    operation: 'POST /api/v2/scans/upsertSchedule',
    fields: {
      repositoryId: 'required',
      executionCriteriaCrontab: 'required',
      scanBranch: 'optional',
      organizationId: 'optional',
    },
  },
  {
    operation: 'POST /api/v2/scans/deleteSchedule',
    fields: { repositoryIds: 'required', scheduleId: 'optional', organizationId: 'optional' },
  },
  // Scanner settings
  {
    operation: 'POST /api/v2/scannerSettings/get',
    fields: { organizationId: 'optional', repositoryId: 'optional', applicationId: 'optional' },
  },
  {
    operation: 'POST /api/v2/scannerSettings/update',
    fields: {
      prScanning: 'optional',
      scanModules: 'optional',
      confidenceThreshold: 'optional',
      autoPatching: 'optional',
      fileIgnorePatterns: 'optional',
      releaseTrack: 'optional',
      allowPrCheckBypass: 'optional',
      organizationId: 'optional',
    },
    allowed: [
      { releaseTrack: 'EDGE' },
      { releaseTrack: 'STABLE' },
      { allowPrCheckBypass: true },
      { confidenceThreshold: 100 },
    ],
    forbidden: [{ releaseTrack: 'BETA' }, { confidenceThreshold: 101 }, { scanModules: { DAST: true } }],
  },
  {
    operation: 'POST /api/v2/scannerSettings/delete',
    fields: { organizationId: 'optional', repositoryId: 'optional', applicationId: 'optional' },
  },
  // Semantic search
  ...['POST /api/v2/vulnerabilities/search', 'POST /api/v2/endpoints/search'].map(
    (operation): SpecifiedOperation => ({
      operation,
      fields: { query: 'required', limit: 'optional', organizationId: 'optional' },
      allowed: [{ query: 'x' }, { query: 'x'.repeat(1024), limit: 50 }, { query: '?', limit: 1 }],
      forbidden: [
        { query: '' },
        { query: 'x'.repeat(1025) },
        { query: 'x', limit: 0 },
        { query: 'x', limit: 51 },
      ],
    }),
  ),
  // Issues
  {
    operation: 'GET /issues/search',
    fields: { validationVerdicts: 'optional', organizationId: 'optional' },
    allowed: [{ validationVerdicts: ['CONFIRMED'] }],
  },
  { operation: 'POST /api/v1/issues/search' },
  { operation: 'POST /api/v2/issues/search' },
  { operation: 'GET /issues/{id}', fields: { id: 'required' } },
  {
    operation: 'POST /issues/{id}/status',
    fields: { id: 'required', status: 'required' },
    allowed: [
      { id, status: 'FALSE_POSITIVE' },
      { id, status: 'falsePositive' },
    ],
    forbidden: [{ id, status: 'gone' }],
  },
  {
    operation: 'POST /api/v2/issues/requestInvestigation',
    fields: { issueIds: 'required', context: 'optional', organizationId: 'optional' },
    allowed: [{ issueIds: [id] }, { issueIds: [id], context: 'x'.repeat(20_000) }],
    forbidden: [
      {},
      { issueIds: [] },
      { issueIds: id },
      { issueIds: [id], context: 'x'.repeat(20_001) },
      { issueIds: [id], context: 7 },
    ],
  },
  {
    operation: 'POST /api/v2/issues/patchStatuses',
    fields: { issueIds: 'required', organizationId: 'optional' },
    allowed: [{ issueIds: [] }, { issueIds: Array.from({ length: 100 }, () => id) }],
    forbidden: [{ issueIds: Array.from({ length: 101 }, () => id) }, { issueIds: id }],
  },
  {
    operation: 'POST /api/v2/issues/generatePatch',
    fields: { force: 'optional', organizationId: 'optional' },
    allowed: [
      { issueId: id, force: true },
      { issueIds: [id], force: false },
    ],
    forbidden: [{}, { issueId: id, issueIds: [id] }, { issueIds: [] }, { issueId: id, force: 'yes' }],
  },
  { operation: 'POST /api/v1/issues/generate-patch' },
  { operation: 'POST /api/v1/issues/approve-patch', fields: { issueId: 'required' } },
  {
    operation: 'POST /api/v2/issues/updateNote',
    fields: { issueId: 'required', note: 'required' },
    allowed: [
      { issueId: id, note: 'x'.repeat(5000) },
      { issueId: id, note: '' },
      { issueId: id, note: ' \n' },
    ],
    forbidden: [{ issueId: id, note: 'x'.repeat(5001) }],
  },
  // AI inventory (section 4.1)
  {
    operation: 'POST /api/v1/sca/ai-inventory/repositories/search',
    fields: {
      organizationId: 'required',
      repositoryIds: 'optional',
      cursor: 'optional',
      limit: 'optional',
      kinds: 'optional',
      usages: 'optional',
      tiers: 'optional',
      providers: 'optional',
      detectionSources: 'optional',
      searchQuery: 'optional',
    },
    allowed: [
      { organizationId: id },
      { organizationId: 'any text' },
      { organizationId: id, limit: 1 },
      { organizationId: id, limit: 50 },
      { organizationId: id, repositoryIds: ['any text'], providers: ['free-form', ''] },
      { organizationId: id, kinds: aiKinds },
      { organizationId: id, usages: ['RUNTIME', 'DEV_TOOLING', 'AMBIGUOUS'] },
      { organizationId: id, tiers: ['GENAI', 'CLASSIC_ML'] },
      {
        organizationId: id,
        detectionSources: ['SCA_PACKAGE', 'FILE_PATH', 'FILE_CONTENT', 'CONFIG_FILE'],
      },
      { organizationId: id, searchQuery: 'package.json' },
    ],
    forbidden: [
      {},
      { organizationId: 7 },
      { organizationId: id, limit: 0 },
      { organizationId: id, limit: 51 },
      { organizationId: id, limit: 1.5 },
      { organizationId: id, limit: '10' },
      { organizationId: id, kinds: 'LLM_SDK' },
      { organizationId: id, kinds: ['LLM'] },
      { organizationId: id, kinds: ['llm_sdk'] },
      { organizationId: id, usages: ['TEST'] },
      { organizationId: id, tiers: ['ML'] },
      { organizationId: id, detectionSources: ['PACKAGE'] },
      { organizationId: id, repositoryIds: id },
      { organizationId: id, providers: [7] },
      { organizationId: id, searchQuery: 7 },
      { organizationId: id, orgId: id },
    ],
  },
  // Code inspection
  { operation: 'GET /code/search', fields: { repositoryId: 'required', pathPrefix: 'optional' } },
  {
    operation: 'GET /code/read',
    fields: { repositoryId: 'required', path: 'required', startLine: 'optional', endLine: 'optional' },
    forbidden: [
      { repositoryId: id, path: 'a', startLine: 0 },
      { repositoryId: id, path: 'a', startLine: 3, endLine: 2 },
    ],
  },
  {
    operation: 'GET /code/listFiles',
    fields: { repositoryId: 'required', path: 'optional', cursor: 'optional' },
  },
  // On-demand code scans
  { operation: 'POST /api/v2/async-code-scans/submit', fields: { submission: 'required' } },
  { operation: 'POST /api/v2/async-code-scans/status' },
  { operation: 'POST /api/v2/async-code-scans/results' },
  { operation: 'POST /api/v2/async-code-scans/cancel' },
  // AI assistant
  { operation: 'POST /api/v2/agent/getConfig', fields: { organizationId: 'optional' } },
  {
    operation: 'POST /api/v2/agent/updateConfig',
    fields: {
      enabled: 'optional',
      chatChannel: 'optional',
      maxConcurrentRuns: 'optional',
      globalInstructions: 'optional',
      organizationId: 'optional',
    },
    allowed: [
      { enabled: false },
      { chatChannel: '#appsec' },
      { chatChannel: null },
      { maxConcurrentRuns: 1 },
      { globalInstructions: '' },
    ],
    forbidden: [{ enabled: 'no' }, { maxConcurrentRuns: 0 }, { maxConcurrentRuns: 1.5 }],
  },
  {
    operation: 'POST /api/v2/agent/createConversation',
    fields: { initialMessage: 'optional', repositoryId: 'optional', organizationId: 'optional' },
    allowed: [{}, { initialMessage: 'What is most urgent?' }],
    forbidden: [{ initialMessage: '' }, { initialMessage: 7 }],
  },
  {
    operation: 'POST /api/v2/agent/listConversations',
    fields: {
      cursor: 'optional',
      limit: 'optional',
      search: 'optional',
      source: 'optional',
      organizationId: 'optional',
    },
    allowed: ['manual', 'scheduled', 'event', 'chatTool'].map((source) => ({ source })),
    forbidden: [{ source: 'somebody' }],
  },
  {
    operation: 'POST /api/v2/agent/getConversation',
    fields: { conversationId: 'required', organizationId: 'optional' },
  },
  {
    operation: 'POST /api/v2/agent/sendMessage',
    fields: { conversationId: 'required', message: 'required', organizationId: 'optional' },
    allowed: [{ conversationId: id, message: 'And then?' }],
    forbidden: [{ conversationId: id }, { conversationId: id, message: ' ' }],
  },
  {
    operation: 'POST /api/v2/agent/archiveConversation',
    fields: { conversationId: 'required', organizationId: 'optional' },
  },
  {
    operation: 'POST /api/v2/agent/unarchiveConversation',
    fields: { conversationId: 'required', organizationId: 'optional' },
  },
  {
    operation: 'POST /api/v2/agent/listJobs',
    fields: { status: 'optional', trigger: 'optional', organizationId: 'optional' },
    allowed: [
      {},
      ...['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'].map((status) => ({ status })),
      ...['manual', 'scheduled', 'event', 'chatTool'].map((trigger) => ({ trigger })),
    ],
    forbidden: [{ status: 'sleeping' }, { trigger: 'cron' }],
  },
  { operation: 'POST /api/v2/agent/getJob', fields: { jobId: 'required', organizationId: 'optional' } },
  { operation: 'POST /api/v2/agent/cancelJob', fields: { jobId: 'required', organizationId: 'optional' } },
  {
    operation: 'GET /api/v2/agent/jobs/{jobId}/stream',
    fields: { jobId: 'required', organizationId: 'optional' },
  },
  {
    operation: 'POST /api/v2/issues/deleteChatThread',
    fields: { issueId: 'required', conversationId: 'required', organizationId: 'optional' },
  },
  // Stats
  {
    operation: 'POST /api/v2/stats/summary',
    fields: { scanId: 'optional', repositoryId: 'optional', organizationId: 'optional' },
  },
  // AI assistant: what works by itself, what is remembered, what came of it
  { operation: 'POST /api/v2/agent/listCronSchedules', fields: { organizationId: 'optional' } },
  {
    operation: 'POST /api/v2/agent/createCronSchedule',
    fields: {
      expression: 'required',
      prompt: 'required',
      repositoryIds: 'optional',
      tagIds: 'optional',
      timeZone: 'optional',
      organizationId: 'optional',
    },
    allowed: [
      { expression: '0 8 * * 1', prompt: 'Summarise.' },
      { expression: '0 8 * * 1', prompt: 'Summarise.', repositoryIds: [id, other], tagIds: [id] },
    ],
    forbidden: [{}, { expression: '0 8 * * 1' }, { prompt: 'x' }, { expression: '', prompt: 'x' }],
  },
  {
    operation: 'POST /api/v2/agent/updateCronSchedule',
    fields: { scheduleId: 'required', expression: 'optional', prompt: 'optional', enabled: 'optional' },
  },
  { operation: 'POST /api/v2/agent/deleteCronSchedule', fields: { scheduleId: 'required' } },
  { operation: 'POST /api/v2/agent/triggerCronSchedule', fields: { scheduleId: 'required' } },
  { operation: 'POST /api/v2/agent/listEventTriggers', fields: { organizationId: 'optional' } },
  {
    operation: 'POST /api/v2/agent/upsertEventTrigger',
    fields: { triggerId: 'optional', event: 'required', prompt: 'required', repositoryIds: 'optional' },
    allowed: [
      ...['scanCompleted', 'scanFailed', 'newIssue', 'issueStatusChanged', 'patchReady'].map((kind) => ({
        event: { kind },
        prompt: 'x',
      })),
      { event: { kind: 'newIssue', leastSeverity: 'CRITICAL' }, prompt: 'x' },
      { event: { kind: 'schedule', expression: '0 8 * * 1', timeZone: 'Europe/Berlin' }, prompt: 'x' },
    ],
    forbidden: [
      { event: { kind: 'unknown' }, prompt: 'x' },
      { event: 'scanFailed', prompt: 'x' },
    ],
  },
  { operation: 'POST /api/v2/agent/deleteEventTrigger', fields: { triggerId: 'required' } },
  {
    operation: 'POST /api/v2/agent/listTriggerHistory',
    fields: { triggerId: 'optional', cursor: 'optional' },
  },
  { operation: 'POST /api/v2/agent/getTriggerEvent', fields: { eventId: 'required' } },
  { operation: 'POST /api/v2/agent/listMemories', fields: { cursor: 'optional' } },
  { operation: 'POST /api/v2/agent/updateMemory', fields: { memoryId: 'required', text: 'required' } },
  { operation: 'POST /api/v2/agent/deleteMemory', fields: { memoryId: 'required' } },
  { operation: 'POST /api/v2/agent/clearMemories', fields: { organizationId: 'optional' } },
  { operation: 'POST /api/v2/agent/listPatches', fields: { cursor: 'optional' } },
  { operation: 'POST /api/v2/agent/listPullRequests', fields: { cursor: 'optional' } },
  { operation: 'POST /api/v2/agent/listPlaybooks', fields: { cursor: 'optional' } },
  {
    operation: 'POST /api/v2/agent/installPlaybook',
    fields: { templateId: 'required', parameters: 'optional' },
    allowed: [{ templateId: 'x', parameters: { text: 'a', number: 1.5, toggle: true, select: 'b' } }],
    forbidden: [
      { templateId: 'x', parameters: { list: ['a'] } },
      { templateId: 'x', parameters: 'a' },
    ],
  },
  { operation: 'POST /api/v2/agent/activatePlaybook', fields: { playbookId: 'required' } },
  { operation: 'POST /api/v2/agent/pausePlaybook', fields: { playbookId: 'required' } },
  { operation: 'POST /api/v2/agent/uninstallPlaybook', fields: { playbookId: 'required' } },
  // Tags
  { operation: 'POST /api/v2/tags/create', fields: { name: 'required', repositoryIds: 'optional' } },
  { operation: 'POST /api/v2/tags/update', fields: { tagId: 'required', repositoryIds: 'optional' } },
  { operation: 'POST /api/v2/tags/delete', fields: { tagId: 'required' } },
  // Teams: `organizationId` in all of them, `orgId` in none
  {
    operation: 'POST /api/v2/teams/list',
    fields: { organizationId: 'optional' },
    forbidden: [{ orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/create',
    fields: { name: 'required', organizationId: 'optional' },
    allowed: [{ name: 'Security' }, { name: 'Security', organizationId: id }],
    forbidden: [{}, { name: ' ' }, { name: 'Security', orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/delete',
    fields: { teamId: 'required', organizationId: 'optional' },
    forbidden: [{}, { teamId: id, orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/getMembers',
    fields: { teamId: 'required', organizationId: 'optional' },
    forbidden: [{ teamId: id, orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/addMembers',
    fields: { teamId: 'required', organizationId: 'optional' },
    allowed: [
      { teamId: id, memberIds: [id] },
      { teamId: id, emails: ['a@example.com'] },
      { teamId: id, externalContributors: [{ name: 'A' }] },
    ],
    forbidden: [{ teamId: id }, { teamId: id, memberIds: [] }, { teamId: id, memberIds: [id], orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/removeMembers',
    fields: { teamId: 'required', organizationId: 'optional' },
    allowed: [{ teamId: id, memberIds: [id] }],
    forbidden: [{ teamId: id }, { teamId: id, memberIds: [id], orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/setPermissions',
    fields: { teamId: 'required', organizationId: 'optional' },
    allowed: [
      { teamId: id, permissions: ['AGENT_VIEW', 'AGENT_RUN', 'TEAM_MANAGE'] },
      { teamId: id, repoAccess: { accessMode: 'universal', permissions: ['REPOSITORY_VIEW'] } },
      {
        teamId: id,
        repoAccess: { accessMode: 'selected', permissions: [], repositoryIds: [id], tagIds: [other] },
      },
    ],
    forbidden: [
      { teamId: id },
      { teamId: id, permissions: ['OWNER'] },
      { teamId: id, permissions: [], orgId: id },
      { teamId: id, repoAccess: { accessMode: 'universal', permissions: [], repositoryIds: [id] } },
      { teamId: id, repoAccess: { accessMode: 'some', permissions: [] } },
    ],
  },
  {
    operation: 'POST /api/v2/teams/getPermissions',
    fields: { teamId: 'required', organizationId: 'optional' },
    forbidden: [{ teamId: id, orgId: id }],
  },
  {
    operation: 'POST /api/v2/teams/setDefault',
    fields: { teamId: 'required', organizationId: 'optional' },
    forbidden: [{ teamId: id, orgId: id }],
  },
  // Tokens: 1 to 365 days, default 30, an optional name
  {
    operation: 'POST /api/v2/tokens/create',
    fields: { name: 'optional' },
    allowed: [{}, { expiresInDays: 1 }, { expiresInDays: 365 }],
    forbidden: [{ expiresInDays: 0 }, { expiresInDays: 366 }, { expiresInDays: 1.5 }],
  },
  { operation: 'POST /api/v2/tokens/list' },
  { operation: 'POST /api/v2/tokens/delete' },
  {
    operation: 'POST /api/v2/issues/archive',
    forbidden: [{ issueIds: [] }, { issueIds: ids(101) }],
    allowed: [{ issueIds: ids(100) }],
  },
];

/** Enumerations as the specification spells them. */
export const specifiedWords: Readonly<Record<string, readonly string[]>> = {
  MemberRole: ['ADMIN', 'MEMBER'],
  MemberStatus: ['active', 'pendingInvite', 'scimDeprovisioned'],
  ReleaseTrack: ['EDGE', 'STABLE'],
  AiComponentKind: aiKinds,
  AiUsage: ['RUNTIME', 'DEV_TOOLING', 'AMBIGUOUS'],
  AiTier: ['GENAI', 'CLASSIC_ML'],
  AiDetectionSource: ['SCA_PACKAGE', 'FILE_PATH', 'FILE_CONTENT', 'CONFIG_FILE'],
  AiScanType: ['sca', 'code'],
};

/** Sections 2.1 and 2.2: fields of the AI inventory's answers, each with whether it must be there. */
export const specifiedAiInventory = {
  item: {
    repositoryId: 'required',
    repositoryName: 'required',
    monorepoName: 'optional',
    scanType: 'required',
    scanId: 'required',
    scanFinishedAt: 'required',
    totalCount: 'required',
    kindCounts: 'required',
  },
  kindCount: { kind: 'required', count: 'required' },
} as const;
