import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cycloneDx } from '../../../../src/api/bom/cyclonedx.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import { runInventory } from '../../../../src/cli/inventory-command.ts';
import { scanFolder, takeInventory } from '../../../../src/service/analysis/index.ts';
import { exportFormats, exportText } from '../../../../src/views/ai-components/export-text.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';
import { Tree } from './tree.ts';

/** Each place of a configuration has a secret of its own, so that a leak names its place. */
const shapes = [
  (n: number) => `zq8vT1mWn5Rk2Lx${n}`,
  (n: number) => `blue-teapot-lantern-${n}`,
  (n: number) => `${n}a7c39e0d4b8f1e6a2c5d9b3f7e0a4c8`,
  (n: number) => ['s', 'k-proj-', `Xy${n}AbCdEfGhIjKlMnOpQrStUv`].join(''),
];
const secrets: string[] = [];
const secret = (): string => {
  const made = shapes[secrets.length % shapes.length]?.(1000 + secrets.length) ?? '';
  secrets.push(made);
  return made;
};

const entry = () => ({
  command: `/opt/${secret()}/bin/node`,
  args: ['--key', secret(), `--token=${secret()}`, secret(), `/data/${secret()}`],
  env: { API_KEY: secret(), NAME: secret(), PATH: secret(), nested: { deep: secret() } },
  cwd: `/home/${secret()}`,
  envFile: `/home/${secret()}/.env`,
  description: secret(),
  disabledTools: [secret()],
  oauth: { clientId: secret(), clientSecret: secret() },
});
const remote = () => ({
  url: `https://user${secret()}:${secret()}@mcp.acme.dev/${secret()}/sse?api_key=${secret()}#${secret()}`,
  headers: { Authorization: `Bearer ${secret()}`, 'X-Other': secret() },
  headersHelper: `print ${secret()}`,
});
const runners = () => ({
  npx: {
    command: 'npx',
    args: ['-y', 'a-server@1.0.0', secret(), '--key', secret()],
    env: { TOKEN: secret() },
  },
  flagFirst: { command: 'npx', args: ['--token', secret(), '-y', 'a-server'] },
  uvx: { command: 'uvx', args: ['--with-key', secret(), 'some-server'], env: { PASSWORD: secret() } },
  docker: {
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', `KEY=${secret()}`, '--secret', secret(), 'acme/server', secret()],
  },
  inOne: { command: `server --api-key ${secret()} ${secret()}` },
  bare: { command: `server ${secret()}` },
  inOneNpx: { command: `npx -y a-server ${secret()}` },
  array: { command: ['node', 'x.js', secret()], environment: { A_SECRET: secret() } },
  hostname: {
    url: `https://k${secret()
      .replaceAll(/[^a-z0-9]/gi, '')
      .toLowerCase()}x9f8e7d6c5.acme.dev/sse`,
  },
});
const json = (): string =>
  JSON.stringify({
    inputs: [{ id: 'key', default: secret() }],
    mcpServers: { local: entry(), remote: remote(), ...runners() },
  });

const toml = (): string => `[mcp_servers.local]
command = "node"
args = ["x.js", "${secret()}"]
env = { KEY = "${secret()}" }
bearer_token = "${secret()}"
[mcp_servers.local.http_headers]
Authorization = "Bearer ${secret()}"
`;
const yaml = (): string => `mcpServers:
  - name: local
    command: npx
    args: ["--key", "${secret()}", "a-server"]
    env: { KEY: "${secret()}" }
  - name: remote
    url: https://x:${secret()}@mcp.acme.dev/${secret()}
    requestOptions: { headers: { Authorization: "Bearer ${secret()}" } }
`;

