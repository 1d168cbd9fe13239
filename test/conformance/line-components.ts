import type { AiComponent, AiComponentKind } from '../../src/engine/ai-inventory/component.ts';
import type { FoundPackage } from '../../src/engine/dependencies/found-package.ts';

const known: Readonly<Record<string, readonly [kind: AiComponentKind, provider: string]>> = {
  openai: ['LLM_SDK', 'OpenAI'],
  langchain: ['AGENT_FRAMEWORK', 'LangChain'],
  '@langchain/core': ['AGENT_FRAMEWORK', 'LangChain'],
};

/** What stands in for the detection of AI components: packages that are well known for it. */
export const componentsOf = (packages: readonly FoundPackage[]): AiComponent[] =>
  packages.flatMap(({ name, manifest }): AiComponent[] => {
    const [kind, provider] = known[name] ?? [];
    if (kind === undefined || provider === undefined) return [];
    return [
      {
        ...{ kind, name, provider, usage: 'RUNTIME', usageReason: 'The manifest names it.', tier: 'GENAI' },
        ...{ detectionSource: 'SCA_PACKAGE', ecosystem: 'npm', direct: true },
        ...{ manifestPath: manifest.file, filePath: manifest.file, line: manifest.line },
      },
    ];
  });
