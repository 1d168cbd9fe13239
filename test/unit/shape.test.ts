import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';

const mostLines = 400;
const mostFiles = 30;

describe('the rooms of the window', () => {
  const files = globSync('src/{*.ts,{views,connection,workspace}/**/*.{ts,tsx,css}}', { cwd: ROOT });

  it(`have no file of more than ${mostLines} lines`, () => {
    assert.ok(files.length > 300, `${files.length} files`);
    const long = files.filter((file) => {
      const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1;
      return lines > mostLines;
    });
    assert.deepEqual(long, []);
  });

  it(`have no folder of more than ${mostFiles} files`, () => {
    const counts = Map.groupBy(files, (file) => path.dirname(file));
    const full = [...counts].filter(([, list]) => list.length > mostFiles).map(([folder]) => folder);
    assert.deepEqual(full, []);
  });
});
