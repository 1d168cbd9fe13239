import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../scripts/paths.ts';
import { endpoints } from '../../../src/api/contract/index.ts';

/** Where people and their tools ask for operations. */
const rooms = {
  editor: 'src/{extension.ts,connection/**/*.ts,workspace/**/*.ts,views/**/*.ts}',
  agent: 'src/{agent,mcp}/**/*.ts',
  dashboard: 'src/dashboard/**/*.{ts,tsx}',
  'command line': 'src/{cli.ts,cli/**/*.ts}',
} as const;
type Room = keyof typeof rooms;

/**
 * Operations that the editor need not ask for itself, and where they are asked for instead: what is decided for a whole
 * organization is done in the dashboard, and what only reads code or lists is a tool of the agent.
 */
const elsewhere: Readonly<Record<string, Room>> = {
  'account.endAllSessions': 'dashboard',
  'account.endSession': 'dashboard',
  'account.listSessions': 'dashboard',
  'account.whoAmI': 'dashboard',
  'agent.deleteChatChannel': 'dashboard',
  'agent.getChatChannel': 'dashboard',
  'agent.getJob': 'dashboard',
  'agent.listChatMessages': 'dashboard',
  'agent.listJobs': 'dashboard',
  'agent.listMemberPermissions': 'dashboard',
  'agent.listPatches': 'dashboard',
  'agent.listPullRequests': 'dashboard',
  'agent.previewChatChannel': 'dashboard',
  'agent.setChatChannel': 'dashboard',
  'agent.testChatChannel': 'dashboard',
  'agent.turnOffChatChannel': 'dashboard',
  'agent.turnOnChatChannel': 'dashboard',
  'agent.updateConfig': 'dashboard',
  'agent.updateMemberPermissions': 'dashboard',
  'code.listFiles': 'agent',
  'code.read': 'agent',
  'code.search': 'agent',
  'codeScans.submitChanges': 'agent',
  'cloudPosture.delete': 'dashboard',
  'cloudPosture.getSettings': 'dashboard',
  'cloudPosture.listApplications': 'dashboard',
  'cloudPosture.listAssets': 'dashboard',
  'cloudPosture.listNetworkExposures': 'dashboard',
  'cloudPosture.listProjects': 'dashboard',
  'cloudPosture.setMapping': 'dashboard',
  'cloudPosture.synchronize': 'dashboard',
  'cloudPosture.testConnection': 'dashboard',
  'cloudPosture.updateSettings': 'dashboard',
  'customReports.create': 'dashboard',
  'customReports.delete': 'dashboard',
  'customReports.list': 'dashboard',
  'customReports.run': 'dashboard',
  'customReports.update': 'dashboard',
  'customSinkPacks.list': 'dashboard',
  'customSinkPacks.toggle': 'dashboard',
  'customSinks.create': 'dashboard',
  'customSinks.delete': 'dashboard',
  'customSinks.list': 'dashboard',
  'customSinks.toggle': 'dashboard',
  'customSinks.update': 'dashboard',
  'customSourcePacks.list': 'dashboard',
  'customSourcePacks.toggle': 'dashboard',
  'customSources.create': 'dashboard',
  'customSources.delete': 'dashboard',
  'customSources.list': 'dashboard',
  'customSources.toggle': 'dashboard',
  'customSources.update': 'dashboard',
  'rulePacks.list': 'dashboard',
  'rulePacks.toggle': 'dashboard',
  'dependencies.searchVulnerabilities': 'agent',
  'installations.connect': 'dashboard',
  'installations.delete': 'dashboard',
  'installations.list': 'dashboard',
  'installations.listRepositories': 'dashboard',
  'installations.serveRepository': 'dashboard',
  'installations.update': 'dashboard',
  'issues.triageRationales': 'dashboard',
  'organizations.auditLog': 'dashboard',
  'organizations.createSignInLink': 'dashboard',
  'organizations.inviteMember': 'dashboard',
  'organizations.listMembers': 'dashboard',
  'organizations.removeMember': 'dashboard',
  'organizations.updateMemberRole': 'dashboard',
  'permissionTemplates.create': 'dashboard',
  'permissionTemplates.delete': 'dashboard',
  'permissionTemplates.list': 'dashboard',
  'permissionTemplates.update': 'dashboard',
  'reports.create': 'dashboard',
  'reports.delete': 'dashboard',
  'reports.download': 'dashboard',
  'reports.list': 'dashboard',
  'repositories.delete': 'dashboard',
  'repositories.scan': 'agent',
  'rules.create': 'dashboard',
  'rules.delete': 'dashboard',
  'rules.list': 'dashboard',
  'rules.update': 'dashboard',
  'scannerSettings.delete': 'dashboard',
  'scans.bypassPrCheck': 'dashboard',
  'scim.createToken': 'dashboard',
  'scim.deleteToken': 'dashboard',
  'scim.listTokens': 'dashboard',
  'stats.history': 'dashboard',
  'tags.create': 'dashboard',
  'tags.delete': 'dashboard',
  'tags.update': 'dashboard',
  'teams.addMembers': 'dashboard',
  'teams.create': 'dashboard',
  'teams.delete': 'dashboard',
  'teams.removeMembers': 'dashboard',
  'teams.setDefault': 'dashboard',
  'teams.setPermissions': 'dashboard',
  'tokens.create': 'dashboard',
  'tokens.delete': 'dashboard',
  'trackers.check': 'dashboard',
  'trackers.connect': 'dashboard',
  'trackers.delete': 'dashboard',
  'trackers.update': 'dashboard',
};

