import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deterministicAnalyst } from '../../../../../../src/service/agent/analyst/deterministic/analyst.ts';
import { understand } from '../../../../../../src/service/agent/analyst/deterministic/understand.ts';
import { nextAfter, promptOf } from '../../../../../../src/views/agent/participant-words.ts';
import { starterQuestions } from '../../../../../../src/views/chat/starter-questions.ts';
import { createScanRunner } from '../../../../../support/bundled-worker.ts';
import { Harness } from '../../../support/harness.ts';
import { Conversation, type Said } from '../support.ts';

const sample = join(import.meta.dirname, '../../../../../../samples/vulnerable-shop');
const german: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../../l10n/bundle.l10n.de.json'), 'utf8'),
);

/** The built-in analyst over the sample as the real engine finds it, with one file too large and one broken. */
describe('the questions that a new conversation offers', () => {
  let service: Harness;
  let real: ReturnType<typeof createScanRunner>;
  let repositoryId: string;
  let talk: Conversation;

  before(async function () {
    this.timeout(120_000);
    service = await Harness.start();
    real = createScanRunner();
    const root = join(service.folder, 'work', 'project');
    mkdirSync(root, { recursive: true });
    cpSync(sample, root, { recursive: true });
    writeFileSync(join(root, 'storefront', 'large.js'), `const rows = [${'1, '.repeat(1_200_000)}];\n`);
    writeFileSync(
      join(root, 'storefront', 'broken.js'),
      'const a = 1;\nfunction ( {{{ ]] => ;\nconst b = 2;\n',
    );
    service.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
    service.runner.listing = (folder) => real.listing(folder);
    repositoryId = await service.addRepository();
    await service.scan(repositoryId);
  });
  beforeEach(() => {
    talk = new Conversation(service, deterministicAnalyst, { repositoryId });
  });
  after(async () => {
    await real.close();
    await service[Symbol.asyncDispose]();
  });

  const titles = ({ text }: Said): string[] =>
    [...text.matchAll(/^\d+\. \*\*\w+\*\* \[([^\]]*)\]/gm)].map(([, title = '']) => title);

  const answers: Readonly<Record<string, (said: Said) => Promise<void> | void>> = {
    'What should I fix first?': async (said) => {
      const known = new Set((await service.issues()).map(({ title }) => title));
      assert.ok(titles(said).length > 0, said.text);
      for (const title of titles(said)) assert.ok(known.has(title), `${title} is an issue of the scan`);
    },
    'What is new since the last scan?': async (said) => {
      const { length } = await service.issues();
      assert.match(
        said.text,
        new RegExp(`\\*\\*${length} open issues\\*\\* were first seen by the latest scan`),
      );
      assert.match(said.text, /only one complete scan/);
    },
    'Which issues can be fixed with a patch?': async (said) => {
      const { length } = await service.issues();
      assert.match(said.text, new RegExp(`Of ${length} open issues:`));
      const counts = [...said.text.matchAll(/^\*\*(\d+) issues?/gm)].map(([, number]) => Number(number));
      assert.equal(
        counts.reduce((sum, number) => sum + number, 0),
        length,
        said.text,
      );
      assert.equal(
        said.calls.some(({ name }) => name === 'generate_patch'),
        false,
        'nothing is made',
      );
    },
    'What was not analysed?': (said) => {
      assert.match(said.text, /In part: 1 file\. Not analysed: 1 file\./);
      assert.match(said.text, /large\.js.*too large/);
      assert.match(said.text, /broken\.js.*in part, syntax errors/);
      assert.match(said.text, /Scan deeper/);
    },
    'Which dependencies are vulnerable?': (said) => {
      assert.match(said.text, /No package has a known vulnerability that is open/);
      assert.match(said.text, /match packages with the advisories/);
    },
  };

  for (const question of starterQuestions()) {
    for (const said of new Set([question, german[question] ?? question])) {
      it(said, async () => {
        const answer = answers[question] ?? assert.fail(`no answer is expected to ${question}`);
        await answer(await talk.ask(said));
      });
    }
  }

  it('are translated', () => {
    for (const question of starterQuestions()) assert.ok(german[question] !== undefined, question);
  });

  it('and those of commands and follow-ups are understood', () => {
    const commands = ['issues', 'explain', 'fix', 'scan', 'changes', 'summary', undefined];
    const prompts = [
      ...commands.map((command) => promptOf(command, '')),
      ...['apply_patch', 'generate_patch', 'list_issues', 'explain_issue', 'statistics'].flatMap((name) =>
        nextAfter([{ name, status: 'COMPLETED' }], undefined).map(({ prompt }) => prompt),
      ),
    ];
    for (const prompt of prompts) assert.notEqual(understand(prompt).intent, 'unknown', prompt);
  });

  it('lead to the issues of packages and of infrastructure, too', async () => {
    const packages = await talk.ask('show SCA issues');
    assert.match(packages.text, /No package has a known vulnerability that is open/);
    assert.match((await talk.ask('any IaC issues?')).text, /no open IAC issue/);
  });

  it('of patches go by the state of each', async () => {
    const [first, second] = await service.issues();
    assert.ok(first && second);
    await service.service.core.db.deleteFrom('patches').execute();
    service.runner.patchScript = async () => ({ type: 'unpatchable', reason: 'No rule.' });
    await talk.ask(`fix ${first.id}`);
    const said = await talk.ask('Which issues can be fixed with a patch?');
    const without = (await service.issues()).filter(
      ({ id, fixable }) => id === first.id || fixable?.by === 'NONE',
    );
    assert.ok(without.length > 1);
    assert.ok(said.text.includes(`**${without.length} issues have no automatic fix**`), said.text);
  });
});
