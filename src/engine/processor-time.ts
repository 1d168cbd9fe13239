/** How much slower than processor time the wall clock may be on a busy machine. */
const busyFactor = 15;

/** Not declared for the oldest Node.js that editors run on, which does not have it. */
type Measuring = NodeJS.Process & { readonly threadCpuUsage?: () => NodeJS.CpuUsage };

/**
 * Milliseconds of processor time that this thread has taken; where the runtime does not tell, a part of the wall clock that
 * is surely less. Only differences mean something. For last resorts alone: what is found must not hang on it.
 */
export function processorTime(): number {
  const measuring: Measuring = process;
  const usage = measuring.threadCpuUsage?.();
  return usage ? (usage.user + usage.system) / 1_000 : performance.now() / busyFactor;
}
