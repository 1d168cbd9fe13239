import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contributedTools } from '../../../../scripts/language-model-tools.ts';
import { ROOT } from '../../../../scripts/paths.ts';

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string; readonly toolReferenceName: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

describe('the tools for the editor’s language models', () => {
  const { contributes } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;

  it('are contributed as the tool set has them: run scripts/language-model-tools.ts after a change', () => {
    assert.deepEqual(contributes.languageModelTools, JSON.parse(JSON.stringify(contributedTools())));
  });

  it('have names that the editor takes, each once', () => {
    for (const key of ['name', 'toolReferenceName'] as const) {
      const names = contributes.languageModelTools.map((tool) => tool[key]);
      assert.equal(new Set(names).size, names.length);
      for (const name of names) assert.match(name, /^[\w-]+$/);
    }
  });

  it('come with a provider of the MCP server', () => {
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      ['parapet.mcp'],
    );
  });
});
