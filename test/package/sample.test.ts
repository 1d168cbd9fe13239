import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { ROOT, SAMPLE } from '../../scripts/paths.ts';
import { run } from '../../scripts/processes.ts';

/** A row of the table in the sample's README: `| file:line | class | what |`. */
const ROW = /^\| (\S+):(\d+) \| ([a-z-]+) \|/gm;

const sarifSchema = z.object({
  runs: z.tuple([
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: z.int() }),
              }),
            }),
          ]),
        }),
      ),
    }),
  ]),
});

describe('a scan of the sample from the command line', () => {
  let listed: string[];
  let found: string[];

  before(async () => {
    const readme = await readFile(path.join(SAMPLE, 'README.md'), 'utf8');
    listed = Array.from(
      readme.matchAll(ROW),
      ([, file, line, vulnClass]) => `${file}:${line} ${vulnClass}`,
    ).sort();
    const folder = await temporaryFolder();
    try {
      const report = path.join(folder, 'report.sarif');
      const cli = path.join(ROOT, 'dist', 'cli.js');
      await run(process.execPath, [cli, 'scan', SAMPLE, '--format', 'sarif', '--output', report]);
      found = placesIn(JSON.parse(await readFile(report, 'utf8')));
    } finally {
      await removeFolder(folder);
    }
  });

  it('finds every issue that its README lists', () => {
    assert.ok(listed.length >= 25, `only ${listed.length} issues are listed`);
    assert.deepEqual(
      listed.filter((place) => !found.includes(place)),
      [],
    );
  });

  it('reports nothing of what is done right', () => {
    assert.deepEqual(
      found.filter((place) => !listed.includes(place)),
      [],
    );
  });
});

/** `file:line class` of each result. A rule's identifier is `<language>/<class>[/<variant>]`. */
function placesIn(sarif: unknown): string[] {
  const [{ results }] = sarifSchema.parse(sarif).runs;
  return results.map(({ ruleId, locations: [{ physicalLocation }] }) => {
    const file = decodeURIComponent(physicalLocation.artifactLocation.uri);
    return `${file}:${physicalLocation.region.startLine} ${ruleId.split('/')[1]}`;
  });
}
