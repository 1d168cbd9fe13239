import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Skip } from '../../../../src/engine/finding.ts';
import { takeInventory } from '../../../../src/service/analysis/index.ts';
import { builtProgram } from '../../../support/built-programs.ts';
import { Tree } from './tree.ts';

const assets = { worker: pathToFileURL(builtProgram('fake-worker')), grammars: [], advisories: [] };
const servers = (...names: string[]): string =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'node' }])) });

interface Outcome {
  readonly found: readonly string[];
  readonly skips: readonly Skip[];
  readonly ms: number;
}

async function inventoryOf(tree: Tree): Promise<Outcome> {
  const started = performance.now();
  const { components, skips } = await takeInventory({ root: tree.root, assets });
  const found = components.map(({ kind, name }) => `${kind} ${name}`).toSorted();
  return { found, skips, ms: performance.now() - started };
}

/** Whatever a repository holds: what can be read is listed, the rest is said, and nothing hangs or throws. */
describe('the inventory of bad input', function () {
  this.timeout(60_000);

  it('follows no link, out of the folder or within it', async () => {
    using outside = new Tree({ 'mcp.json': servers('theirs'), 'cursor/mcp.json': servers('theirs') });
    using tree = new Tree({
      'AGENTS.md': 'Be brief.',
      'web/package.json': '{"dependencies":{"openai":"5.0.0"}}',
    });
    symlinkSync(outside.at('mcp.json'), tree.at('.mcp.json'));
    symlinkSync(outside.at('cursor'), tree.at('.cursor'));
    symlinkSync(tree.at('AGENTS.md'), tree.at('CLAUDE.md'));
    symlinkSync('..', tree.at('web/self'));
    assert.deepEqual((await inventoryOf(tree)).found, ['AGENT_INSTRUCTIONS AGENTS.md', 'LLM_SDK openai']);
  });

  it('does not wait for a pipe that is called like a configuration', async function () {
    if (process.platform === 'win32') this.skip();
    using tree = new Tree({ 'AGENTS.md': 'Be brief.' });
    execFileSync('mkfifo', [tree.at('.mcp.json')]);
    assert.deepEqual((await inventoryOf(tree)).found, ['AGENT_INSTRUCTIONS AGENTS.md']);
  });

  it('reads configuration in every encoding that editors write', async () => {
    const utf16be = Buffer.from(`\uFEFF${servers('big')}`, 'utf16le').swap16();
    using tree = new Tree({
      'a/.mcp.json': Buffer.from(`\uFEFF${servers('little')}`, 'utf16le'),
      'b/.mcp.json': utf16be,
      'c/.mcp.json': Buffer.from(servers('unmarked'), 'utf16le'),
      'd/.mcp.json': `\uFEFF${servers('marked')}`,
      'e/.mcp.json': Buffer.from(servers('Büro'), 'latin1'),
      'f/.mcp.json': Buffer.concat([Buffer.from('{"mcpServers":{"x'), Buffer.from([0xff, 0, 0xc3, 0x28])]),
      'g/requirements.txt': Buffer.from('\uFEFFopenai==1.0.0\r\n', 'utf16le'),
    });
    assert.deepEqual((await inventoryOf(tree)).found, [
      'LLM_SDK openai',
      'MCP_SERVER Büro',
      'MCP_SERVER big',
      'MCP_SERVER little',
      'MCP_SERVER marked',
      'MCP_SERVER unmarked',
    ]);
  });

  it('takes the last of keys that come twice, as readers of JSON and YAML do, and says where that is no TOML', async () => {
    using tree = new Tree({
      '.mcp.json':
        '{"mcpServers": {"gone": {"command": "a"}}, "mcpServers": {"s": {"command": "a"}, "s": {"url": "https://b.dev"}}}',
      'package.json': '{"dependencies": {"openai": "1.0.0", "openai": "2.0.0"}}',
      '.continue/config.yaml':
        'mcpServers:\n  - name: one\n    command: a\nmcpServers:\n  - name: two\n    command: b\n',
      '.codex/config.toml': '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a]\ncommand = "y"\n',
    });
    const { found, skips } = await inventoryOf(tree);
    assert.deepEqual(found, [
      'AGENT_CONFIG config.toml',
      'AGENT_CONFIG config.yaml',
      'LLM_SDK openai',
      'MCP_SERVER s',
      'MCP_SERVER two',
    ]);
    assert.deepEqual(
      skips.map(({ file }) => file),
      ['.codex/config.toml'],
    );
  });

  it('ends with manifests that name each other, or themselves', async () => {
    using tree = new Tree({
      'requirements.txt': '-r more.txt\n-c requirements.txt\nopenai==1.0.0\n',
      'more.txt': '-r requirements.txt\n',
      'package.json':
        '{"workspaces": [".", "./*", "../*"], "dependencies": {"self": "file:.", "ai": "workspace:*"}}',
      'pom.xml':
        '<project><parent><relativePath>pom.xml</relativePath></parent><properties><v>${v}</v></properties><dependencies><dependency><groupId>dev.langchain4j</groupId><artifactId>langchain4j</artifactId><version>${v}</version></dependency></dependencies></project>',
      'environment.yml': 'dependencies: &a\n  - torch\n  - *a\n',
      'uv.lock': '[[package]]\nname = "openai"\ndependencies = [{ name = "openai" }]\n',
    });
    const { found, ms } = await inventoryOf(tree);
    for (const name of ['openai', 'ai', 'dev.langchain4j:langchain4j'])
      assert.ok(
        found.some((one) => one.endsWith(` ${name}`)),
        `${name} in ${found.join()}`,
      );
    assert.ok(ms < 20_000);
  });

  it('expands no bomb', async () => {
    const layers = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`);
    const entities = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
    using tree = new Tree({
      'environment.yml': `l0: &l0 [${'x,'.repeat(9)}]\n${layers.join('\n')}\ndependencies: *l12\n`,
      '.continue/config.yaml': `a: ${'['.repeat(100_000)}`,
      'pom.xml': `<!DOCTYPE p [<!ENTITY e0 "x">${entities.join('')}]><project>&e20;</project>`,
      'b/pom.xml': '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><project>&x;</project>',
      'c/packages.config': `${'<a>'.repeat(50_000)}`,
      '.codex/config.toml': `a = ${'['.repeat(100_000)}`,
      '.mcp.json': `{"mcpServers": ${'{"a":'.repeat(100_000)}`,
      'pyproject.toml': `x = """${'a'.repeat(2_000_000)}"""`,
      'AGENTS.md': 'Be brief.',
    });
    const { found, skips, ms } = await inventoryOf(tree);
    assert.deepEqual(found, [
      'AGENT_CONFIG config.toml',
      'AGENT_CONFIG config.yaml',
      'AGENT_INSTRUCTIONS AGENTS.md',
    ]);
    assert.deepEqual(
      new Set(skips.map(({ file }) => file)),
      new Set([
        '.codex/config.toml',
        '.continue/config.yaml',
        '.mcp.json',
        'b/pom.xml',
        'c/packages.config',
        'environment.yml',
        'pom.xml',
        'pyproject.toml',
      ]),
    );
    assert.ok(ms < 20_000, `${ms} ms`);
  });

  it('keeps a bound on what one file may list', async () => {
    using tree = new Tree({
      '.mcp.json': servers(...Array.from({ length: 12_000 }, (_, index) => `s${index}`)),
    });
    assert.equal((await inventoryOf(tree)).found.length, 2_000);
  });

  it('recognises a model that is cut off in its header, at any byte, or says nothing of it', async () => {
    const gguf = Buffer.concat([
      Buffer.from('GGUF'),
      Buffer.from([3, 0, 0, 0]),
      Buffer.alloc(16, 1),
      text64('general.name'),
      Buffer.from([8, 0, 0, 0]),
      text64('Tiny Model'),
    ]);
    const header = Buffer.from('{"w":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}');
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    const safetensors = Buffer.concat([length, header, Buffer.alloc(2)]);
    const files: Record<string, Buffer> = {};
    for (let end = 0; end <= gguf.length; end++) files[`g/${end}.gguf`] = gguf.subarray(0, end);
    for (let end = 0; end <= safetensors.length; end++)
      files[`s/${end}.safetensors`] = safetensors.subarray(0, end);
    for (const name of [
      'a.onnx',
      'a.tflite',
      'a.pt',
      'a.h5',
      'a.keras',
      'a.pkl',
      'a.model',
      'a.parquet',
      'a.npz',
    ])
      for (const end of [0, 1, 3, 4, 7, 8])
        files[`o/${end}-${name}`] = Buffer.from('PK\u0003\u0004PAR1').subarray(0, end);
    using tree = new Tree(files);
    const { components, skips } = await takeInventory({ root: tree.root, assets });
    assert.deepEqual(skips, []);
    const of = (path: string) => components.find(({ filePath }) => filePath === path);
    assert.equal(of(`g/${gguf.length}.gguf`)?.name, 'Tiny Model');
    assert.equal(
      of(`g/${gguf.length - 1}.gguf`)?.name,
      `${gguf.length - 1}.gguf`,
      'a name that is cut off is no name',
    );
    assert.match(of(`s/${safetensors.length - 10}.safetensors`)?.detail ?? '', /cut off in its header/);
    assert.doesNotMatch(of(`s/${safetensors.length}.safetensors`)?.detail ?? '', /cut off/);
    assert.ok(components.every(({ filePath }) => !filePath.startsWith('o/')));
  });

  it('reads only the beginning of files of 100 GB, and of none that it needs whole', async () => {
    const large = {
      'm/a.gguf': Buffer.from('GGUF\u0003\0\0\0\0\0\0\0\0\0\0\0'),
      'm/a.safetensors': Buffer.from('\u0010\0\0\0\0\0\0\0{"a":1}'),
      '.mcp.json': servers('large'),
      'package-lock.json': '{"packages":{"node_modules/openai":{"version":"5.3.1"}}}',
      'AGENTS.md': 'Be brief.',
      'train.jsonl': '{"messages":[{"role":"user","content":"x"}]}\n',
    };
    using tree = new Tree(large);
    for (const name of Object.keys(large)) truncateSync(tree.at(name), 100 * 1024 ** 3);
    const { found, ms } = await inventoryOf(tree);
    assert.deepEqual(
      found.filter((one) => one.startsWith('MODEL_FILE')),
      ['MODEL_FILE a.gguf', 'MODEL_FILE a.safetensors'],
    );
    assert.ok(
      found.every((one) => !one.includes('openai') && !one.includes('large')),
      found.join(),
    );
    assert.ok(ms < 30_000, `${ms} ms`);
  });
});

function text64(text: string): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, Buffer.from(text)]);
}
