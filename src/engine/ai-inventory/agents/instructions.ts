/** What tells agents how to work: instructions, configuration, skills, prompts. */

import type { AiComponent } from '../component.ts';
import type { AiFile } from '../facts.ts';
import { frontMatter } from '../front-matter.ts';
import { members, parseJson, textOf } from '../parsing.ts';
import { agentComponent } from './component.ts';
import { agentContent } from './content.ts';
import { agentPlaces } from './places.ts';

/** Whether text of this file reaches a model as instructions. */
export const isInstructing = ({ kind }: AiComponent): boolean =>
  kind === 'AGENT_INSTRUCTIONS' || kind === 'SKILL' || kind === 'PROMPT_TEMPLATE' || kind === 'AGENT_CONFIG';

export function agentFiles(file: AiFile): AiComponent[] {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  if (name === 'SKILL.md') return skill(file);
  const place = agentPlaces.find(({ path }) => path.test(file.path));
  if (place)
    return [
      agentComponent(
        file,
        place.kind,
        place.provider,
        /^(?:plugin|marketplace|gemini-extension)\.json$/.test(name) ? (titleIn(file) ?? name) : name,
        'FILE_PATH',
        `This is ${place.what}, by its path.`,
      ),
    ];
  return agentContent(file, name);
}

/** What a plugin or an extension calls itself. */
function titleIn({ text = '' }: AiFile): string | undefined {
  try {
    return textOf(members(parseJson(text)).get('name'))?.slice(0, 200);
  } catch {
    return undefined;
  }
}

function skill(file: AiFile): AiComponent[] {
  const front = skillFront(file.text ?? '');
  const name = front?.['name'];
  if (typeof name !== 'string' || typeof front?.['description'] !== 'string') return [];
  const version = front['version'];
  return [
    {
      ...agentComponent(
        file,
        'SKILL',
        undefined,
        name.slice(0, 200),
        'FILE_CONTENT',
        'A skill, by the name and description at its beginning.',
      ),
      ...(typeof version === 'string' && { version }),
    },
  ];
}

/** Agents read the fields line by line, also where they are no YAML: a description may hold a colon. */
function skillFront(text: string): Record<string, unknown> | undefined {
  try {
    return frontMatter(text);
  } catch {
    const head = /^\s*---\r?\n([\s\S]{0,20000}?)\r?\n---/.exec(text)?.[1] ?? '';
    return Object.fromEntries(
      [...head.matchAll(/^(name|description|version):[ \t]*(\S[^\r\n]*)/gm)].map(([, key, value]) => [
        key,
        value,
      ]),
    );
  }
}
