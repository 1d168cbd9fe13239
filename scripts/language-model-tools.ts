// Writes the agent's tools into the manifest, for the editor's language models; `npm run manifest` calls it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolset } from '../src/agent/toolset.ts';
import { schemaOf } from '../src/mcp/describe.ts';
import { ROOT } from './paths.ts';

/** What `contributes.languageModelTools` has to be. Names and descriptions for people are in package.nls.json. */
export function contributedTools(): readonly Readonly<Record<string, unknown>>[] {
  return toolset.map((tool) => ({
    name: `parapet_${tool.name}`,
    tags: ['security', 'parapet'],
    toolReferenceName: `parapet-${tool.name.replaceAll('_', '-')}`,
    displayName: `%tool.${tool.name}%`,
    userDescription: `%tool.${tool.name}.description%`,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    icon: '$(shield)',
    when: 'isWorkspaceTrusted && workspaceFolderCount > 0 && config.parapet.agent.languageModelTools',
    inputSchema: schemaOf(tool.input, 'input'),
  }));
}

if (process.argv[1] === import.meta.filename) {
  const file = path.join(ROOT, 'package.json');
  const manifest: { contributes: Record<string, unknown> } = JSON.parse(readFileSync(file, 'utf8'));
  manifest.contributes['languageModelTools'] = contributedTools();
  manifest.contributes['mcpServerDefinitionProviders'] = [{ id: 'parapet.mcp', label: '%mcp.label%' }];
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
