import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, documented, members, neutral, sinks, types } from './rows.ts';

const options = 'Argument[0].url|Argument[0].uri|Argument[0].baseURL|Argument[0].host|Argument[0].hostname';
const verbs = 'get post put patch delete head options request';

function client(...modules: string[]): RowInput[] {
  return modules.flatMap((module) => {
    const apis = [module, ...members(module, verbs)];
    return [
      // Other options than the address, a body for instance, are no matter.
      ...sinks('ssrf', 'Argument[0]', apis, { when: [{ input: 'Argument[0]', type: 'Object', not: true }] }),
      ...sinks('ssrf', options, apis, { when: [{ input: 'Argument[0]', type: 'Object' }] }),
    ];
  });
}

/** Clients that fetch an address. */
export const requests = definePack({
  id: 'javascript/requests',
  languages: [...both],
  title: 'HTTP clients',
  provenance: documented,
  rows: [
    ...client(
      'axios',
      'got',
      'request',
      'request-promise',
      'request-promise-native',
      'needle',
      'superagent',
      'ky',
      'bent',
      'phin',
      'wretch',
      'ofetch',
    ),
    ...['@hapi/wreck', 'wreck'].flatMap((module) => [
      ...sinks('ssrf', 'Argument[0]', members(module, verbs)),
      ...sinks('ssrf', 'Argument[1]', [`${module}.request`]),
    ]),
    ...types('axios', ['axios.create', 'axios.Axios']),
    ...sinks('ssrf', 'Argument[0]', members('got', 'stream paginate')),
    ...sinks('ssrf', 'Argument[0]', members('axios', 'postForm putForm patchForm')),
    ...sinks('ssrf', 'Argument[0].baseURL', ['axios.create']),
    ...types('got', ['got.extend']),
    ...['got', 'axios', 'ky', 'superagent', 'needle', 'wretch'].map(
      (api): RowInput => ({ kind: 'alias', api: `${api}.default`, of: api }),
    ),
    ...sinks('ssrf', 'Argument[1]', ['needle', 'needle.request'], {
      when: [{ input: 'Argument[0]', matches: '^(?:get|post|put|patch|delete|head)$', ignoreCase: true }],
    }),
    { kind: 'alias', api: 'got.got', of: 'got' },
    { kind: 'alias', api: 'ofetch.ofetch', of: 'ofetch' },
    { kind: 'alias', api: 'ofetch.$fetch', of: 'ofetch' },
    ...types('request', ['request.defaults', 'request-promise.defaults']),
    ...types('superagent', ['superagent.agent', 'supertest']),
    { kind: 'alias', api: '@nestjs/axios.HttpService.axiosRef', of: 'axios' },
    { kind: 'subtype', api: '@nestjs/axios.HttpService', of: ['axios'] },
    { kind: 'subtype', api: '@angular/common/http.HttpClient', of: ['angular.HttpClient'] },
    ...sinks('ssrf', 'Argument[0]', [
      'node-fetch',
      'node-fetch.default',
      'cross-fetch',
      'cross-fetch.fetch',
      'isomorphic-fetch',
      'isomorphic-unfetch',
      'make-fetch-happen',
      'fetch-retry',
      ...members('undici', 'fetch request stream pipeline connect'),
      'undici.Client',
      'undici.Pool',
      'urllib.request',
      'urllib.curl',
      'axios.getUri',
      'node-libcurl.curly.get',
      'download',
      'image-size',
      'jsdom.JSDOM.fromURL',
      'ws',
      'ws.WebSocket',
      'ws.default',
    ]),
    // A page that runs its scripts does so with what the program may do.
    ...sinks('xss', 'Argument[0]', ['jsdom.JSDOM'], {
      when: [{ input: 'Argument[1].runScripts', is: ['dangerously'] }],
    }),
    ...types('puppeteer.Browser', [
      'puppeteer.launch',
      'puppeteer-core.launch',
      'puppeteer.connect',
      'puppeteer-extra.launch',
      ...['playwright', '@playwright/test', 'playwright-core'].flatMap((module) =>
        ['chromium', 'firefox', 'webkit'].map((browser) => `${module}.${browser}.launch`),
      ),
    ]),
    ...types('puppeteer.Page', [
      ...members('puppeteer.Browser', 'newPage'),
      'playwright.BrowserContext.newPage',
      'puppeteer.Browser.newContext',
    ]),
    ...sinks('ssrf', 'Argument[0]', ['puppeteer.Page.goto']),
    ...sinks(
      'code-injection',
      'Argument[0]',
      members('puppeteer.Page', 'evaluate evaluateOnNewDocument addScriptTag.content'),
    ),
    ...sinks('xss', 'Argument[0]', members('puppeteer.Page', 'setContent'), { confidence: 60 }),
    // The answer of another server is not the input of this one's client.
    ...neutral([
      ...['axios', 'got', 'needle', 'request', 'superagent'].flatMap((module) => [
        module,
        ...members(module, verbs),
      ]),
      'node-fetch',
      'fetch',
      'undici.fetch',
      'undici.request',
    ]),
    ...types('nodemailer.Transporter', members('nodemailer', 'createTransport')),
    ...sinks('xss', 'Argument[0].html', ['nodemailer.Transporter.sendMail'], {
      what: 'the page of a mail',
      confidence: 60,
    }),
    ...members('nodemailer', 'createTransport').map(
      (api): RowInput => ({
        kind: 'misuse',
        api,
        vulnClass: 'hard-coded-secret',
        when: [{ input: 'Argument[0].auth.pass', matches: '^.{3,}$' }],
        message: 'The password of the mail account is written in the code.',
      }),
    ),
    ...['aws-sdk.config.update', 'aws-sdk.S3', 'aws-sdk.DynamoDB', '@aws-sdk/client-s3.S3Client'].map(
      (api): RowInput => ({
        kind: 'misuse',
        api,
        vulnClass: 'hard-coded-secret',
        when: [
          {
            input: 'Argument[0].secretAccessKey|Argument[0].credentials.secretAccessKey',
            matches: '^.{8,}$',
          },
        ],
        message: 'The secret key of the account is written in the code.',
      }),
    ),
    {
      kind: 'misuse',
      api: 'axios.request',
      vulnClass: 'hard-coded-secret',
      when: [{ input: 'Argument[0].auth.password', matches: '^.{3,}$' }],
      message: 'The password is written in the code.',
    },
  ],
});
