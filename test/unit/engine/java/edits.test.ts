import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Analyzer, SourceFile } from '../../../../src/engine/analysis.ts';
import { readCase } from '../../../support/corpus.ts';
import { newAnalyzer } from '../../../support/engine.ts';

const root = join(import.meta.dirname, '../../../corpora/java');

async function reported(analyzer: Analyzer, files: readonly SourceFile[]): Promise<readonly string[]> {
  const places: string[] = [];
  await analyzer.analyse({ files, fileCount: files.length, removed: [] }, (event) => {
    if (event.type === 'finding') places.push(`${event.finding.file}:${event.finding.range.startLine}`);
  });
  return places.toSorted();
}

/** What an edit of one file of a case leaves, as an analyser sees it that has the others, and as a new one does. */
async function edited(name: string, path: string, from: string, to: string) {
  const { files } = await readCase('java', root, name);
  const after = files.map((file) =>
    file.path === path ? { path, text: file.text.replaceAll(from, to) } : file,
  );
  assert.notDeepEqual(after, files);
  const kept = await newAnalyzer();
  const fresh = await newAnalyzer();
  const before = await reported(kept, files);
  return { before, kept: await reported(kept, after), fresh: await reported(fresh, after) };
}

describe('an edit of Java', () => {
  for (const [what, name, path, from, to] of [
    [
      'an advice',
      'sql-injection/aspects',
      'ScopeAspect.java',
      'request.setSort("name");',
      'request.setTerm("x");',
    ],
    ['what names a page', 'xss/page-parts', 'PartsController.java', 'return "viewed"', 'return "tip"'],
    [
      'whether errors are read',
      'sql-injection/constraints',
      'FormController.java',
      'if (result.hasErrors()) return "errors";',
      '',
    ],
  ] as const)
    it(`is seen where it changes ${what}`, async () => {
      const { before, kept, fresh } = await edited(name, path, from, to);
      assert.deepEqual(kept, fresh);
      assert.notDeepEqual(fresh, before);
    });
});
