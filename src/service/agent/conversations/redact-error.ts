/**
 * An error as it may stand in the log: what kind it is and where it came from, without its message. What an analyst or a
 * tool fails with may quote code, a question or a model's answer.
 */
export function withoutWords(error: unknown): Error {
  const name = error instanceof Error ? error.name : typeof error;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const fault = new Error(`A job of the agent met a fault: ${name}${code}`);
  const frames = (error instanceof Error ? error.stack : undefined)?.match(/^ +at .*$/gm) ?? [];
  fault.stack = [fault.message, ...frames].join('\n');
  return fault;
}
