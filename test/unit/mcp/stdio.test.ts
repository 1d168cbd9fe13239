import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { toolset } from '../../../src/agent/toolset.ts';
import { vulnerable } from '../../conformance/suite/scanned.ts';
import { builtProgram } from '../../support/built-programs.ts';
import { McpProcess, Project } from './mcp-process.ts';

interface Listed {
  readonly issues: readonly {
    readonly id: string;
    readonly vulnClass: string;
    readonly status: string;
    readonly file: string;
  }[];
}

describe('parapet mcp, driven by the official client over its standard input and output', function () {
  this.timeout(60_000);
  let project: Project;
  let mcp: McpProcess;
  let agrees: boolean | 'is away' = true;
  const asked: string[] = [];
  let issueId = '';

  before(async () => {
    project = await Project.make(vulnerable);
    mcp = await McpProcess.start({
      args: ['--repository', project.root, '--data', project.data],
      person: ({ message }) => {
        asked.push(message);
        if (agrees === 'is away') return new Promise(() => {});
        return agrees ? 'accept' : 'decline';
      },
    });
  });
  after(async () => {
    await mcp?.[Symbol.asyncDispose]();
    await project?.[Symbol.asyncDispose]();
  });

  async function issues(input: object = {}): Promise<Listed['issues']> {
    const { data } = await mcp.call('list_issues', { ...input });
    return (data as unknown as Listed).issues;
  }

  it('starts the service on this machine and says that it is ready on the error output', async () => {
    assert.equal(mcp.client.getServerVersion()?.name, 'parapet');
    assert.match(mcp.client.getInstructions() ?? '', /never an instruction/);
    assert.match(mcp.said, /is ready for the repository shop/);
    assert.ok(path.isAbsolute((await project.discovery()).socket));
    assert.doesNotMatch(mcp.said, new RegExp((await project.discovery()).tokenSecret));
  });

  it('lists the tool set, each tool with schemas and with hints that fit its effect', async () => {
    const { tools } = await mcp.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolset.map(({ name }) => name),
    );
    for (const [index, tool] of tools.entries()) {
      const { effect, derives } = toolset[index] ?? assert.fail();
      assert.equal(tool.annotations?.readOnlyHint, effect === 'none' && !derives, tool.name);
      assert.equal(tool.annotations?.destructiveHint, effect === 'workspace', tool.name);
      assert.ok((tool.description ?? '').length > 40, tool.name);
      assert.equal(tool.outputSchema?.type, 'object', tool.name);
    }
  });

  it('scans after the person agreed, and not when they declined', async () => {
    agrees = false;
    const declined = await mcp.call('scan_repository');
    assert.ok(declined.isError);
    assert.match(declined.text, /declined/);
    assert.match(asked.at(-1) ?? '', /Scan the repository\?/);
    assert.deepEqual((await mcp.call('statistics')).data?.['scans'], 0);

    agrees = true;
    assert.equal((await mcp.call('scan_repository')).data?.['status'], 'COMPLETED');
    const found = await issues();
    assert.deepEqual(found.map(({ vulnClass }) => vulnClass).toSorted(), [
      'command-injection',
      'sql-injection',
    ]);
    issueId = found.find(({ vulnClass }) => vulnClass === 'sql-injection')?.id ?? assert.fail();
  });

  it('gives what comes from code as data, and the same as structure', async () => {
    const { text, data } = await mcp.call('explain_issue', { issueId });
    assert.match(text, /^<data id="[0-9a-f]{8}" source="explain_issue">\n/);
    assert.match(text, /server\/app\.js:13/);
    assert.equal(data?.['vulnClass'], 'sql-injection');
  });

  it('tells how far an investigation is and what came of it', async () => {
    assert.equal((await mcp.call('get_investigation', { issueId })).data?.['status'], 'NONE');
    await mcp.call('investigate_issue', { issueId, waitSeconds: 0 });
    const { data } = await mcp.call('get_investigation', { issueId, waitSeconds: 60 });
    assert.equal(data?.['status'], 'COMPLETED');
    assert.equal(data?.['verdict'], 'TRUE_POSITIVE');
  });

  it('triages with consent that names the issue, and leaves it alone without', async () => {
    const input = { issueIds: [issueId], status: 'FALSE_POSITIVE', reason: 'It is a test.' };
    agrees = false;
    assert.ok((await mcp.call('triage_issues', input)).isError);
    assert.equal((await issues()).find(({ id }) => id === issueId)?.status, 'PENDING_REVIEW');
    agrees = true;
    assert.ok(!(await mcp.call('triage_issues', input)).isError);
    const question = asked.at(-1) ?? '';
    for (const part of ['1 issue', 'false positive', 'It is a test.', 'SQL injection', 'server/app.js:13']) {
      assert.ok(question.includes(part), part);
    }
    assert.equal((await issues({ statuses: ['FALSE_POSITIVE'] }))[0]?.id, issueId);
    await mcp.call('triage_issues', { issueIds: [issueId], status: 'PENDING_REVIEW' });
  });

  it('makes a patch without touching a file, and applies it to the file once it was agreed to', async () => {
    const file = path.join(project.root, 'server/app.js');
    const before = await readFile(file, 'utf8');
    const made = await mcp.call('generate_patch', { issueId });
    assert.equal(made.data?.['validation'], 'PASSED');
    assert.equal(await readFile(file, 'utf8'), before);
    agrees = false;
    assert.ok((await mcp.call('apply_patch', { issueId })).isError);
    assert.equal(await readFile(file, 'utf8'), before);
    agrees = true;
    const applied = await mcp.call('apply_patch', { issueId });
    assert.ok(!applied.isError, applied.text);
    assert.match(asked.at(-1) ?? '', /server\/app\.js`: 1 line added, 1 line removed/);
    assert.match(await readFile(file, 'utf8'), /WHERE name = \?/);
    const again = await mcp.call('apply_patch', { issueId });
    assert.ok(again.isError);
    assert.match(again.text, /changed since/);
    await writeFile(file, before);
  });

  it('serves issues as resources', async () => {
    const { resources } = await mcp.client.listResources();
    assert.ok(resources.some(({ uri }) => uri === `parapet://issues/${issueId}`));
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['parapet://issues/{issueId}'],
    );
    const { contents } = await mcp.client.readResource({ uri: `parapet://issues/${issueId}` });
    const [content] = contents;
    assert.ok(content && 'text' in content);
    assert.match(content.text, /SQL injection/);
    for (const uri of [
      'parapet://issues/..',
      'file:///etc/passwd',
      'parapet://issues/00000000-0000-4000-8000-000000000000',
    ]) {
      await assert.rejects(mcp.client.readResource({ uri }), uri);
    }
  });

  it('has prompts for common tasks, and says which argument is missing', async () => {
    const { prompts } = await mcp.client.listPrompts();
    assert.ok(prompts.length >= 5);
    for (const { name, arguments: given = [] } of prompts) {
      const values = Object.fromEntries(given.map((each) => [each.name, 'x']));
      const { messages } = await mcp.client.getPrompt({ name, arguments: values });
      assert.equal(messages[0]?.role, 'user', name);
    }
    await assert.rejects(mcp.client.getPrompt({ name: 'fix_issue', arguments: {} }), /issueId/);
  });

  it('answers wrong input and unknown ids with what is wrong', async () => {
    const wrong = await mcp.call('list_issues', { limit: 1000, colour: 'red' });
    assert.ok(wrong.isError);
    assert.match(wrong.text, /limit/);
    const unknown = await mcp.call('explain_issue', { issueId: '00000000-0000-4000-8000-000000000000' });
    assert.ok(unknown.isError);
    assert.match(unknown.text, /no such issue/i);
    await assert.rejects(mcp.client.callTool({ name: 'format_disk', arguments: {} }), /no tool/);
  });

  it('tells what a call is doing, to a client that asks', async () => {
    const progress: string[] = [];
    await mcp.client.callTool(
      { name: 'scan_code', arguments: { path: 'a.js', text: 'const a = 1;' } },
      undefined,
      { onprogress: ({ message = '' }) => progress.push(message) },
    );
    assert.deepEqual(progress, ['Scanning the code']);
  });

  it('stops a call that the client cancels, also while it waits for the person, and nothing is done', async () => {
    agrees = 'is away';
    const cancel = new AbortController();
    const before = asked.length;
    const call = mcp.client.callTool(
      { name: 'triage_issues', arguments: { issueIds: [issueId], status: 'BACKLOG' } },
      undefined,
      { signal: cancel.signal },
    );
    const settled = assert.rejects(call, /Enough/);
    for (const until = performance.now() + 5_000; asked.length === before && performance.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(asked.length, before + 1, 'the person is asked');
    cancel.abort(new Error('Enough.'));
    await settled;
    agrees = true;
    // Since its patch was applied.
    assert.equal((await issues()).find(({ id }) => id === issueId)?.status, 'PATCHING');
    assert.ok(!(await mcp.call('statistics')).isError);
  });

  it('goes on when the service on this machine ended', async () => {
    const { pid } = await project.discovery();
    process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal((await issues()).length, 2);
    assert.notEqual((await project.discovery()).pid, pid);
  });

  it('refuses effects where nobody can be asked, unless it was started with --allow-effects', async () => {
    const args = ['--repository', project.root, '--data', project.data];
    const input = { issueIds: [issueId], status: 'BACKLOG' };
    {
      await using mute = await McpProcess.start({ args });
      const refused = await mute.call('triage_issues', input);
      assert.ok(refused.isError);
      assert.match(refused.text, /--allow-effects/);
      assert.equal((await issues({ statuses: ['BACKLOG'] })).length, 0);
    }
    await using trusted = await McpProcess.start({ args: [...args, '--allow-effects'] });
    assert.ok(!(await trusted.call('triage_issues', input)).isError);
    assert.equal((await issues({ statuses: ['BACKLOG'] })).length, 1);
  });

  it('speaks with a service elsewhere with credentials from the environment', async () => {
    const { socket, tokenId, tokenSecret } = await project.discovery();
    const network = createServer((near) => {
      const far = connect(socket);
      for (const side of [near, far]) side.on('error', () => undefined);
      near.pipe(far).pipe(near);
    });
    await using _ = { [Symbol.asyncDispose]: async () => void network.close() };
    network.listen(0, '127.0.0.1');
    await once(network, 'listening');
    await using elsewhere = await McpProcess.start({
      args: ['--base-url', `http://127.0.0.1:${(network.address() as AddressInfo).port}`],
      environment: { PARAPET_TOKEN_ID: tokenId, PARAPET_TOKEN_SECRET: tokenSecret },
    });
    assert.match((await elsewhere.call('list_repositories')).text, /shop/);
    const applied = await elsewhere.call('apply_patch', { issueId });
    assert.ok(applied.isError);
    assert.ok(!elsewhere.said.includes(tokenSecret));
  });

  it('does not begin without credentials, in the clear, or for a folder that is not there', () => {
    const entry = builtProgram('cli');
    const credentials = { PARAPET_TOKEN_ID: 'id', PARAPET_TOKEN_SECRET: 'the-secret' };
    for (const [args, reason, environment] of [
      [['--base-url', 'https://service.invalid'], /PARAPET_TOKEN_ID/, {}],
      [['--base-url', 'http://service.invalid'], /unprotected/, credentials],
      [['--repository', path.join(project.root, 'nowhere')], /no folder/, {}],
    ] as const) {
      const env = { PATH: process.env['PATH'], ...environment };
      const { status, stdout, stderr } = spawnSync(process.execPath, [entry, 'mcp', ...args], { env });
      assert.equal(status, 3);
      assert.equal(stdout.toString(), '');
      assert.match(stderr.toString(), reason);
      assert.doesNotMatch(stderr.toString(), /the-secret/);
    }
  });

  it('wrote nothing but the protocol on its standard output', () => {
    assert.deepEqual(mcp.broken, []);
  });
});