describe('secrets in configurations of MCP servers', function () {
  this.timeout(90_000);

  it('come out nowhere: not in the store, an answer, the log, a report or an export', async () => {
    const files = {
      '.mcp.json': json(),
      '.cursor/mcp.json': json(),
      '.vscode/mcp.json': json().replace('mcpServers', 'servers'),
      'opencode.json': JSON.stringify({ mcp: { local: entry(), remote: remote(), ...runners() } }),
      '.zed/settings.json': JSON.stringify({ context_servers: { local: entry(), remote: remote() } }),
      '.codex/config.toml': toml(),
      '.continue/config.yaml': yaml(),
      'broken/.mcp.json': json().slice(0, -40),
      'broken/.codex/config.toml': `${toml()}\n= "${secret()}"`,
      'broken/.continue/config.yaml': `${yaml()}\n\t- : "${secret()}`,
    };
    using folder = new Tree(files);
    const texts = new Map<string, string>();
    const service = await Harness.start();
    try {
      service.runner.script = async ({ on }) => {
        await scanFolder({ assets: scanAssets, root: folder.root, on });
        return undefined;
      };
      const repositoryId = await service.addRepository('shop');
      const scan = await service.scan(repositoryId);
      const { organizations } = await service.call(contract.organizations.listOrganizations, {});
      const organizationId = organizations[0]?.id ?? assert.fail('no organization');
      const { aiInventory, issues, scans } = contract;
      const answers = {
        rows: await service.call(aiInventory.searchAiInventory, { organizationId }),
        components: await service.call(aiInventory.searchAiComponents, { organizationId, limit: 100 }),
        issues: await service.call(issues.listIssues, { repositoryIds: [repositoryId], limit: 100 }),
        scan: await service.call(scans.getScan, { id: scan.id }),
      };
      assert.ok(
        answers.components.components.length >= 30,
        `${answers.components.components.length} components`,
      );
      assert.ok(answers.issues.issues.length > 0);
      for (const [name, answer] of Object.entries(answers))
        texts.set(`answer ${name}`, JSON.stringify(answer));
      for (const { id } of answers.issues.issues)
        texts.set(`issue ${id}`, JSON.stringify(await service.call(issues.getIssue, { id })));
      texts.set('log', service.logged.join('\n'));
      const known = answers.components.components.map((component) => ({
        component,
        folder: '',
        folderName: '',
      }));
      const subject = { name: 'shop', toolVersion: '1', at: new Date(0) };
      for (const format of exportFormats) texts.set(`export ${format}`, exportText(known, format, subject));
      const { data } = { data: path.join(service.folder, 'data') };
      for (const name of readdirSync(data, { recursive: true, withFileTypes: true }))
        if (name.isFile()) {
          const file = path.join(name.parentPath, name.name);
          texts.set(`stored ${name.name}`, readFileSync(file).toString('latin1'));
        }
      assert.ok([...texts.keys()].some((name) => name.startsWith('stored parapet.db')));
    } finally {
      await service[Symbol.asyncDispose]();
    }
    const inventory = await takeInventory({ root: folder.root });
    texts.set('inventory', JSON.stringify(inventory));
    texts.set(
      'bill of materials',
      JSON.stringify(cycloneDx(inventory.components, { name: 'x', toolVersion: '1', at: new Date(0) })),
    );
    for (const format of ['table', 'json', 'cyclonedx'] as const) {
      let printed = '';
      const sink = {
        write(text: string) {
          printed += text;
          return true;
        },
      };
      const context = {
        stdout: sink,
        stderr: sink,
        signal: new AbortController().signal,
        version: '1',
        scan: {},
      };
      await runInventory(
        { folder: folder.root, format },
        context as unknown as Parameters<typeof runInventory>[1],
      );
      assert.ok(printed.length > 100);
      texts.set(`command line ${format}`, printed);
    }
    const leaks = secrets.flatMap((value) =>
      [...texts].filter(([, text]) => text.includes(value)).map(([where]) => `${value}: ${where}`),
    );
    assert.deepEqual(leaks, []);
    assert.ok(secrets.length > 150, `${secrets.length} secrets`);
  });
});
