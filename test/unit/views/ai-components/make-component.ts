import type { AiComponent } from '../../../../src/api/contract/ai-inventory.ts';
import type { KnownComponent } from '../../../../src/views/ai-components/grouping.ts';

let made = 0;

/** A component, with usual values for all that a test does not care about. */
export function makeComponent(given: Partial<AiComponent> = {}): AiComponent {
  made += 1;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    repositoryId: 'r1',
    repositoryName: 'shop',
    monorepoName: null,
    scanType: 'sca',
    scanId: 's1',
    kind: 'LLM_SDK',
    name: 'openai',
    provider: 'OpenAI',
    usage: 'RUNTIME',
    tier: 'GENAI',
    detectionSource: 'SCA_PACKAGE',
    ecosystem: 'npm',
    manifestPath: 'package.json',
    filePath: 'package.json',
    line: 3,
    ...given,
  };
}

export function makeKnown(given: Partial<AiComponent> = {}, folder = 'file:///shop'): KnownComponent {
  return { component: makeComponent(given), folder, folderName: 'shop' };
}
