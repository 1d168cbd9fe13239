import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { contract } from '../../../../src/api/contract/index.ts';
import type { AiComponent } from '../../../../src/engine/ai-inventory/component.ts';
import { ProjectScanner, scanFolder, takeInventory } from '../../../../src/service/analysis/index.ts';
import { builtProgram } from '../../../support/built-programs.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';
import { Tree } from './tree.ts';

const assets = { worker: pathToFileURL(builtProgram('fake-worker')), grammars: [], advisories: [] };
const secret = 'zq8vT1mWn5Rk2Lx9';

describe('AI components in a scan', function () {
  this.timeout(120_000);

  it('come out of the inventory endpoint, and no value of an environment with them', async () => {
    using folder = new Tree({
      'package.json': JSON.stringify({ dependencies: { openai: '5.1.0', 'left-pad': '1.0.0' } }),
      '.mcp.json': JSON.stringify({
        mcpServers: {
          files: {
            command: 'npx',
            args: ['-y', '@modelcontextprotocol/server-filesystem', secret],
            env: { API_KEY: secret },
          },
          remote: {
            url: `https://user:${secret}@mcp.example.org/x?key=${secret}`,
            headers: { Authorization: `Bearer ${secret}` },
          },
        },
      }),
    });
    const service = await Harness.start();
    try {
      service.runner.script = async ({ on }) => {
        await scanFolder({ root: folder.root, on, assets });
        return undefined;
      };
      const repositoryId = await service.addRepository('shop');
      await service.scan(repositoryId);
      const { organizations } = await service.call(contract.organizations.listOrganizations, {});
      const organizationId = organizations[0]?.id ?? assert.fail('no organization');
      const { repositories } = await service.call(contract.aiInventory.searchAiInventory, { organizationId });
      assert.deepEqual(repositories.map(({ scanType, kindCounts }) => [scanType, kindCounts]).toSorted(), [
        [
          'code',
          [
            { kind: 'MCP_SERVER', count: 2 },
            { kind: 'LLM_SDK', count: 1 },
          ],
        ],
      ]);
      const components = await service.call(contract.aiInventory.searchAiComponents, {
        organizationId,
        repositoryIds: [repositoryId],
      });
      assert.doesNotMatch(JSON.stringify([repositories, components]), new RegExp(secret));
    } finally {
      await service[Symbol.asyncDispose]();
    }
  });

  it('are found again, and anew where a file changed', async () => {
    using folder = new Tree({ 'requirements.txt': 'anthropic==0.40.0\n', 'CLAUDE.md': 'Be brief.' });
    await using scanner = new ProjectScanner(folder.root, { assets });
    const names = async (): Promise<string[]> => {
      const found: AiComponent[] = [];
      await scanner.scan((event) => {
        if (event.type === 'component') found.push(event.component);
      });
      return found.map(({ name }) => name).toSorted();
    };
    assert.deepEqual(await names(), ['CLAUDE.md', 'anthropic']);
    assert.deepEqual(await names(), ['CLAUDE.md', 'anthropic']);
    folder.write('requirements.txt', 'openai==1.0.0\nqdrant-client==1.2.3\n');
    assert.deepEqual(await names(), ['CLAUDE.md', 'openai', 'qdrant-client']);
  });

  it('are looked for by a worker that is there, not by another one that has to be started', async () => {
    using folder = new Tree({ 'main.js': 'find(openai)', 'package.json': '{ "dependencies": {} }' });
    let started = 0;
    const count = (): void => void started++;
    process.on('worker', count);
    try {
      for (const use of ['again', 'anew'] as const) {
        started = 0;
        await using scanner = new ProjectScanner(folder.root, { assets }, use);
        for (const dependencies of [
          { openai: '5.1.0' },
          { openai: '5.1.0', '@qdrant/js-client-rest': '1.2.3' },
        ]) {
          folder.write('package.json', JSON.stringify({ dependencies }));
          const found: string[] = [];
          await scanner.scan((event) => {
            if (event.type === 'component') found.push(event.component.name);
          });
          assert.deepEqual(found.toSorted(), Object.keys(dependencies).toSorted());
        }
        assert.equal(started, 1, use);
      }
      started = 0;
      await scanFolder({ root: folder.root, assets, on: () => undefined });
      assert.equal(started, 1, 'once');
    } finally {
      process.off('worker', count);
    }
  });

  it('are the same whether the analysis parsed the code or nobody had, and follow a change of it', async () => {
    const source = (host: string): string =>
      `const server = process.env.HOST ?? '${host}';\nif (url === 'https://api.x.ai/v1') fetch(\`https://\${server}/v1\`);\n`;
    using folder = new Tree({
      'a.ts': source('api.openai.com'),
      'b.go': 'package b\nconst u = "https://api.groq.com/openai/v1"\n',
      'c.ts': '(((((((',
    });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets });
    const scanned = async (): Promise<AiComponent[]> => {
      const found: AiComponent[] = [];
      await scanner.scan((event) => event.type === 'component' && found.push(event.component));
      return found;
    };
    const first = await scanned();
    assert.deepEqual(
      first.map(({ name }) => name),
      ['api.openai.com', 'api.groq.com'],
    );
    assert.deepEqual((await takeInventory({ root: folder.root })).components, first);
    assert.deepEqual(await scanned(), first);
    folder.write('a.ts', source('api.mistral.ai'));
    const second = await scanned();
    assert.deepEqual(
      second.map(({ name }) => name),
      ['api.mistral.ai', 'api.groq.com'],
    );
    folder.write('a.ts', 'export {};\n');
    assert.deepEqual(
      (await scanned()).map(({ name }) => name),
      ['api.groq.com'],
    );
  });

  it('may be files of any size: only their beginning is read', async () => {
    using folder = new Tree({ 'models/large.gguf': Buffer.from('GGUF\u0003\0\0\0\0\0\0\0\0\0\0\0') });
    truncateSync(folder.at('models/large.gguf'), 100 * 1024 ** 3);
    const found: AiComponent[] = [];
    await scanFolder({
      root: folder.root,
      assets,
      on: (event) => event.type === 'component' && found.push(event.component),
    });
    assert.deepEqual(
      found.map(({ kind, name }) => [kind, name]),
      [['MODEL_FILE', 'large.gguf']],
    );
  });

  it('leave ordinary findings where something is risky', async () => {
    using folder = new Tree({
      '.cursor/mcp.json': '{"mcpServers": {"a": {"command": "uvx", "args": ["some-server"]}}}',
    });
    const rules: string[] = [];
    const summary = await scanFolder({
      root: folder.root,
      assets,
      on: (event) => event.type === 'finding' && rules.push(event.finding.ruleId),
    });
    assert.deepEqual(rules, ['ai/mcp-server-unpinned']);
    assert.equal(summary.findings, 1);
  });
});
