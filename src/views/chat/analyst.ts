import { agreeToModel, getModel } from '../../api/contract/agent/models.ts';
import type { AgentReach } from './agent-service.ts';
import { isNotOffered } from './failure-kind.ts';
import type { ServiceView } from './messages.ts';

/** The command that connects a language model, of those that the extension contributes. */
const connectModelCommand = 'parapet.connectModel';

const builtIn = { kind: 'deterministic', model: '', asks: null } as const;

/** @param commands ids of the commands that are there */
export function connectCommand(commands: readonly string[]): string | undefined {
  return commands.includes(connectModelCommand) ? connectModelCommand : undefined;
}

/** Who answers: the built-in analyst, or a model that is connected and may be sent code of the repository. */
export async function analystOf(
  { use, folderOf }: AgentReach,
  repositoryId: string | null,
  signal: AbortSignal,
): Promise<ServiceView['analyst']> {
  try {
    const { model, agreed } = await use(
      signal,
      (client) => client.call(getModel, { repositoryId }, { signal }),
      folderOf(repositoryId),
    );
    if (model === null) return builtIn;
    if (agreed) return { kind: 'model', model: model.title, asks: null };
    const host = URL.canParse(model.baseUrl) ? new URL(model.baseUrl).host : model.baseUrl;
    return { ...builtIn, asks: { model: model.title, host } };
  } catch (error) {
    if (isNotOffered(error)) return builtIn;
    throw error;
  }
}

/** Code of the repository may be sent to the model that is connected. */
export async function agree(
  { use, folderOf }: AgentReach,
  repositoryId: string | null,
  signal: AbortSignal,
): Promise<void> {
  await use(
    signal,
    (client) => client.call(agreeToModel, { repositoryId, agreed: true }, { signal }),
    folderOf(repositoryId),
  );
}