/** Operations that nothing of ours need ask for, each with the reason. */
const forOthers: Readonly<Record<string, string>> = {
  'customReports.filterSchema': 'for clients that build forms of their own',
  'customReports.get': 'customReports.list has each in full',
  'customSources.get': 'customSources.list has each in full',
  'customSinks.get': 'customSinks.list has each in full',
  'rules.get': 'rules.list has each in full',
  'reports.get': 'reports.list has each in full',
  'health.ready': 'asked by what keeps the service running',
  'mcp.manifest': 'asked by clients of the MCP server',
  'organizations.create': 'for operators: an organization more is a decision of who runs the service',
  'organizations.delete': 'for operators: nothing of an organization is left after it',
  'issues.archive': 'issues.updateStatus says the same',
  'issues.unarchive': 'issues.updateStatus says the same',
  'issues.markTruePositive': 'issues.updateStatus says the same',
  'issues.setStatus': 'issues.updateStatus says the same of one or many',
  'issues.getV1': 'issues.get in the spelling of the first generation',
  'dependencies.getVulnerability': 'issues.get tells the same of a vulnerable package',
};

/** The names under which modules of the contract export operations, by the operation's id. */
async function exportedNames(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const known = new Set<unknown>(endpoints);
  for (const file of globSync('src/api/contract/**/*.ts', { cwd: ROOT })) {
    const module: Readonly<Record<string, unknown>> = await import(path.join(ROOT, file));
    for (const [name, value] of Object.entries(module)) {
      const endpoint = known.has(value) ? endpoints.find((one) => one === value) : undefined;
      if (endpoint) names.set(endpoint.id, name);
    }
  }
  return names;
}

describe('every operation is within reach of a person', () => {
  const asked = new Map<Room, string>();
  let names: ReadonlyMap<string, string>;

  before(async () => {
    names = await exportedNames();
    for (const [room, pattern] of Object.entries(rooms) as [Room, string][]) {
      const files = globSync(pattern, { cwd: ROOT });
      asked.set(room, files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n'));
    }
  });

  /** Imports that are not used do not pass the linter, so a name in a room is an operation that is asked for. */
  const isAskedIn = (room: Room, id: string): boolean => {
    const name = names.get(id) ?? assert.fail(`${id} is not exported by name`);
    return new RegExp(`\\b${name}\\b`).test(asked.get(room) ?? '');
  };

  it('in the editor, or where the list says', () => {
    const unreachable = endpoints
      .map(({ id }) => id)
      .filter((id) => !(id in forOthers) && !isAskedIn(elsewhere[id] ?? 'editor', id));
    assert.deepEqual(unreachable, []);
  });

  it('and the lists name nothing that is not there', () => {
    const ids = new Set(endpoints.map(({ id }) => id));
    const listed = [...Object.keys(elsewhere), ...Object.keys(forOthers)];
    assert.deepEqual(
      listed.filter((id) => !ids.has(id)),
      [],
    );
  });
});
