import assert from 'node:assert/strict';
import fc from 'fast-check';
import { endpointOf } from '../../../../src/engine/ai-inventory/endpoints.ts';
import { literalsOf } from '../../../../src/engine/ai-inventory/literals.ts';
import { byFormat } from '../../../../src/engine/ai-inventory/model-formats.ts';
import { inventoryByLexer } from '../../../support/ai-inventory-corpus.ts';
import { effortOf } from '../../../support/effort.ts';

const texts = (path: string, text: string): string[] => [...literalsOf(path, text)].map((one) => one.text);
const languages = ['a.ts', 'a.py', 'a.go', 'a.rb', 'a.java', 'a.ipynb', 'a.sh'];

describe('literals of source code', () => {
  it('are what stands between quotes, outside of comments', () => {
    assert.deepEqual(
      texts('a.ts', `const a = 'x"y'; // 'no'\n/* "no" */ const b = "it\\"s", c = \`t\n\${u}\`;`),
      ['x"y', 'it\\"s', 't\n${u}'],
    );
    assert.deepEqual(texts('a.py', `# "no"\na = """x\n"y" """ + 'z'`), ['x\n"y" ', 'z']);
    assert.deepEqual(texts('A.java', 'String a = """\n  x "y"\n  """; char b = \'"\'; String c = "d";'), [
      '\n  x "y"\n  ',
      '"',
      'd',
    ]);
    assert.deepEqual(texts('a.rs', 'fn f<\'a>(x: &\'a str) {} // "no"\nconst U: &str = "y";'), [
      'a>(x: &',
      'y',
    ]);
    assert.deepEqual(texts('a.sh', `curl "x" # don't\necho 'y'`), ['x', 'y']);
    assert.deepEqual(texts('a.ipynb', '{"source": ["u = \\"https://x\\"\\n", "v = \'y\'"]}'), [
      'https://x',
      'y',
    ]);
  });

  it('stand where they say, in any text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.string({ unit: fc.constantFrom(...'ab"\'`\\/*#\n$') }),
        (path, text) => {
          let end = 0;
          for (const literal of literalsOf(path, text)) {
            assert.equal(text.slice(literal.start, literal.start + literal.text.length), literal.text);
            assert.ok(literal.start >= end);
            assert.ok(text.slice(0, literal.start).includes(literal.before));
            end = literal.start + literal.text.length;
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('are found in time, whatever is left open', () => {
    for (const path of languages) {
      for (const piece of ['/*', '"""', "'''", '`', '"', "'", "\\'", '\\"', '/*"', '${', '"\\', '#']) {
        const source = `x = "https://api.openai.com/v1"\nprompt = "You are"\n${piece.repeat(100_000)}`;
        const ms = effortOf(() => inventoryByLexer({ [path]: source }));
        assert.ok(ms < 5_000, `${path} ${piece}: ${ms} ms`);
      }
    }
  });
});

describe('addresses of providers', () => {
  const hostOf = (text: string, before = ''): string | undefined =>
    endpointOf({ text, start: 0, before })?.host;

  it('are recognised with parts that the program computes', () => {
    assert.equal(hostOf('https://{name}.openai.azure.com/x'), '*.openai.azure.com');
    assert.equal(hostOf('https://${this.name("a")}.openai.azure.com'), '*.openai.azure.com');
    assert.equal(hostOf('https://%s-aiplatform.googleapis.com/v1'), '*-aiplatform.googleapis.com');
    assert.equal(hostOf('.openai.azure.com/', 'const u = "https://" + name + '), '*.openai.azure.com');
    assert.equal(
      hostOf('https://BEDROCK-runtime.eu-west-1.amazonaws.com'),
      'bedrock-runtime.eu-west-1.amazonaws.com',
    );
    assert.equal(hostOf('http://localhost:11434/api/generate'), 'localhost');
  });

  it('are whole hosts, at the beginning, and not their name in a list or a sentence', () => {
    for (const text of [
      'https://api.openai.com.evil.dev/',
      'https://x.dev/?u=https://api.openai.com',
      'see https://api.openai.com/docs',
      'api.openai.com',
      'https://openai.com/blog',
      'http://localhost:11434',
      'https://openrouter.ai/models',
    ])
      assert.equal(hostOf(text), undefined, text);
    assert.equal(hostOf('api.openai.com', 'hostname: '), 'api.openai.com');
  });

  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        (text, before) => void hostOf(`https://${text}`, before),
      ),
    );
  });
});

describe('formats of models', () => {
  it('need both the name and the bytes', () => {
    assert.equal(byFormat('m/a.cbm', 'CBM1....')?.detail, 'A CatBoost model.');
    assert.equal(byFormat('m/a.txt', 'CBM1....'), undefined);
    assert.equal(byFormat('m/a.cbm', 'text'), undefined);
    fc.assert(
      fc.property(
        fc.constantFrom('a.pb', 'a.json', 'a.pmml', 'a.mlmodel'),
        fc.string({ unit: 'binary' }),
        (path, head) => void byFormat(path, head),
      ),
    );
  });
});
