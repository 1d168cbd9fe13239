/**
 * What a team does in its first hour with the service, step by step: the built `parapet serve`, people who are invited, code
 * hosts that speak what the real ones speak, and the client that the editor uses.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract/index.ts';
import { finishedScanStatuses } from '../../src/api/contract/vocabulary.ts';
import { builtProgram } from './built-programs.ts';
import { startGitHub } from './code-hosts/github.ts';
import { eventually } from './code-hosts/webhooks.ts';
import { startGitServer } from './git-server.ts';

const { installations, issues, organizations, patches, repositories, scans, signIn, tokens } = contract;

const vulnerable = (route: string): string => `const { exec } = require('node:child_process');
const express = require('express');
const app = express();
app.get('${route}', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

/** Says each step with what came of it, and throws where one fails. */
export async function firstHour(say: (line: string) => void): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const host = stack.use(await startGitHub());
  const server = stack.use(await startGitServer());
  host.git.commit('acme/shop.git', { 'src/app.js': vulnerable('/'), 'package.json': '{"name":"shop"}\n' });
  server.commit('library.git', { 'index.js': 'export const one = 1;\n' });

  const { address, token } = await start(stack, say);
  const as = (credentials: { tokenId: string; tokenSecret: string }) =>
    stack.use(new Client({ baseUrl: address, credentials }));
  const admin = as(token);
  const [ada, grace] = await invite(admin, address, say);
  const member = as(ada);
  const second = as(grace);

  const added = await admin.call(repositories.addRepositoryByUrl, { url: `${server.url}/library.git` });
  const library = await scanned(admin, { repositoryIds: [added.repository.id] });
  say(
    `Add ${added.repository.name} by its address and scan it: ${library.status}, ${countOf(library)} issues`,
  );

  const { installation } = await second.call(installations.connectInstallation, {
    type: 'github',
    baseUrl: host.url,
    credential: { kind: 'token', token: host.firstToken },
  });
  const { repository } = await second.call(repositories.addRepository, {
    organization_id: installation.organizationId,
    repository_type: 'github',
    repository_url: `${host.url}/acme/shop`,
  });
  const main = await scanned(second, { repositoryIds: [repository.id] });
  say(
    `Connect the code host, add ${repository.name} and scan ${main.branch}: ${main.status}, ${countOf(main)} issue`,
  );

  const [issue] = (await member.call(issues.listIssues, { repositoryIds: [repository.id] })).issues;
  assert.ok(issue);
  say(`Ada reads it: ${issue.severity} ${issue.title} at ${issue.file}:${issue.startLine}`);

  host.git.git('acme/shop.git', 'checkout', '--quiet', '-b', 'feature');
  host.git.commit('acme/shop.git', { 'src/list.js': vulnerable('/list') }, 'feature');
  const { head } = host.offer(7, 'feature', 'List folders');
  const pullRequest = { number: 7, baseBranch: 'main', title: 'List folders' };
  const change = await scanned(second, { repositoryIds: [repository.id], pullRequest });
  assert.equal(change.commitSha, head);
  const brought = (await member.call(issues.listIssues, { scanId: change.id })).issues;
  say(`Scan pull request 7: ${change.status}, it brings ${brought.map(({ file }) => file).join(', ')}`);

  await member.call(patches.generatePatch, { issueIds: [issue.id] });
  const patch = await eventually(async () => {
    const { patch: now } = await member.call(patches.getPatch, { issueId: issue.id });
    return ['READY', 'FAILED', 'UNPATCHABLE'].includes(now.status) ? now : undefined;
  });
  say(`Ask for a patch: ${patch.status}, validation ${patch.validation}`);

  const opened = (await member.call(patches.openPullRequest, { issueId: issue.id })).pullRequest;
  assert.equal(host.opened.length, 1);
  const { issue: after } = await member.call(issues.getIssue, { id: issue.id });
  say(`Open its pull request: ${opened.status}, onto ${opened.baseBranch}; the issue is ${after.status}`);

  const removal = { repositoryIds: [repository.id] };
  const refusal = await member.call(repositories.deleteRepositories, removal).then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'kind' in error ? String(error.kind) : String(error)),
  );
  say(`Ada removes the repository: ${refusal}`);
}

