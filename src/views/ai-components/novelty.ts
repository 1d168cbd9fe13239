import type { AiComponent } from '../../api/contract/ai-inventory.ts';
import type { Changes } from '../../workspace/changes.ts';
import { mentionsOf } from './mentions.ts';

/** Kinds that are a thing of the project as a whole, whichever file names it; the others belong to their file. */
const wherever: ReadonlySet<AiComponent['kind']> = new Set([
  'LLM_SDK',
  'AGENT_FRAMEWORK',
  'ML_FRAMEWORK',
  'ML_RUNTIME',
  'VECTOR_DB',
  'GUARDRAILS',
  'AI_OBSERVABILITY',
  'SPEECH_AUDIO',
]);

/**
 * Ids of the components that a branch brings. A component was there before if its file did not change, or if the file
 * named it then too; one whose name no text has, such as a rule file, if the file was there. A package or an address
 * that an unchanged place has too is not new.
 * @param components of one repository
 * @param changes of the branch since it left another, paths relative to the folder
 * @param prefix path of the folder in the repository, with `/` at its end: components' paths begin with it
 */
export function newComponents(
  components: readonly AiComponent[],
  changes: Changes,
  prefix: string,
): ReadonlySet<string> {
  const files = new Map(changes.files.map((file) => [`${prefix}${file.path}`, file]));
  const opaque = new Set(
    changes.leftOut
      .filter(({ reason }) => reason === 'binary' || reason === 'tooLarge')
      .map(({ path }) => `${prefix}${path}`),
  );
  const isNew = (component: AiComponent): boolean => {
    const file = files.get(component.filePath);
    if (!file) return opaque.has(component.filePath);
    if (!file.before) return true;
    if (mentionsOf(file.before.content, component).length > 0) return false;
    return mentionsOf(file.content, component).length > 0;
  };
  const candidates = components.filter(isNew);
  const chosen = new Set(candidates);
  const before = new Set(components.filter((component) => !chosen.has(component)).map(keyOf));
  return new Set(
    candidates
      .filter((component) => !wherever.has(component.kind) || !before.has(keyOf(component)))
      .map(({ id }) => id),
  );
}

const keyOf = ({ kind, ecosystem = '', name }: AiComponent): string => `${kind} ${ecosystem} ${name}`;
