import assert from 'node:assert/strict';
import fc from 'fast-check';
import { severityOf } from '../../../src/engine/finding.ts';
import { withRole } from '../../../src/engine/roles/code-role.ts';
import { roleByPath } from '../../../src/engine/roles/path-roles.ts';
import { scanSecrets, secretScanner } from '../../../src/engine/secrets/index.ts';
import { KeywordIndex } from '../../../src/engine/secrets/keywords.ts';
import { entropyOf, isPlaceholder } from '../../../src/engine/secrets/placeholders.ts';
import { tokenRules } from '../../../src/engine/secrets/rules/index.ts';
import { effortOf } from '../../support/effort.ts';
import { compare, readCases } from './corpus.ts';

const scan = (path: string, text: string) => scanSecrets({ path, text }).findings;
const parts = (...pieces: string[]) => pieces.join('');
const github = parts('gh', 'p_a8Kd93jKslq0PzXmN4vB7cTyU1iOeRwQ2sDf');

describe('the corpus of secrets', () => {
  it('is found exactly as it is labelled', () => {
    const { positives, negatives, differences } = compare(readCases());
    assert.ok(positives >= 60 && negatives >= 60, `${positives} positives, ${negatives} negatives`);
    assert.deepEqual(differences, []);
  });
});

describe('known token forms', () => {
  it('are at least 80, each with an id of its own', () => {
    assert.ok(tokenRules.length >= 80);
    assert.equal(new Set(tokenRules.map((rule) => rule.id)).size, tokenRules.length);
  });

  for (const rule of tokenRules) {
    it(`find any ${rule.title} of their form: ${rule.id}`, () => {
      // The guard against longer words is no part of the form; names are matched in any case, so one case will do.
      const form = new RegExp(`^${rule.pattern.source.replace(/\(\?!\[[^\]]*\]\)$/, '')}$`);
      const tokens = fc
        .stringMatching(form)
        .filter((token) => !token.includes('\n') && !isPlaceholder(token))
        .filter((token) => {
          const secret = form.exec(token)?.[1] ?? token;
          return entropyOf(secret) >= rule.entropy + 0.2 && !isPlaceholder(secret);
        });
      fc.assert(
        fc.property(tokens, (token) => {
          const ids = scan('src/app.txt', `x ${token}\n`).map((finding) => finding.ruleId);
          assert.ok(ids.length > 0, token);
        }),
        { numRuns: 15 },
      );
    });
  }
});

