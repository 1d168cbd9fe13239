import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/service/search/german.ts';
import { corrected, understand, type Wanted } from '../../../../src/service/search/query.ts';
import { termsOf } from '../../../../src/service/store/terms.ts';

const termsIn = (wanted: readonly Wanted[]): readonly string[] => wanted.flatMap(({ terms }) => terms);
const issues = (query: string) => understand(query, 'issues');
const endpoints = (query: string) => understand(query, 'endpoints');

describe('a question to the search', () => {
  it('names weaknesses by name, CWE, abbreviation, in German, and by what an attacker does', () => {
    for (const [query, term] of [
      ['SQL injections', 'xclasssqlinjection'],
      ['CWE-79', 'xclassxss'],
      ['SSRF', 'xclassssrf'],
      ['schwache Verschlüsselung', 'xclassweakcipher'],
      ['fest eingebaute Passwörter', 'xclasshardcodedsecret'],
      ['somebody runs commands', 'xclasscommandinjection'],
      ['../../etc/passwd', 'xclasspathtraversal'],
    ] as const)
      assert.ok(termsIn(issues(query).wanted).includes(term), query);
    assert.ok(!termsIn(issues('NoSQL injection').wanted).includes('xclasssqlinjection'));
  });

  it('takes severities and statuses out of the words', () => {
    const { severities, statuses, wanted } = issues('critical false positives about cookies');
    assert.deepEqual([severities, statuses], [['CRITICAL'], ['FALSE_POSITIVE']]);
    assert.deepEqual(termsIn(wanted), ['xclassinsecurecookie']);
    assert.deepEqual(issues('kritische XSS').severities, ['CRITICAL']);
  });

  it('leaves out endpoints with authentication only where the question says so', () => {
    for (const query of [
      'which endpoints have no authentication?',
      'login without authentication',
      'endpoints that anyone can call',
      'Endpunkte ohne Anmeldung',
      'ungeschützte Endpunkte',
      'public endpoints',
    ])
      assert.deepEqual(endpoints(query).authentication, ['NONE'], query);
    for (const query of [
      'endpoints that require login',
      'which endpoints need authentication?',
      'authentication is required',
    ])
      assert.deepEqual(endpoints(query).authentication, ['REQUIRED'], query);
    for (const query of [
      'is /ping authenticated?',
      'login without rate limit',
      'two-factor authentication',
      'ist /ping geschützt?',
    ])
      assert.deepEqual(endpoints(query).authentication, [], query);
    const { authentication, preferred, wanted } = endpoints('public file upload');
    assert.deepEqual([authentication, preferred], [[], 'NONE']);
    assert.deepEqual(termsIn(wanted), termsOf('file upload'));
  });

  it('reads methods in capitals alone, and paths that have a letter', () => {
    assert.deepEqual(endpoints('POST to /users').methods, ['POST']);
    assert.deepEqual(endpoints('a post about users').methods, []);
    assert.deepEqual(endpoints('/users or / or ../').paths, ['/users']);
  });

  it('translates German words, with their parts and endings', () => {
    assert.deepEqual(inEnglish('benutzereingabe'), [termsOf('user'), termsOf('input')]);
    assert.deepEqual(inEnglish('loschen'), [termsOf('delete remove erase')]);
    assert.deepEqual(inEnglish('loeschen'), inEnglish('loschen'));
    assert.deepEqual(inEnglish('rechnungen'), [termsOf('invoice')]);
    assert.deepEqual(inEnglish('kontotest'), []);
  });

  it('corrects a typing error to a word that is known', () => {
    const [wanted] = endpoints('pasword').wanted;
    assert.deepEqual(wanted && corrected(wanted, 'endpoints').terms, termsOf('password'));
  });

  it('asks for nothing where there is no word, whatever the script', () => {
    for (const query of ['?!…', '()|&!:*', ' ', '"']) assert.deepEqual(issues(query).wanted, [], query);
    assert.ok(issues('密码泄露').wanted.length > 0 && endpoints('حقن').wanted.length > 0);
    assert.ok(issues(`${'word '.repeat(205)}`.slice(0, 1024)).wanted.length <= 12);
  });
});
