import assert from 'node:assert/strict';
import { familyWork } from '../../../../src/service/analysis/family-work.ts';
import type { ListedFile } from '../../../../src/service/analysis/files/listing.ts';

const file = (path: string, family: ListedFile['family'], bytes = 10): ListedFile => ({
  path,
  family,
  bytes,
  modifiedMs: 0,
});

/** The families that files are analysed with. */
function familiesOf(files: readonly ListedFile[]): Readonly<Record<string, string>> {
  const work = familyWork({ files, root: '/' }, [], () => true);
  return Object.fromEntries(work.flatMap(({ family, files: own }) => own.map((path) => [path, family])));
}

describe('a template', () => {
  it('is analysed with the code that is nearest above it', () => {
    const families = familiesOf([
      file('shop/views.py', 'python'),
      file('shop/static/app.js', 'javascript', 9_000_000),
      file('shop/templates/page.html', undefined),
      file('web/server.js', 'javascript'),
      file('web/views/page.html', undefined),
    ]);
    assert.equal(families['shop/templates/page.html'], 'python');
    assert.equal(families['web/views/page.html'], 'javascript');
  });

  it('goes by its suffix where that is of one language, if there is code in it', () => {
    const families = familiesOf([
      file('app.py', 'python', 1_000),
      file('server.js', 'javascript'),
      file('views/page.ejs', undefined),
      file('WEB-INF/page.ftl', undefined),
    ]);
    assert.equal(families['views/page.ejs'], 'javascript');
    assert.equal(families['WEB-INF/page.ftl'], 'python');
  });
});
