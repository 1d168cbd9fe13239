import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LanguageModelTools } from '../../src/views/agent/language-model-tools.ts';
import { McpServers } from '../../src/views/agent/mcp-provider.ts';
import { projectFolder } from './window.ts';

const issueId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const issue = {
  id: issueId,
  title: 'SQL injection ![x](https://evil.example)',
  file: 'a.js',
  startLine: 3,
  severity: 'HIGH',
  status: 'PENDING_REVIEW',
};

/** The tools over a service elsewhere that answers one issue, and what that was asked to do. */
function toolsOver(url: string | undefined) {
  const called: string[] = [];
  const client = {
    call: async ({ id }: { readonly id: string }) => {
      called.push(id);
      return { issue, issues: [issue] };
    },
  };
  const parts = {
    connection: {
      remote: url === undefined ? undefined : { url, headerPrefix: 'X-A' },
      remembered: { organizationOf: () => undefined },
      scopes: [undefined],
      useClient: async (_: AbortSignal, work: (given: typeof client) => Promise<unknown>) =>
        await work(client),
    },
    session: { use: async () => {}, loadQuietly: async () => {} },
    folders: async () => [{ uri: projectFolder().toString(), name: 'project', repositoryId: issueId }],
  };
  const tools = new LanguageModelTools(
    parts as unknown as ConstructorParameters<typeof LanguageModelTools>[0],
  );
  return { tools, called };
}

const { token } = new vscode.CancellationTokenSource();
const decision = { issueIds: [issueId], status: 'FALSE_POSITIVE', reason: 'A test.' };

/** The editor shows no dialog in tests: what would be asked in one is refused. */
describe('a tool that a language model calls', () => {
  it('is asked about with what exactly it would do, and runs once for that', async () => {
    const { tools, called } = toolsOver(undefined);
    const { confirmationMessages } = await tools.prepare('parapet_triage_issues', decision, token);
    assert.match(confirmationMessages?.title ?? '', /false positive: 1 issue\?/);
    const message = confirmationMessages?.message;
    assert.ok(message instanceof vscode.MarkdownString);
    assert.match(message.value, /a\.js:3/);
    assert.match(message.value, /A test\./);
    assert.doesNotMatch(message.value, /(?<!\\)\]\(/);
    assert.ok(!message.isTrusted && !message.supportHtml);
    assert.deepEqual(called, ['issues.get']);

    await tools.invoke('parapet_triage_issues', decision, token);
    assert.equal(called.filter((id) => id === 'issues.updateStatus').length, 1);
    await assert.rejects(tools.invoke('parapet_triage_issues', decision, token));
    assert.equal(called.filter((id) => id === 'issues.updateStatus').length, 1);
  });

  it('does nothing where nobody was asked, or was asked about another call', async () => {
    const { tools, called } = toolsOver(undefined);
    await assert.rejects(tools.invoke('parapet_triage_issues', decision, token));
    await tools.prepare('parapet_triage_issues', decision, token);
    const other = { ...decision, status: 'ACCEPTED_RISK' };
    await assert.rejects(tools.invoke('parapet_triage_issues', other, token));
    assert.ok(!called.includes('issues.updateStatus'));
  });

  it('asks before code is sent to a service elsewhere, naming the host and how much; never a secret', async () => {
    const { tools, called } = toolsOver('https://scan.example.com/api');
    const input = { path: 'a.js', text: 'const a = 1;\n' };
    const { confirmationMessages } = await tools.prepare('parapet_scan_code', input, token);
    assert.match(confirmationMessages?.title ?? '', /scan\.example\.com/);
    const { message } = confirmationMessages ?? assert.fail();
    assert.match(typeof message === 'string' ? message : message.value, /13 bytes/);
    await assert.rejects(tools.invoke('parapet_scan_code', { ...input, text: 'const b = 2;\n' }, token));

    const secret = ['ghp', 'a8Fk29dLq0ZxPw37Yb5Nc1Vt6Rm4Sj8Ue2Hg'].join('_');
    const withSecret = { path: 'a.js', text: `const token = '${secret}';\n` };
    await tools.prepare('parapet_scan_code', withSecret, token);
    await assert.rejects(tools.invoke('parapet_scan_code', withSecret, token), /not sent/);
    assert.deepEqual(called, []);
  });

  it('asks nothing for a question, nor for a scan on this machine', async () => {
    const { tools } = toolsOver(undefined);
    for (const [name, input] of [
      ['parapet_list_issues', {}],
      ['parapet_scan_code', { path: 'a.js', text: 'x' }],
    ] as const) {
      const prepared = await tools.prepare(name, input, token);
      assert.equal(prepared.confirmationMessages, undefined);
      assert.match(String(prepared.invocationMessage), /Parapet/);
    }
  });

  it('says what is wrong with its input', async () => {
    const { tools } = toolsOver(undefined);
    await assert.rejects(tools.prepare('parapet_triage_issues', { issueIds: ['x'] }, token), /issueIds/);
    await assert.rejects(tools.invoke('parapet_nothing', {}, token), /no tool/);
  });
});

describe('the MCP server for a service elsewhere', () => {
  const secret = 'the-secret-of-the-token';
  function serversOver(useClient: () => Promise<void>) {
    const parts = {
      context: {
        extension: { packageJSON: { version: '1.2.3' } },
        asAbsolutePath: (file: string) => `/x/${file}`,
      },
      connection: {
        remote: { url: 'https://scan.example.com', headerPrefix: 'X-Acme' },
        remembered: { organizationOf: () => ({ id: issueId }) },
        scopes: [undefined],
        credentials: { read: async () => ({ tokenId: 'token-id', tokenSecret: secret }) },
        useClient,
      },
    };
    return new McpServers(parts as unknown as ConstructorParameters<typeof McpServers>[0]);
  }

  const { update } = vscode.workspace.getConfiguration('parapet');
  before(() => update('mcp.offer', true, vscode.ConfigurationTarget.Global));
  after(() => update('mcp.offer', undefined, vscode.ConfigurationTarget.Global));

  it('is given the token when it is started, in its environment, and not before', async () => {
    const servers = serversOver(async () => {});
    const [definition] = servers.definitions();
    assert.ok(definition);
    assert.ok(!JSON.stringify([definition.args, definition.env]).includes(secret));
    const { args, env } = await servers.resolved(definition);
    assert.deepEqual(args.slice(args.indexOf('--base-url')), ['--base-url', 'https://scan.example.com']);
    assert.ok(!args.join(' ').includes(secret));
    assert.deepEqual(
      [env['PARAPET_TOKEN_SECRET'], env['PARAPET_HEADER_PREFIX'], env['PARAPET_ORGANIZATION_ID']],
      [secret, 'X-Acme', issueId],
    );
  });

  it('is not started where the token may not be sent there', async () => {
    const servers = serversOver(() => Promise.reject(new Error('Agree first.')));
    const [definition] = servers.definitions();
    assert.ok(definition);
    await assert.rejects(servers.resolved(definition), /Agree first/);
    assert.ok(!JSON.stringify(definition.env).includes(secret));
  });
});
