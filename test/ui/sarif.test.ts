import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

const code = [
  "const { exec } = require('node:child_process');",
  "const app = require('express')();",
  "app.get('/ping', (request, response) => {",
  '  const host = request.query.host;',
  "  exec('ping ' + host);",
  '});',
  '',
].join('\n');

const at = (uri: string, startLine: number) => ({
  physicalLocation: { artifactLocation: { uri }, region: { startLine } },
});
const ping = 'storefront/src/ping.js';
const report = {
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Other Scan',
          rules: [
            {
              id: 'js/command-line-injection',
              shortDescription: { text: 'Uncontrolled command line' },
              help: { markdown: 'Pass arguments as a **list** and do without a shell.' },
              properties: { 'security-severity': '9.8', precision: 'high', tags: ['external/cwe/cwe-078'] },
            },
          ],
        },
      },
      results: [
        {
          ruleId: 'js/command-line-injection',
          baselineState: 'new',
          message: { text: 'This command line depends on a value that a user provides.' },
          locations: [at(ping, 5)],
          codeFlows: [
            {
              threadFlows: [
                {
                  locations: [
                    { location: { ...at(ping, 4), message: { text: 'a user sends it' } } },
                    { location: { ...at(ping, 5), message: { text: 'it is run' } } },
                  ],
                },
              ],
            },
          ],
        },
        { ruleId: 'x', level: 'error', message: { text: 'Elsewhere' }, locations: [at('/etc/passwd', 1)] },
      ],
    },
  ],
};

/** A report of another tool in the window, without a scan, an account or a service. */
describe('a SARIF report in the window', () => {
  let session: Session;

  before(async () => {
    session = await openSession({ settings: { 'parapet.review.threads': 'workingTree' } });
    await writeFile(path.join(session.folder, 'storefront', 'src', 'ping.js'), code);
    await writeFile(path.join(session.folder, 'storefront', 'other.sarif'), JSON.stringify(report));
  });
  after(async () => {
    await session?.close();
  });

  it('is opened from its file, in the tree, in Problems and as a thread on the changed line', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.openFile('other.sarif');
    await workbench.command('Parapet: Open SARIF File…');
    await workbench.treeRow(/other\.sarif.*Other Scan · 2 issues/).waitFor();
    const row = workbench.treeRow(/Uncontrolled command line.*ping\.js:5.*Other Scan.*new/);
    await row.waitFor();
    await workbench.treeRow(/outside the workspace/).waitFor();
    await row.click();
    await workbench.tab('ping.js').waitFor();
    await workbench.command('Parapet: Next Issue on Changed Lines');
    await session.shot('sarif-thread');
    await workbench.command('Parapet: Show Details');
    await workbench
      .webview()
      .getByRole('heading', { name: /Uncontrolled command line/ })
      .waitFor();
    await session.shot('sarif-report');
  });

  it('is there again when the window is loaded anew, until it is closed', async () => {
    const { workbench } = session;
    await session.reload();
    await workbench.treeRow(/Uncontrolled command line/).waitFor({ timeout: 60_000 });
    // So is the page that told of it.
    await workbench
      .webview()
      .getByRole('heading', { name: /Uncontrolled command line/ })
      .waitFor();
    await workbench.command('Parapet: Close SARIF File');
    await workbench.treeRow(/Uncontrolled command line/).waitFor({ state: 'detached' });
  });
});
