import assert from 'node:assert/strict';
import { rules } from '../../../../src/engine/languages/python/rules/index.ts';
import { namesSecret } from '../../../../src/engine/rules/secret-names.ts';
import { lower } from './lower.ts';

/** `class@line` of what the rules find, in the order of the text. */
function found(text: string): string[] {
  const module = lower(text);
  return rules
    .filter(({ words }) => words?.some((word) => text.toLowerCase().includes(word)) ?? true)
    .flatMap(({ find }) => [...find(module)])
    .toSorted((a, b) => a.at - b.at)
    .map(({ vulnClass, at }) => `${vulnClass}@${text.slice(0, at).split('\n').length}`);
}

describe('Python structural rules', () => {
  describe('predictable random numbers', () => {
    it('know the names of secrets in any spelling', () => {
      for (const name of [
        'token',
        'resetToken',
        'SESSION_ID',
        'api_key',
        'otp',
        'user_password',
        'secretKey',
      ])
        assert(namesSecret(name), name);
      for (const name of ['author', 'tokens_of_text', 'key', 'value', 'keyboard', 'passenger', 'opinion'])
        assert(!namesSecret(name), name);
    });

    it('are found where a secret is made, through variables too', () => {
      assert.deepEqual(
        found('import random\ndef f():\n  n = random.randint(1, 9)\n  code = str(n)\n  token = code * 2\n'),
        ['weak-random@3'],
      );
      assert.deepEqual(found('from random import choice as pick\npassword = "".join(pick(x) for _ in y)\n'), [
        'weak-random@2',
      ]);
      assert.deepEqual(found('import random\ndef reset_token():\n  return random.random()\n'), [
        'weak-random@3',
      ]);
      assert.deepEqual(found('import random\nr.set_cookie("a", str(random.random()))\n'), ['weak-random@2']);
      assert.deepEqual(found('import random\nf({"nonce": random.random()}, salt=random.random())\n'), [
        'weak-random@2',
        'weak-random@2',
      ]);
    });

    it('are right in games, and where the system makes them', () => {
      assert.deepEqual(
        found('import random\ndef roll():\n  side = random.randint(1, 6)\n  return side\n'),
        [],
      );
      assert.deepEqual(
        found('import random, secrets\ntoken = secrets.token_hex()\nsalt = random.SystemRandom().random()\n'),
        [],
      );
    });
  });

  describe('settings of Django', () => {
    const settings = (lines: string): string => `ROOT_URLCONF = "a.urls"\n${lines}`;

    it('are read only where the module is one of settings', () => {
      assert.deepEqual(found('DEBUG = True\nSECRET_KEY = "abcdef"\n'), []);
      assert.deepEqual(found(settings('DEBUG = True\nSECRET_KEY = "abcdef"\n')), [
        'debug-enabled@2',
        'hard-coded-secret@3',
      ]);
    });

    it('pass when they come from the environment', () => {
      assert.deepEqual(
        found(
          settings('DEBUG = env("DEBUG")\nSECRET_KEY = os.environ["KEY"]\nSESSION_COOKIE_SECURE = True\n'),
        ),
        [],
      );
    });

    it('want the CSRF middleware where sessions are on', () => {
      const session = '"django.contrib.sessions.middleware.SessionMiddleware"';
      assert.deepEqual(found(`MIDDLEWARE = [${session}]\n`), ['csrf-disabled@1']);
      assert.deepEqual(found(`MIDDLEWARE = [${session}, "django.middleware.csrf.CsrfViewMiddleware"]\n`), []);
      assert.deepEqual(found(`MIDDLEWARE = [${session}, *OTHERS]\n`), []);
      assert.deepEqual(found('MIDDLEWARE = ["a.b"]\n'), []);
    });

    it('report each wrong switch', () => {
      assert.deepEqual(
        found(
          settings(
            'SESSION_COOKIE_SECURE = False\nCORS_ALLOW_ALL_ORIGINS = True\nSESSION_COOKIE_HTTPONLY = False\n',
          ),
        ),
        ['insecure-cookie@2', 'cors-misconfiguration@3', 'insecure-cookie@4'],
      );
    });
  });

  it('find keys in configuration classes', () => {
    assert.deepEqual(
      found('class DevConfig:\n  SECRET_KEY = "dev-key"\nclass Other:\n  SECRET_KEY = "dev-key"\n'),
      ['hard-coded-secret@2'],
    );
  });

  it('find views taken out of the CSRF check', () => {
    assert.deepEqual(
      found(
        'from django.views.decorators.csrf import csrf_exempt\n@csrf_exempt\ndef a(request): pass\n@method_decorator(csrf_exempt, name="post")\nclass B(View): pass\n@csrf_protect\ndef c(request): pass\n',
      ),
      ['csrf-disabled@2', 'csrf-disabled@4'],
    );
  });

  it('find the switch that stops certificate checks everywhere', () => {
    assert.deepEqual(
      found('import ssl\nssl._create_default_https_context = ssl._create_unverified_context\n'),
      ['tls-verification-disabled@2'],
    );
    assert.deepEqual(
      found('import ssl\nssl._create_default_https_context = ssl.create_default_context\n'),
      [],
    );
  });

  it('find stack traces in what a view returns, not in what it logs', () => {
    const view = (body: string): string => `import traceback\n@app.route("/")\ndef f():\n  ${body}\n`;
    assert.deepEqual(found(view('return traceback.format_exc()')), ['information-exposure@4']);
    assert.deepEqual(found(view('log.error(traceback.format_exc())')), []);
    assert.deepEqual(found('import traceback\ndef helper():\n  return traceback.format_exc()\n'), []);
  });
});
