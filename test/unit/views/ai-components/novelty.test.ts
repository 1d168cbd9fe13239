import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mentionsOf, presentLine } from '../../../../src/views/ai-components/mentions.ts';
import { newsBadge } from '../../../../src/views/ai-components/news-badge.ts';
import { newComponents } from '../../../../src/views/ai-components/novelty.ts';
import type { Changes } from '../../../../src/workspace/changes.ts';
import { makeComponent } from './make-component.ts';

const manifest = (...names: string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) }, undefined, 2);

const changed = (path: string, content: string, before?: string): Changes => ({
  files: [{ path, content, ...(before !== undefined && { before: { path, content: before } }) }],
  leftOut: [],
});

describe('where a text names a component', () => {
  const count = (text: string, name = 'openai') => mentionsOf(text, { name }).length;

  it('takes whole names only', () => {
    for (const text of [
      '"openai": "1"',
      'openai==1.0',
      "from 'openai'",
      'openai[voice]',
      'openai.',
      'import openai',
    ])
      assert.equal(count(text), 1, text);
    for (const text of [
      'openai-whisper',
      '@ai-sdk/openai',
      'https://openai.com',
      'xopenai',
      'api.openai',
      'openai/x',
    ])
      assert.equal(count(text), 0, text);
    assert.equal(count('"@ai-sdk/openai": "1"', '@ai-sdk/openai'), 1);
  });

  it('takes the part of an address that the text has, and what code calls a package', () => {
    assert.equal(count('https://${name}.openai.azure.com/x', '*.openai.azure.com'), 0);
    assert.equal(count('"x": ".openai.azure.com"', '*.openai.azure.com'), 1);
    assert.equal(
      mentionsOf('from google.genai import x', { name: 'google-genai', importNames: ['google.genai'] })
        .length,
      1,
    );
  });

  it('finds the line nearest to where it was, and a line of the text whatever there is', () => {
    const component = makeComponent({ line: 4 });
    assert.equal(presentLine('openai\n\n\nx\nopenai\n', component), 5);
    assert.equal(presentLine('a\nb\n', component), 3);
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), fc.string(), (text, line, name) => {
        const at = presentLine(text, { name, line });
        assert.ok(at >= 1 && at <= text.split('\n').length);
      }),
    );
  });
});

describe('what is new on a branch', () => {
  const news = (components: Parameters<typeof newComponents>[0], changes: Changes, prefix = '') =>
    components.filter(({ id }) => newComponents(components, changes, prefix).has(id)).map(({ name }) => name);

  it('is what the changed file did not name before', () => {
    const components = [makeComponent(), makeComponent({ name: 'langchain', kind: 'AGENT_FRAMEWORK' })];
    const changes = changed('package.json', manifest('openai', 'langchain'), manifest('openai'));
    assert.deepEqual(news(components, changes), ['langchain']);
  });

  it('is everything of a new file, and nothing of a file that did not change', () => {
    const skill = makeComponent({ kind: 'SKILL', name: 'review', filePath: 'skills/review/SKILL.md' });
    const rules = makeComponent({ kind: 'AGENT_INSTRUCTIONS', name: 'AGENTS.md', filePath: 'AGENTS.md' });
    assert.deepEqual(news([skill, rules], changed('skills/review/SKILL.md', 'x')), ['review']);
  });

  it('is no file that was only edited', () => {
    const rules = makeComponent({ kind: 'AGENT_INSTRUCTIONS', name: 'AGENTS.md', filePath: 'AGENTS.md' });
    assert.deepEqual(news([rules], changed('AGENTS.md', 'be kind', 'be brief')), []);
  });

  it('is no package that another manifest has had all along, but a server of another client is', () => {
    const here = makeComponent({ filePath: 'new/package.json' });
    const there = makeComponent({ filePath: 'package.json' });
    assert.deepEqual(news([here, there], changed('new/package.json', manifest('openai'))), []);
    const server = { kind: 'MCP_SERVER', name: 'github', detectionSource: 'CONFIG_FILE' } as const;
    const servers = [
      makeComponent({ ...server, filePath: '.cursor/mcp.json' }),
      makeComponent({ ...server, filePath: '.mcp.json' }),
    ];
    assert.deepEqual(news(servers, changed('.cursor/mcp.json', '{"mcpServers":{"github":{}}}')), ['github']);
  });

  it('is a model that is new or was replaced, though no text can be compared', () => {
    const model = makeComponent({ kind: 'MODEL_FILE', name: 'a.gguf', filePath: 'm/a.gguf' });
    assert.deepEqual(news([model], { files: [], leftOut: [{ path: 'm/a.gguf', reason: 'binary' }] }), [
      'a.gguf',
    ]);
    assert.deepEqual(news([model], { files: [], leftOut: [{ path: 'm/a.gguf', reason: 'renamed' }] }), []);
  });

  it('is told by the paths of the repository, of which the folder may be a part', () => {
    const component = makeComponent({ filePath: 'web/package.json' });
    assert.deepEqual(news([component], changed('package.json', manifest('openai')), 'web/'), ['openai']);
    assert.deepEqual(news([component], changed('package.json', manifest('openai'))), []);
  });
});

describe('the number at the view', () => {
  const news = (...ids: string[]) => ({ bases: ['main'], ids: new Set(ids) });

  it('is how many components the branch brings, and says since when', () => {
    assert.deepEqual(newsBadge(news('a')), { value: 1, tooltip: '1 AI component is new since main' });
    assert.deepEqual(newsBadge(news('a', 'b')), { value: 2, tooltip: '2 AI components are new since main' });
  });

  it('is none where the branch brings none, or nobody can tell', () => {
    assert.equal(newsBadge(news()), undefined);
    assert.equal(newsBadge(undefined), undefined);
  });
});
