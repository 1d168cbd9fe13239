import { measureChat } from './agent-chat.ts';
import { measureFirstToken } from './agent-first-token.ts';
import { measureStreams } from './agent-streams.ts';

/** What is promised of the agent, part by part; `--only` names one. */
const parts: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  firstToken: measureFirstToken,
  chat: measureChat,
  streams: measureStreams,
};

export async function bench({
  only,
}: {
  readonly only: string | undefined;
}): Promise<Record<string, unknown>> {
  const measured: Record<string, unknown> = {};
  for (const [name, measure] of Object.entries(parts)) {
    if (only === undefined || only === name) measured[name] = await measure();
  }
  return measured;
}