/** Starts the built program and makes the first token, as its first start says. */
async function start(stack: AsyncDisposableStack, say: (line: string) => void) {
  const data = mkdtempSync(path.join(tmpdir(), 'first-hour-'));
  stack.defer(() => rmSync(data, { recursive: true, force: true }));
  const env = { ...process.env, PARAPET_ALLOWED_HOSTS: '127.0.0.1' };
  const cli = builtProgram('cli');
  const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], { env });
  const ended = new Promise((resolve) => service.once('close', resolve));
  stack.defer(async () => {
    service.kill('SIGTERM');
    await ended;
    // Its log is of people's refusals alone: an error in it is one of the service.
    assert.doesNotMatch(said, /"level":"error"/);
  });
  let said = '';
  service.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const address = await eventually(() => /serves (http:\S+) from/.exec(said)?.[1]);
  await eventually(() => (said.includes('parapet token create') ? true : undefined));
  say('Start `parapet serve`: it says its address and what to do next');
  const maker = spawn(process.execPath, [cli, 'token', 'create', '--data', data], { env });
  let output = '';
  maker.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  assert.equal(await new Promise((resolve) => maker.once('close', resolve)), 0);
  const [, tokenId = ''] = /Token ID: +(\S+)/.exec(output) ?? [];
  const [, tokenSecret = ''] = /Token secret: +(\S+)/.exec(output) ?? [];
  say('Make the first administrator’s token: its id and its secret, shown once');
  return { address, token: { tokenId, tokenSecret } };
}

/** Ada is to be a MEMBER, Grace an ADMIN: both open their links, join, and make a token of their own. */
async function invite(admin: Client, address: string, say: (line: string) => void) {
  const joined = [];
  for (const [name, role] of [
    ['Ada', 'MEMBER'],
    ['Grace', 'ADMIN'],
  ] as const) {
    const email = `${name.toLowerCase()}@example.com`;
    const { link = '' } = await admin.call(organizations.inviteMember, { email, role });
    const secret = new URL(link).searchParams.get('secret') ?? '';
    const accepted = await fetch(`${address}/sign-in/invitation`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ secret, name }),
      headers: { Origin: address, 'Sec-Fetch-Site': 'same-origin' },
    });
    assert.equal(accepted.status, 303, await accepted.text());
    const cookie = accepted.headers.getSetCookie().map((one) => one.split(';')[0]);
    const headers = {
      Cookie: cookie.join('; '),
      'Content-Type': 'application/json',
      'x-parapet-session': '1',
      'Sec-Fetch-Site': 'same-origin',
    };
    const asked = async (at: string) => {
      const response = await fetch(address + at, { method: 'POST', headers, body: '{}' });
      assert.ok(response.ok, await response.clone().text());
      return await response.json();
    };
    const person = signIn.whoAmI.response.parse(await asked(signIn.whoAmI.path));
    say(`Invite ${name}: ${person.user.email} opens the link and is ${person.organizations[0]?.role}`);
    const { token, secret: tokenSecret } = tokens.createToken.response.parse(
      await asked(tokens.createToken.path),
    );
    joined.push({ tokenId: token.id, tokenSecret });
  }
  const [ada = assert.fail(), grace = assert.fail()] = joined;
  return [ada, grace] as const;
}

async function scanned(
  client: Client,
  request: Parameters<typeof scans.startScans.request.parse>[0] & object,
) {
  const { scans: begun } = await client.call(scans.startScans, scans.startScans.request.parse(request));
  const id = begun[0]?.id ?? assert.fail('no scan was started');
  const scan = await eventually(async () => {
    const { scan: now } = await client.call(scans.getScan, { id });
    return finishedScanStatuses.includes(now.status) ? now : undefined;
  });
  assert.equal(scan.status, 'COMPLETED', scan.errorMessage);
  return scan;
}

const countOf = ({ issueCounts }: { readonly issueCounts: Readonly<Record<string, number>> }): number =>
  Object.values(issueCounts).reduce((sum, count) => sum + count, 0);
