import type * as z from 'zod';
import { type Tool, type ToolContext, ToolFailure } from '../tool.ts';

/** A tool with its types checked, then as any other. What goes wrong in the service is told as a `ToolFailure`. */
export function define<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  const { consent, run } = tool;
  const defined: Tool<Input> = {
    ...tool,
    ...(consent && { consent: (input, context) => told(context, () => consent(input, context)) }),
    run: (input, context) => told(context, () => run(input, { ...context, progress: changes(context) })),
  };
  // Whoever calls it has parsed the input with this very schema.
  return defined as unknown as Tool;
}

/** Tells of a stage once, however often it is asked for. */
function changes({ progress }: ToolContext): ToolContext['progress'] {
  let last: string | undefined;
  return (stage) => {
    if (stage !== last) progress(stage);
    last = stage;
  };
}

/** @throws what aborted the call, else a ToolFailure */
async function told<T>({ signal }: ToolContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(reasonOf(error), { cause: error });
  }
}

/** Only what the service meant a person to read: messages of other errors may hold anything. */
function reasonOf(error: unknown): string {
  const isRefusal = error instanceof Error && (error.name === 'ApiError' || error.name === 'Refusal');
  return isRefusal
    ? error.message
    : 'This did not work because of an error in the service. Its log says more.';
}

/** The HTTP status that the service refused with, however it was reached. */
export function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}