describe('a secret that was found', () => {
  it('has a title that names it, as the titles of other issues do', () => {
    const titles = new Set(
      readCases().flatMap(({ file }) => scanSecrets(file).findings.map(({ title }) => title)),
    );
    assert.ok(titles.size >= 20, `${titles.size} titles`);
    for (const title of titles) assert.match(title, /^[A-Z][\w.\- ]{5,59}$/);
    for (const title of [
      'Hard-coded password',
      'GitHub personal access token in the source',
      'Private key in the source',
    ])
      assert.ok(titles.has(title), `${title} is not among ${[...titles].join(', ')}`);
    const npm = scan('.env', parts('NPM_TOKEN=np', 'm_a8Kd93jKslq0PzXmN4vB7cTyU1iOeRwQ2sDf'));
    assert.deepEqual(
      npm.map(({ title }) => title),
      ['Access token of npm in the source'],
    );
  });

  it('appears nowhere in the finding', () => {
    const texts = {
      'a.js': `const a = "${github}", b = "${github}"; // ${github}`,
      'b.py': 'password = "Tr0ub4dor&3"  # was Tr0ub4dor&3 before',
      'c.yml': 'url: postgres://app:Gr4peV1ne@db.acme.io/x?copy=Gr4peV1ne',
      id_rsa: `-----BEGIN ${'RSA'} PRIVATE KEY-----\n${'qZ8/'.repeat(40)}Xy91\n-----END RSA PRIVATE KEY-----`,
    };
    const secrets = [github.slice(5), 'Tr0ub4dor', '4dor&3', 'Gr4peV1ne', 'qZ8/qZ8/'];
    for (const [path, text] of Object.entries(texts)) {
      const findings = scan(path, text);
      assert.equal(findings.length, 1, path);
      const written = JSON.stringify(findings);
      for (const secret of secrets) assert.ok(!written.includes(secret), `${path}: ${written}`);
    }
  });

  it('appears nowhere in any finding of the corpus', () => {
    for (const { id, file } of readCases()) {
      const lines = file.text.split('\n');
      for (const finding of scanSecrets(file).findings) {
        const { startLine, startColumn, endLine, endColumn } = finding.range;
        const last = endLine > startLine ? undefined : endColumn - 1;
        const secret = lines[startLine - 1]?.slice(startColumn - 1, last) ?? '';
        // Of a key over several lines, the first line only says that it is one; the others are the key.
        const hidden = endLine > startLine ? (lines[startLine] ?? '') : secret;
        // A password that is a common word may well be part of a sentence or a name.
        const written = /^[a-z]{1,7}$/.test(hidden) ? `'${hidden}'` : hidden;
        assert.ok(
          hidden.length >= 3 && !JSON.stringify(finding).includes(written),
          `${id}: ${finding.snippet}`,
        );
      }
    }
  });

  it('is reported where it stands, in the terms of an issue', () => {
    const [finding] = scan('src/a.js', `// é\n  call("${github}");\n`);
    assert.deepEqual(finding?.range, {
      startLine: 2,
      startColumn: 9,
      endLine: 2,
      endColumn: 9 + github.length,
    });
    assert.equal(finding?.vulnClass, 'hard-coded-secret');
    assert.equal(finding?.category, 'SECRETS');
    assert.deepEqual(finding?.cwes, ['CWE-798']);
    assert.equal(finding?.snippet, 'call("ghp_…");');
  });

  it('is found in the data of a Kubernetes Secret, whichever of its parts have lines', () => {
    const data = `  entry: ${btoa('Tr0ub4dor&3-and-more')}`;
    for (const eol of ['\n', '\r\n'])
      for (const lines of [
        ['data:', data],
        ['data:', 'stringData:', data],
        ['data:', '  a: b', data, 'type: Opaque'],
      ]) {
        const manifest = ['kind: ConfigMap', 'data:', '  a: b', '---', 'kind: Secret', ...lines].join(eol);
        const [finding, ...others] = scan('k8s/secret.yaml', manifest);
        assert.equal(
          finding?.range.startLine,
          5 + lines.length - (lines.includes('type: Opaque') ? 1 : 0),
          manifest,
        );
        assert.deepEqual(others, []);
      }
  });

  it('is one issue however often the file repeats it', () => {
    const findings = scan('a.js', `"${github}"\n"${github}"\n"${github}"`);
    assert.equal(findings.length, 1);
    assert.match(findings[0]?.message ?? '', /3 times/);
  });

  it('weighs less in tests and examples', () => {
    const [inSource] = scan('src/db.py', 'password = "Tr0ub4dor&3"');
    for (const path of [
      'tests/db.py',
      'src/db.test.ts',
      'examples/db.py',
      'DbTest.java',
      '.env.example',
      '.env.dist',
      'deploy/compose-testing.yml',
      'conf/shop.sample.properties',
    ]) {
      const [inTest] = scan(path, 'password = "Tr0ub4dor&3"').map((finding) =>
        withRole(
          finding,
          roleByPath(path, () => false),
        ),
      );
      assert.ok(inTest && inSource && inTest.score < 40 && inTest.confidence < inSource.confidence, path);
    }
  });

  it('is of medium severity where a list of words guesses it, and says that it is a default', () => {
    const scoreOf = (value: string, path = 'src/db.py') => {
      const [finding] = scan(path, `password = "${value}"`);
      return { severity: finding && severityOf(finding.score), title: finding?.title };
    };
    for (const value of ['123456', 'admin', 'orchard', 'Orchard1', 'orchard2024!', 'P@ssw0rd1', 'my-kettle'])
      assert.deepEqual(
        scoreOf(value),
        { severity: 'MEDIUM', title: 'Default password in the source' },
        value,
      );
    for (const value of ['Tr0ub4dor&3', 'Vy7pQ2mm', 'M00nlight9', 'blue-kettle-7-otter', 'mxqzvtrwplkdnbhg'])
      assert.deepEqual(scoreOf(value), { severity: 'HIGH', title: 'Hard-coded password' }, value);
    for (const [text, severity] of [
      ['url = "amqp://worker:orchard1@mq.prod.acme.io/"', 'MEDIUM'],
      ['url = "amqp://worker:R4bb1tHole@mq.prod.acme.io/"', 'HIGH'],
      ['api_key = "b6907d289e10d714a6e88b30761fae22"', 'HIGH'],
      // Who guesses it signs tokens.
      ['jwt_secret = "supersecretkey"', 'HIGH'],
      ['client_secret = "orchard12"', 'MEDIUM'],
      ['# existing_secret = "my-own-orchard-secret"', 'MEDIUM'],
      ['# api_key = "b6907d289e10d714a6e88b30761fae22"', 'MEDIUM'],
      [`# github = "${github}"`, 'CRITICAL'],
    ] as const) {
      const [finding] = scan('src/db.py', text);
      assert.equal(finding && severityOf(finding.score), severity, text);
    }
  });

  it('is said to be a hash where it is one', () => {
    const [finding] = scan('seed.xml', '<column name="password" value="5f4dcc3b5aa765d61d8327deb882cf99"/>');
    assert.equal(finding && severityOf(finding.score), 'MEDIUM');
    assert.match(finding?.message ?? '', /^A password hash \(.*try passwords against it/);
  });

  it('keeps its fingerprint when the file changes around it, and loses it with its value', () => {
    const fingerprintOf = (path: string, text: string) => scan(path, text)[0]?.fingerprint;
    const before = fingerprintOf('a.js', `const t = "${github}";`);
    assert.equal(fingerprintOf('b/c.js', `\n\n      const t = "${github}";`), before);
    assert.notEqual(fingerprintOf('a.js', `const t = "${github.replace('a8', 'b9')}";`), before);
    assert.equal(
      fingerprintOf('a.js', 'const password = "Tr0ub4dor&3";'),
      fingerprintOf('z.js', '// x\n\tconst  password =  "Tr0ub4dor&3";'),
    );
  });
});

describe('scanning for secrets', () => {
  it('takes any text, and gives ranges within it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'password = "',
        '-----BEGIN PRIVATE KEY-----',
        '://a:b@c',
        'eyJ',
        'key: ',
        "'",
        '\n',
        github,
        '"',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('a.js', '.env', 'x.yml', '.netrc'), (pieces, path) => {
        const text = pieces.join('');
        const lines = text.split('\n');
        for (const { range } of scan(path, text)) {
          assert.ok(range.startLine >= 1 && range.endLine <= lines.length);
          assert.ok(range.endLine > range.startLine || range.endColumn > range.startColumn);
          assert.ok(range.endColumn <= (lines[range.endLine - 1]?.length ?? 0) + 1);
        }
      }),
    );
  });

  for (const [name, unit] of Object.entries({
    names: 'password_',
    assignments: 'password = "',
    headers: '-----BEGIN PRIVATE KEY-----\n',
    addresses: 'https://user:',
    tokens: 'eyJabcdefghijkl.',
    spaces: 'token                    ',
    quotes: '"\'`secret:',
    dots: 'a.token.',
  })) {
    it(`stays fast on a hostile megabyte of ${name}`, () => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const effort = effortOf(() => scan('.env', text));
      assert.ok(effort < 3_000, `${effort} ms`);
    });
  }

  it('stays fast on hostile labels', () => {
    for (const unit of ['<a b="c: ', '"a": "b', 'a: ', 'a=>', '<a>'])
      for (const path of ['de/texts.json', 'texts_pt-BR.xml']) {
        const text = `"password": "Tr0ub4dor&3"\n${`${unit.repeat(500 / unit.length)}\n`.repeat(1_000)}`;
        const effort = effortOf(() => scan(path, text));
        assert.ok(effort < 1_000, `${unit}: ${effort} ms`);
      }
  });

  it('reports a bounded number of a dump of secrets', () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `password${i} = "Xk${i}!qz${i * 7}"`);
    const { length } = scan('dump.py', lines.join('\n'));
    assert.ok(length > 0 && length <= 200);
  });
});

