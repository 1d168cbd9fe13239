import assert from 'node:assert/strict';
import { type ExportFormat, exportText } from '../../../../src/views/ai-components/export-text.ts';
import { makeKnown } from './make-component.ts';

const subject = { name: 'shop', toolVersion: '1.2.3', at: new Date(0) };
const written = (format: ExportFormat, given: Parameters<typeof makeKnown>[0]): string =>
  exportText([makeKnown(given, 'file:///home/someone/shop')], format, subject);

describe('the export of AI components', () => {
  it('names no folder of this machine, in any format', () => {
    for (const format of ['cyclonedx', 'json', 'csv', 'markdown'] as const)
      assert.doesNotMatch(written(format, {}), /someone/, format);
  });

  it('lets no spreadsheet take a name for a formula, and keeps cells apart', () => {
    const row = written('csv', { name: '=HYPERLINK("http://x","y")', filePath: 'a,b.json' }).split('\r\n')[1];
    assert.ok(row?.includes(`"'=HYPERLINK(""http://x"",""y"")"`), row);
    assert.ok(row?.includes('"a,b.json"'), row);
  });

  it('lets no name make links, cells or HTML of Markdown', () => {
    const row = written('markdown', { name: 'a|b](http://x)\n<b>' }).split('\n')[2] ?? '';
    assert.ok(row.includes('a\\|b\\](http://x) \\<b\\>'), row);
    assert.equal(row.match(/(?<!\\)\|/g)?.length, 14);
  });

  it('says of which application of a monorepo a component is, in every format', () => {
    for (const format of ['cyclonedx', 'json', 'csv', 'markdown'] as const)
      assert.match(written(format, { monorepoName: 'apps/web' }), /apps\/web/, format);
  });

  it('has the components themselves as JSON, and a bill of materials as CycloneDX', () => {
    assert.equal(JSON.parse(written('json', {})).components[0].name, 'openai');
    assert.equal(JSON.parse(written('cyclonedx', {})).bomFormat, 'CycloneDX');
  });
});
