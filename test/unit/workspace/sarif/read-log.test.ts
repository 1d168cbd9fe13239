import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonPicker } from '../../../../src/workspace/sarif/json-picker.ts';
import { NoReport, readLog } from '../../../../src/workspace/sarif/read-log.ts';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** A text in pieces of a few bytes, so that names and characters are torn apart. */
function* pieces(content: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
}

const result = (line: number) => ({
  ruleId: 'r',
  message: { text: `at ${line}` },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'a.js' }, region: { startLine: line } } }],
});

describe('a JSON document in pieces', () => {
  it('is put together as JSON.parse would, wherever it is torn', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), (value, size) => {
        const expected = JSON.parse(JSON.stringify(value));
        if (JSON.stringify(expected).includes('__proto__')) return;
        const taken: unknown[] = [];
        const picker = new JsonPicker({ pick: () => 'build', take: (_path, one) => taken.push(one) });
        for (const piece of pieces(bytes(JSON.stringify(value)), size)) picker.write(piece);
        // A number at the top ends with the document only.
        if (typeof expected === 'number') return;
        picker.end();
        assert.deepEqual(taken, [expected]);
      }),
    );
  });

  it('is refused where brackets do not match, names are missing, or it nests too deep', () => {
    for (const text of ['{]', '{"a":1}}', '[1}', '{1:2}', '['.repeat(600)]) {
      const picker = new JsonPicker({ pick: () => 'build', take: () => undefined });
      assert.throws(() => {
        picker.write(bytes(text));
        picker.end();
      }, /JsonError|./);
    }
  });
});

describe('a SARIF log', () => {
  it('is read whatever the order of its parts', async () => {
    const log = await readLog([
      bytes({
        runs: [
          {
            results: [result(3)],
            artifacts: [{ location: { uri: 'a.js' }, contents: { text: 'x' } }],
            columnKind: 'utf16CodeUnits',
            tool: {
              extensions: [{ name: 'pack', rules: [{ id: 'r' }] }],
              driver: { rules: [{ id: 'q', help: { text: 'do' } }], name: 'Scan', version: '1' },
            },
          },
        ],
        version: '2.1.0',
      }),
    ]);
    const [run] = log.runs;
    assert.equal(run?.driver.name, 'Scan');
    assert.equal(run?.driver.rules[0]?.help?.text, 'do');
    assert.equal(run?.extensions[0]?.rules[0]?.id, 'r');
    assert.equal(run?.results[0]?.message?.text, 'at 3');
    assert.equal(run?.artifacts[0]?.contents?.text, 'x');
    assert.equal(run?.isUtf16, true);
    assert.equal(log.fault, undefined);
  });

  it('keeps results up to the limit and counts the rest', async () => {
    const log = await readLog(
      pieces(
        bytes({ version: '2.1.0', runs: [{ results: Array.from({ length: 90 }, (_, i) => result(i)) }] }),
        7,
      ),
      { limit: 25 },
    );
    assert.equal(log.runs[0]?.results.length, 25);
    assert.equal(log.resultCount, 90);
  });

  it('that ends in the middle shows what came until then, and says so', async () => {
    const whole = JSON.stringify({
      version: '2.1.0',
      runs: [{ results: [result(1), result(2), result(3)] }],
    });
    const log = await readLog([bytes(whole.slice(0, whole.indexOf('at 3')))]);
    assert.equal(log.runs[0]?.results.length, 2);
    assert.match(log.fault ?? '', /ends in the middle/);
  });

  it('may be UTF-16, or have a byte order mark', async () => {
    const text = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Prüfer' } } }] });
    for (const content of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.from(`\ufeff${text}`),
    ]) {
      const log = await readLog(pieces(content, 3));
      assert.equal(log.runs[0]?.driver.name, 'Prüfer');
    }
  });

  it('of another kind is refused', async () => {
    await assert.rejects(readLog([bytes('{"name":"x"}')]), NoReport);
    await assert.rejects(readLog([bytes('not json')]), NoReport);
    await assert.rejects(readLog([bytes('')]), NoReport);
    await assert.rejects(readLog([bytes({ version: '1.0.0', runs: [] })]), /1\.0\.0/);
  });

  it('never throws for what is broken within it', async () => {
    const broken = fc.jsonValue({ maxDepth: 4 });
    await fc.assert(
      fc.asyncProperty(broken, broken, broken, broken, async (one, two, three, four) => {
        const log = await readLog([
          bytes({
            version: '2.1.0',
            runs: [
              {
                tool: one,
                artifacts: [two, { location: three }],
                originalUriBaseIds: four,
                results: [
                  one,
                  { locations: two, message: three, codeFlows: four },
                  { locations: [{ physicalLocation: { region: one, artifactLocation: two } }], rule: three },
                ],
              },
              two,
            ],
          }),
        ]);
        assert.equal(log.resultCount, 3);
      }),
    );
  });

  it('is given up when the user cancels', async () => {
    const stop = new AbortController();
    async function* endless() {
      yield bytes('{"version":"2.1.0","runs":[{"results":[');
      for (;;) {
        stop.abort();
        yield bytes('{},');
      }
    }
    await assert.rejects(readLog(endless(), { signal: stop.signal }), { name: 'AbortError' });
  });

  it('of hundreds of megabytes takes memory for what is kept only', async function () {
    this.timeout(120_000);
    const one = bytes(`${JSON.stringify({ ...result(1), properties: { blob: 'x'.repeat(60_000) } })},`);
    const limit = 500;
    function* large() {
      yield bytes('{"version":"2.1.0","runs":[{"results":[');
      for (let at = 0; at < 1_000; at++) yield one;
      yield bytes('{}]}]}');
    }
    const before = process.memoryUsage().heapUsed;
    const log = await readLog(large(), { limit });
    assert.equal(log.resultCount, 1_001);
    assert.equal(log.runs[0]?.results.length, limit);
    assert.ok(process.memoryUsage().heapUsed - before < 100_000_000);
  });
});
