import assert from 'node:assert/strict';
import { fix, fixed, obstacle } from './support.ts';

describe('requests to hosts that clients choose', () => {
  const handler = (line: string): string =>
    `const https = require('https');\nconst axios = require('axios');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  const { url, host } = req.query;\n  ${line}\n});\n`;

  for (const [before, after] of [
    ['fetch(url);', 'fetch(allowedAddress(url));'],
    ['axios({ url, timeout: 1 });', 'axios({ url: allowedAddress(url), timeout: 1 });'],
    ['https.get({ hostname: host });', 'https.get({ hostname: allowedHost(host) });'],
    ['fetch(`https://${host}/a`);', 'fetch(allowedAddress(`https://${host}/a`));'],
  ] as const) {
    it(`are bound to a list: ${before}`, async () => {
      const result = await fixed('app.js', handler(before), 'ssrf');
      assert.ok(result.includes(`  ${after}\n`), result);
      assert.match(result, /process\.env\.ALLOWED_HOSTS \?\? ''\)\.split\(','\)/);
    });
  }

  it('say what has to be set where the program runs', async () => {
    const outcome = await fix([{ path: 'app.js', text: handler('fetch(url);') }], 'ssrf');
    assert.equal(outcome.type, 'proven');
    assert.deepEqual(
      outcome.type === 'proven' && outcome.candidate.needs?.map(({ environment }) => environment),
      ['ALLOWED_HOSTS'],
    );
  });

  it('take the text inside of what is made of it (Java)', async () => {
    const result = await fixed(
      'A.java',
      'import java.net.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  @GetMapping("/a")\n  String a(@RequestParam String u) throws Exception {\n    return String.valueOf(new URL(u).openStream().read());\n  }\n}\n',
      'ssrf',
    );
    assert.match(result, /new URL\(allowedAddress\(u\)\)\.openStream\(\)/);
    assert.match(result, /!isWeb \|\| !java\.util\.Arrays\.asList\(allowed\)\.contains\(host\)/);
  });

  it('are looked at after a method, too (Python)', async () => {
    const result = await fixed(
      'app.py',
      'import requests\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route("/")\ndef view():\n    return requests.request("POST", request.args["u"]).text\n',
      'ssrf',
    );
    assert.match(result, /requests\.request\("POST", allowed_address\(request\.args\["u"\]\)\)/);
    assert.match(result, /from urllib\.parse import urlsplit/);
  });

  it('leave the addresses of databases to a person', async () => {
    const reason = await obstacle(
      'A.java',
      'import java.sql.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  @GetMapping("/a")\n  void a(@RequestParam String u) throws Exception {\n    DriverManager.getConnection(u);\n  }\n}\n',
      'ssrf',
    );
    assert.match(reason, /database’s.*configuration/);
  });
});

describe('redirects to other sites that clients choose', () => {
  const spring = (body: string): string =>
    `import java.net.URI;\nimport javax.servlet.http.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  @GetMapping("/a")\n  void a(@RequestParam String url, HttpServletResponse response) throws Exception {\n    ${body}\n    response.sendRedirect(url);\n  }\n}\n`;

  it('are bound to a list where the code tests the host, but not well enough', async () => {
    const text = spring('if (!URI.create(url).getHost().endsWith("acme.test")) return;');
    const outcome = await fix([{ path: 'A.java', text }], 'open-redirect');
    assert.ok(outcome.type === 'proven', JSON.stringify(outcome));
    assert.match(outcome.candidate.changes[0].after, /response\.sendRedirect\(allowedAddress\(url\)\)/);
    assert.deepEqual(
      outcome.candidate.needs?.map(({ environment }) => environment),
      ['ALLOWED_HOSTS'],
    );
  });

  it('stay on the site where nothing tests the host', async () => {
    const text = spring('if (url.isEmpty()) return;');
    assert.match(await fixed('A.java', text, 'open-redirect'), /sendRedirect\(localPath\(url\)\)/);
  });
});
