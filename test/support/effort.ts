/**
 * What work costs this thread, in milliseconds of its own time: the same on a machine that is busy with other things,
 * where a clock on the wall would tell of them.
 */
export function effortOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
