import type { AiComponent, AiComponentKind } from '../component.ts';
import type { AiFile } from '../facts.ts';

/** The component that a file of agents is. */
export function agentComponent(
  file: AiFile,
  kind: AiComponentKind,
  provider: string | undefined,
  name: string,
  detectionSource: AiComponent['detectionSource'],
  detail: string,
  runtime = false,
): AiComponent {
  return {
    kind,
    name,
    ...(provider !== undefined && { provider }),
    usage: runtime ? 'RUNTIME' : 'DEV_TOOLING',
    usageReason: runtime
      ? 'The program loads it when it runs.'
      : 'Agents that work on the code read it; the program does not.',
    tier: 'GENAI',
    detectionSource,
    filePath: file.path,
    line: 1,
    detail,
  };
}
