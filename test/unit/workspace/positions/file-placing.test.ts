import assert from 'node:assert/strict';
import {
  CodeFinder,
  type CodeToPlace,
  DocumentCode,
} from '../../../../src/workspace/positions/file-placing.ts';

const scanned = ['first', 'run(x);', 'middle', 'run(x);', 'last'].join('\n');

function code(line: number, more: Partial<CodeToPlace> = {}): CodeToPlace {
  const range = { startLine: line + 1, startColumn: 1, endLine: line + 1, endColumn: 8 };
  const file = { folder: 'file:///project', file: 'a.js', commitSha: null, blobId: 'a'.repeat(40) };
  return { id: String(line), ...file, ...range, snippet: 'run(x);', ...more };
}

/** Looks for code as the editor's side does: edits first, then the texts. */
function lines(document: DocumentCode, wanted: readonly CodeToPlace[], base: string | undefined = scanned) {
  const finder = new CodeFinder(base, document.lines);
  return wanted.map((one) => {
    const place = document.place(one, () => finder.find(one));
    return place.kind === 'at' ? place.range.startLine - 1 : place.kind;
  });
}

const remove = (line: number) => ({
  range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } },
  text: '',
});
const insert = (line: number, text: string) => ({
  range: { start: { line, character: 0 }, end: { line, character: 0 } },
  text,
});

describe('code of an open document', () => {
  const wanted = [code(1), code(3)];

  it('is what edits say, even where a comparison of the texts would say otherwise', () => {
    const document = new DocumentCode(scanned);
    assert.deepEqual(lines(document, wanted), [1, 3]);
    // Afterwards the text reads as if the last two lines before the end had been deleted.
    document.apply([remove(1)], false);
    document.apply([remove(1)], false);
    document.apply([insert(2, 'middle\nrun(y);\n')], false);
    assert.deepEqual(document.lines, ['first', 'run(x);', 'middle', 'run(y);', 'last']);
    assert.deepEqual(lines(document, wanted), ['changed', 1]);
    assert.equal(document.isComplete, false);
  });

  it('is found again when it is written anew elsewhere', () => {
    const document = new DocumentCode('alone\nquery(request.parameters.name);\nend');
    const one = code(1, { snippet: 'query(request.parameters.name);', endColumn: 32 });
    const base = document.lines.join('\n');
    assert.deepEqual(lines(document, [one], base), [1]);
    assert.deepEqual([...document.apply([remove(1)], false)], [['1', { kind: 'changed' }]]);
    assert.deepEqual(lines(document, [one], base), ['changed']);
    document.apply([insert(0, 'query(request.parameters.name);\n')], false);
    assert.deepEqual(lines(document, [one], base), [0]);
    assert.ok(document.isComplete);
  });

  it('is where it was scanned when the text is the scanned one again, however it came about', () => {
    const document = new DocumentCode(scanned);
    lines(document, wanted);
    document.apply([remove(1)], false);
    document.apply([remove(1)], false);
    document.apply([insert(1, 'run(x);\nmiddle\n')], false);
    const finder = new CodeFinder(scanned, document.lines);
    const places = wanted.map((one) => document.place(one, () => finder.find(one), true));
    assert.deepEqual(
      places.map((place) => place.kind === 'at' && place.range.startLine),
      [2, 4],
    );
  });

  it('is looked for anew when a later scan saw it, wherever edits took it', () => {
    const document = new DocumentCode(scanned);
    lines(document, wanted);
    document.apply([remove(1)], false);
    const later = code(2, { id: '1', blobId: 'b'.repeat(40) });
    assert.deepEqual(lines(document, [later], document.lines.join('\n')), [2]);
  });

  it('is remembered, as far as it is there, when the document is closed', () => {
    const document = new DocumentCode(scanned);
    lines(document, wanted);
    document.apply([remove(1)], false);
    assert.deepEqual([...document.places.keys()], ['3']);
    document.keep(new Set());
    assert.equal(document.places.size, 0);
  });

  it('is looked for by what it reads where the scanned text does not have it', () => {
    const document = new DocumentCode('new();\nquery(request.parameters.name);\n');
    const one = code(0, { snippet: 'query(request.parameters.name);' });
    assert.deepEqual(lines(document, [one], 'something else'), [1]);
    assert.deepEqual(lines(new DocumentCode('query();'), [one], undefined), ['changed']);
  });
});

describe('500 issues of one file', () => {
  const text = Array.from({ length: 3500 }, (_, line) =>
    line % 7 === 2 ? `  run(x${line});` : `// ${line % 7}`,
  );
  const base = text.join('\n');
  const issues = text.flatMap((line, index) =>
    line.startsWith('  run')
      ? [code(index, { snippet: line.trim(), startColumn: 3, endColumn: line.length + 1 })]
      : [],
  );

  it('are each on the line of its own, and none on another’s, after an edit above and one among them', () => {
    assert.equal(issues.length, 500);
    assert.deepEqual(
      lines(new DocumentCode(base), issues, base),
      issues.map(({ startLine }) => startLine - 1),
    );
    const edited = new DocumentCode(`// new\n${base.replace('run(x2)', 'run(y)')}`);
    const [changed, ...others] = lines(edited, issues, base);
    assert.equal(changed, 'changed');
    assert.deepEqual(
      others,
      issues.slice(1).map(({ startLine }) => startLine),
    );
  });

  it('are where they are in a text that is the same, as a comparison would say', () => {
    const same = new CodeFinder(base, text);
    const compared = new CodeFinder(base, [...text, '// more']);
    for (const one of issues) assert.deepEqual(same.find(one), compared.find(one));
  });
});
