/** The command line's scan in a process of its own: `<folder> <report>`; its output is what it took. */
import { runScan } from '../../../src/cli/scan-command.ts';

const [folder = '', output = ''] = process.argv.slice(2);
process.exitCode = await runScan(
  { folder, format: 'sarif', output, progress: false },
  {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    signal: new AbortController().signal,
    version: '0',
  },
);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(
  `${JSON.stringify({
    cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1e4) / 100,
    peakMb: Math.round(maxRSS / 1024),
  })}\n`,
);
