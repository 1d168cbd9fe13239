/**
 * Milliseconds that the work takes of the processor: what other processes take from a busy machine meanwhile is not
 * the work's.
 */
export function timeTaken(work: () => void): number {
  const wall = performance.now();
  const processor = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(processor);
  return Math.min(performance.now() - wall, (user + system) / 1000);
}
