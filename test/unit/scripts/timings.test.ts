import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpuSecondsOf, timingsTable } from '../../../scripts/timings.ts';

describe('what files of tests cost', () => {
  it('is told in seconds of the processors, with those of programs that ended', function () {
    // It is measured on Linux alone.
    if (process.platform !== 'linux') this.skip();
    const before = cpuSecondsOf(process.pid);
    const work = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
    assert.equal(spawnSync(process.execPath, ['-e', work]).status, 0);
    const took = cpuSecondsOf(process.pid) - before;
    assert.ok(took >= 0.28, `${took} s`);
  });

  it('is a table with the largest first', () => {
    const table = timingsTable([
      { file: 'a.test.ts', cpuSeconds: 0.5, wallSeconds: 20 },
      { file: 'b.test.ts', cpuSeconds: 10, wallSeconds: 4.126 },
    ]);
    assert.deepEqual(
      table.split('\n').map((line) => line.split('\t')),
      [['CPU s', 'wall s', 'file'], ['10.00', '4.13', 'b.test.ts'], ['0.50', '20.00', 'a.test.ts'], ['']],
    );
  });
});
