/** Prompts that stand in source code: by strong signs only, because code is full of sentences. */

import { isOfTests } from '../roles/path-roles.ts';
import type { AiComponent } from './component.ts';
import type { AiFile } from './facts.ts';
import type { Literal } from './literals.ts';
import { isToolingPath } from './paths.ts';

/** Shorter texts are phrases, unless they begin by saying what the model is. */
const shortest = 80;
const shortestRole = 40;
const role =
  /^\s*(?:You(?: are|'re) (?:an?|the) (?!new\b|member|guest|user|customer|visitor|owner)|Act as an? )/;

/** A name that is given the literal. */
const given =
  /([A-Za-z_$][\w$]*)["']?\]?\s*(?::[^=\n]{0,60})?=\s*(?:[frbFRB]{0,2}|dedent\(\s*|textwrap\.dedent\(\s*|\w+`?)$/;
const promptName = /prompt|instructions|system_?(?:message|instruction)/i;
const shortName = /^(?:system|developer|backstory)$/i;
/** Messages and annotations that frameworks have for what a model is told first. */
const message =
  /\b(SystemMessage|SystemChatMessage|SystemMessagePromptTemplate)(?:\.\w+)?\s*\(\s*(?:\w+\s*=\s*)?[frbFRB]{0,2}$/;
const template =
  /\b(?:ChatPromptTemplate|PromptTemplate|SystemMessagePromptTemplate|HumanMessagePromptTemplate|FewShotPromptTemplate)(?:\.(?:from_template|fromTemplate|from_messages|fromMessages|from))?\s*\(\s*(?:(?:template\s*[=:]|\{\s*template\s*:)\s*)?[frbFRB]{0,2}$/;

/** Says to a model what it is or what it has to do, or has the turns of a conversation. */
const instructs =
  /\b(?:You(?: are|'re) (?!about to|not |logged|signed|trying|using|currently|offline|already|here|welcome|invited|almost|ready|done|free to)|Act as|Your (?:task|job|role|goal) is|As an? (?:AI|assistant|expert))\b|^[ \t]*(?:###? ?(?:Instructions?|Response|System)|(?:Human|User|Assistant|System):)|<\|(?:im_start|system|user)\|>|\[INST\]/m;
/** Of texts that speak to or about a model. */
const ofModels =
  /\b(?:language model|AI assistant|the assistant|chain of thought|Previous conversation|Action Input:)\b/i;
const placeholders = /\{\{?\s*[a-z_][\w.]*\s*\}?\}|\$\{[^{}]+\}|<[a-z_]+>/i;

/** A text that may have prompts has one of these, in any case of letters. */
export const promptWords: readonly string[] = [
  'you are',
  "you're",
  'act as',
  ...['task', 'job', 'role', 'goal'].map((what) => `your ${what}`),
  ...['ai', 'assistant', 'expert'].flatMap((what) => [`as a ${what}`, `as an ${what}`]),
  '##',
  ...['human:', 'user:', 'assistant:', 'system:'],
  ...['<|im_start', '<|system', '<|user', '[inst]'],
  'prompttemplate',
];
const hint = /prompt|instructions|system|backstory/i;
export const mayHavePrompts = (text: string): boolean =>
  hint.test(text) && (instructs.test(text) || text.includes('PromptTemplate'));

/**
 * The name of the prompt that a literal is; undefined for any other literal. It has to be called a prompt and to
 * instruct a model, or to be handed to a prompt template with a place to fill.
 */
export function promptOf({ text, before }: Literal): string | undefined {
  if (text.length < (role.test(text) ? shortestRole : shortest) || !/\s/.test(text)) return undefined;
  const name = given.exec(before)?.[1];
  if (name !== undefined && (promptName.test(name) || shortName.test(name)))
    return instructs.test(text) ? name : undefined;
  const told = message.exec(before)?.[1];
  if (told !== undefined) return instructs.test(text) ? told : undefined;
  if (!template.test(before) || !(instructs.test(text) || placeholders.test(text))) return undefined;
  return (
    /([A-Za-z_$][\w$]*)\s*(?::[^=\n]{0,60})?=\s*(?:new\s+)?[\w.]+\s*\([^=]*$/.exec(before)?.[1] ??
    'prompt template'
  );
}

const promptText = /\.(?:txt|md|tmpl|tpl|j2|jinja2?|hbs|mustache)$/i;
/** Of a document, what it instructs has to come first: later, it is an example. */
const opening = 400;
const longest = 20_000;

/** A prompt that is a file of its own: called so, or in a folder that is, and with a text that instructs a model. */
export function promptFiles({ path, text }: AiFile): AiComponent[] {
  if (text === undefined || !promptText.test(path) || isOfTests(path)) return [];
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isCalledSo = /(?:^|\/)prompts?\//i.test(path) || /(?:^|[_.-])prompts?(?=[_.-])/i.test(name);
  if (!isCalledSo || /^(?:README|CHANGELOG|index)\b/i.test(name)) return [];
  const isDocument = /\.md$/i.test(name);
  const said = text.slice(0, isDocument ? opening : longest);
  const isPrompt =
    instructs.test(said) || (!isDocument && (ofModels.test(said) || /(?:system|user)[_-]prompt/i.test(name)));
  if (!isPrompt) return [];
  return [
    {
      kind: 'PROMPT_TEMPLATE',
      name,
      usage: isToolingPath(path) ? 'DEV_TOOLING' : 'RUNTIME',
      usageReason: isToolingPath(path) ? 'Tooling uses it.' : 'It is there to be loaded by a program.',
      tier: 'GENAI',
      detectionSource: 'FILE_CONTENT',
      filePath: path,
      line: 1,
      detail: 'A text that instructs a model, by its place and its words.',
    },
  ];
}
