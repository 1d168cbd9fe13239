import assert from 'node:assert/strict';
import fc from 'fast-check';
import { catalogGroups, catalogSize } from '../../../../src/engine/ai-inventory/catalog/index.ts';
import { catalogGroup } from '../../../../src/engine/ai-inventory/catalog/schema.ts';
import { detectAiComponents } from '../../../../src/engine/ai-inventory/index.ts';
import { inventoryOf, judgeInventory, projects } from '../../../support/ai-inventory-corpus.ts';

describe('the catalog of AI packages', () => {
  it('is valid, and names at least 600 packages', () => {
    for (const group of catalogGroups)
      assert.equal(catalogGroup.safeParse(group).error?.message, undefined, group.provider);
    assert.ok(catalogSize >= 600, `${catalogSize}`);
  });
});

describe('the detection of AI components', () => {
  it('reads the labelled projects exactly as they are labelled', () => {
    assert.ok(projects.length >= 80);
    const { byKind, mistakes } = judgeInventory();
    assert.deepEqual(mistakes, []);
    assert.equal(byKind.size, 17, [...byKind.keys()].join(' '));
  });

  it('takes the version from the lock file and says who imports a package', () => {
    const { components } = inventoryOf({
      'package.json': '{"dependencies":{"openai":"^5.0.0"},"devDependencies":{"langfuse":"^3"}}',
      'package-lock.json': '{"packages":{"node_modules/openai":{"version":"5.3.1"}}}',
      'src/a.ts': "import OpenAI from 'openai';\nimport { Langfuse } from 'langfuse';\n",
    });
    assert.deepEqual(
      components.map(({ name, version, usage, line }) => [name, version, usage, line]),
      [
        ['openai', '5.3.1', 'RUNTIME', 1],
        ['langfuse', '^3', 'AMBIGUOUS', 1],
      ],
    );
  });

  it('finds what is certainly risky, and leaves alone what is not', () => {
    const rules = (files: Record<string, string>): string[] =>
      inventoryOf(files).findings.map(({ ruleId }) => ruleId);
    const servers = (entry: object): Record<string, string> => ({
      '.mcp.json': JSON.stringify({ mcpServers: { a: entry } }),
    });
    assert.deepEqual(rules(servers({ command: 'npx', args: ['-y', 'a-server@latest'] })), [
      'ai/mcp-server-unpinned',
    ]);
    assert.deepEqual(rules(servers({ command: 'npx', args: ['-y', '@scope/a-server@1.2.3'] })), []);
    assert.deepEqual(
      rules(servers({ command: 'node', args: ['server.js'], env: { API_KEY: 'f8a7s6d5f4g3h2j1' } })),
      ['ai/agent-credential'],
    );
    assert.deepEqual(
      rules(servers({ command: 'node', args: ['server.js'], env: { API_KEY: '$' + '{input:key}' } })),
      [],
    );
    assert.deepEqual(rules(servers({ url: 'http://mcp.acme.io/sse' })), ['ai/mcp-server-over-http']);
    assert.deepEqual(rules(servers({ url: 'http://localhost:3000/sse' })), []);
    assert.deepEqual(
      rules({ 'AGENTS.md': 'Be kind.\u{E0049}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}' }),
      ['ai/hidden-text'],
    );
    assert.deepEqual(
      rules({
        'AGENTS.md':
          'Family: \u{1F468}\u200D\u{1F469}\u200D\u{1F467}, Wales: \u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
      }),
      [],
    );
    assert.deepEqual(rules({ 'a.py': 'import torch\nm = torch.load("m.pt", weights_only=False)\n' }), [
      'ai/unsafe-model-format',
    ]);
    assert.deepEqual(rules({ 'a.py': 'import torch\nm = torch.load("m.pt", weights_only=True)\n' }), []);
    assert.deepEqual(rules({ 'a.py': 'u = "http://api.openai.com/v1"\n' }), ['ai/model-over-http']);
  });

  it('says what it could not read', () => {
    const { skips } = inventoryOf({
      'package.json': '['.repeat(10_000),
      'pom.xml': '<!DOCTYPE p [<!ENTITY a "a">]><project/>',
    });
    assert.deepEqual(
      skips.map(({ file }) => file),
      ['package.json', 'pom.xml'],
    );
  });

  it('never throws, whatever a file holds', () => {
    const names = [
      'package.json',
      'pyproject.toml',
      'pom.xml',
      'environment.yml',
      '.mcp.json',
      'm.gguf',
      'm.safetensors',
      'SKILL.md',
      'a.py',
      'Gemfile',
      'go.mod',
      'yarn.lock',
      '.codex/config.toml',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (path, head, text) => {
          detectAiComponents([{ path, size: head.length, head, text }]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