describe('a scan for secrets that looks for words, too', () => {
  it('finds the same secrets, and the words that stand in the text in any case of letters', () => {
    const scanner = secretScanner(['digest', 'password', 'you are', 'never']);
    const begun = 'MessageDigest d; // YOU ARE here';
    for (const { file } of readCases()) {
      const text = `${file.text}\n${begun}`;
      const { written, findings, seen } = scanner({ ...file, text });
      const plain = scanSecrets({ ...file, text });
      assert.deepEqual([findings, seen], [plain.findings, plain.seen]);
      assert.equal(written.has('digest') && written.has('you are'), true);
      assert.equal(written.has('password'), text.toLowerCase().includes('password'));
    }
  });

  it('looks for words in a text with more secrets than are told of', () => {
    const secret = `const password = 'k3J9${'x8Wq'}';\n`.repeat(2_000);
    const { written } = secretScanner(['at the end'])({ path: 'a.js', text: `${secret}// at the end` });
    assert.deepEqual([...written], ['at the end']);
  });
});

describe('the keyword index', () => {
  it('finds what a search for each keyword finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', 'é'), maxLength: 40 });
    const words = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(words, letters, (keywords, text) => {
        const found: string[] = [];
        new KeywordIndex(keywords).scan(text, (keyword, start) =>
          found.push(`${start} ${keywords[keyword]}`),
        );
        const expected = keywords.flatMap((keyword) =>
          Array.from(text, (_, at) => at)
            .filter((at) => text.toLowerCase().startsWith(keyword, at))
            .map((at) => `${at} ${keyword}`),
        );
        assert.deepEqual(found.toSorted(), expected.toSorted());
      }),
    );
  });
});
