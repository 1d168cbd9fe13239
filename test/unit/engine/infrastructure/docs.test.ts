import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../../scripts/paths.ts';
import { severityOf } from '../../../../src/engine/finding.ts';
import { infrastructureRules } from '../../../../src/engine/infrastructure/rules.ts';

describe('docs/infrastructure.md', () => {
  it('lists every rule as it is', () => {
    const text = readFileSync(join(ROOT, 'docs', 'infrastructure.md'), 'utf8');
    const listed = text.split('\n').filter((line) => /^\| `[a-z-]+\/[a-z-]+\/[a-z0-9-]+` \|/.test(line));
    const rows = infrastructureRules.map(
      ({ id, title, cwes, score }) =>
        `| \`${id}\` | ${title} | ${severityOf(score).toLowerCase()} | ${cwes.join(', ')} |`,
    );
    assert.deepEqual(listed, rows);
  });
});
