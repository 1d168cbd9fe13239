import * as z from 'zod';

/** What the bridge takes of OpenAI's chat completions, and what it answers. Unknown fields are passed over. */

const Text = z.object({ type: z.literal('text'), text: z.string() });
const content = z
  .union([z.string(), z.array(z.union([Text, z.looseObject({ type: z.string() })])), z.null()])
  .transform((given) =>
    given === null || typeof given === 'string'
      ? (given ?? '')
      : given.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : '')).join(''),
  );

const ToolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const Message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content }),
  z.object({ role: z.literal('user'), content }),
  z.object({
    role: z.literal('assistant'),
    content: content.default(''),
    tool_calls: z.array(ToolCall).default([]),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content }),
]);

export const ChatRequest = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  max_tokens: z.int().positive().optional(),
  messages: z.array(Message).min(1).max(2_000),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string(),
          description: z.string().default(''),
          parameters: z.record(z.string(), z.unknown()).default({}),
        }),
      }),
    )
    .max(200)
    .default([]),
});
export type ChatRequest = z.output<typeof ChatRequest>;

/** A piece of what a model answers. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: unknown };

/** Answers a request; ends when the signal aborts. */
export type AskModel = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ModelPart>;

export interface Completion {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** One event of the stream. */
export function chunkOf(about: Completion, part: ModelPart, index: number): string {
  const delta =
    part.type === 'text'
      ? { content: part.text }
      : {
          tool_calls: [
            {
              index,
              id: part.id,
              type: 'function',
              function: { name: part.name, arguments: JSON.stringify(part.input ?? {}) },
            },
          ],
        };
  return event({
    ...about,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null }],
  });
}

/** The end of the stream. */
export function endOf(about: Completion, hasCalls: boolean): string {
  const choices = [{ index: 0, delta: {}, finish_reason: hasCalls ? 'tool_calls' : 'stop' }];
  return `${event({ ...about, object: 'chat.completion.chunk', choices })}data: [DONE]\n\n`;
}

/** Said in a stream that has begun and cannot go on. */
export function errorEvent(message: string): string {
  return event({ error: { message, type: 'server_error' } });
}

export function wholeOf(about: Completion, parts: readonly ModelPart[]): unknown {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = parts.flatMap((part) =>
    part.type === 'call'
      ? [
          {
            id: part.id,
            type: 'function',
            function: { name: part.name, arguments: JSON.stringify(part.input ?? {}) },
          },
        ]
      : [],
  );
  const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) };
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  return { ...about, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }] };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
