import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';
import { firstHour } from '../support/newcomer.ts';

describe("a team's first hour with the service", () => {
  it('goes from the first start to a pull request with a patch, as docs/service.md shows it', async () => {
    const said: string[] = [];
    await firstHour((line) => said.push(line));
    const [, shown = ''] =
      /## The first hour\n[\s\S]*?```\n([\s\S]*?)```/.exec(
        readFileSync(path.join(ROOT, 'docs', 'service.md'), 'utf8'),
      ) ?? [];
    assert.equal(said.join('\n'), shown.trim());
  }).timeout(120_000);
});
