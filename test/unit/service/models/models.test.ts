import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { modelOfEnvironment } from '../../../../src/service/models/model-environment.ts';
import { idOf, scannedProject } from '../agent/analyst/project.ts';
import { finding, remote } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { ScriptedModel } from './scripted-model.ts';

const { agentModels, agentConversations, agentJobs, agentMemories } = contract;
const key = 'sk-very-secret-key-1234567890';

describe('a language model of an organization', () => {
  let service: Harness;
  let repositoryId: string;
  let model: ScriptedModel;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await scannedProject(service);
    model = await ScriptedModel.start([], { text: ['From the model.'] });
  });
  afterEach(async () => {
    await model[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const connect = (forwards = false) =>
    service.call(agentModels.connectModel, {
      provider: 'openai-compatible',
      model: 'scripted',
      baseUrl: model.url,
      apiKey: key,
      forwards,
    });

  async function ask(initialMessage: string, about: string | undefined = repositoryId) {
    const { conversation, job } = await service.call(agentConversations.createConversation, {
      ...(about !== undefined && { repositoryId: about }),
      initialMessage,
    });
    for (const until = performance.now() + 10_000; ; ) {
      const read = await service.call(agentJobs.getJob, { jobId: job?.id ?? '' });
      if (!['PENDING', 'RUNNING'].includes(read.job.status)) {
        const said = read.messages.findLast(({ role }) => role === 'assistant');
        const text = said?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') ?? '';
        return { job: read.job, text, conversation };
      }
      assert.ok(performance.now() < until, 'the job came to no end');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('answers once it was tried; its key is in no answer, log or file', async () => {
    assert.deepEqual(await service.call(agentModels.getModel, {}), { model: null, agreed: false });
    const { model: connected } = await connect();
    assert.deepEqual(
      { ...connected, connectedAt: '' },
      {
        provider: 'openai-compatible',
        name: 'scripted',
        title: 'scripted',
        baseUrl: model.url,
        isRemote: false,
        contextTokens: 100_000,
        source: 'connected',
        connectedAt: '',
      },
    );
    const { job, text } = await ask('what is critical?');
    assert.equal(text, 'From the model.');
    assert.deepEqual(
      [job.trace.analyst, job.trace.model, job.trace.inputTokens],
      ['model', 'openai-compatible/scripted', 100],
    );
    assert.equal(model.received.at(-1)?.headers.authorization, `Bearer ${key}`);
    assert.doesNotMatch(service.logged.join('\n'), new RegExp(key));
    await service.service.stop();
    const data = join(service.folder, 'data');
    for (const file of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) assert.ok(!readFileSync(join(file.parentPath, file.name)).includes(key), file.name);
    }
    await service.open();
    assert.equal(
      (await service.call(agentModels.getModel, {})).model,
      null,
      'a service that is new has no key',
    );
  });

  it('is not connected where it does not answer, and the reason is said without the key', async () => {
    const refused = await ScriptedModel.start([], {
      status: 401,
      body: `{"error":{"message":"bad key ${key}"}}`,
    });
    const request = { provider: 'openai-compatible', model: 'm', baseUrl: refused.url, apiKey: key } as const;
    const { error } = await service.refusal(agentModels.connectModel, request, 422);
    assert.match(error, /refused the key/);
    assert.doesNotMatch(error, new RegExp(key));
    await refused[Symbol.asyncDispose]();
    assert.match(
      (await service.refusal(agentModels.connectModel, request, 422)).error,
      /could not be reached/,
    );
    for (const baseUrl of ['http://169.254.169.254/v1', 'http://8.8.8.8/v1', 'https://nobody.invalid/v1']) {
      await service.refusal(agentModels.connectModel, { ...request, baseUrl }, 422);
    }
    assert.equal((await service.call(agentModels.getModel, {})).model, null);
  });

  it('elsewhere is sent nothing of a repository before somebody agreed, and answers say so', async () => {
    const { model: connected } = await connect(true);
    assert.equal(connected.isRemote, true);
    assert.deepEqual((await service.call(agentModels.getModel, { repositoryId })).agreed, false);
    const asked = model.received.length;
    const before = await ask('how many issues?');
    assert.match(before.text, /4 open issues[\s\S]*not asked before somebody agreed/);
    assert.equal(before.job.trace.analyst, 'deterministic');
    assert.equal(model.received.length, asked, 'nothing was sent');
    const { agreed } = await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    assert.equal(agreed, true);
    assert.equal((await ask('how many issues?')).text, 'From the model.');
    assert.equal(
      (await service.call(agentModels.getModel, {})).agreed,
      false,
      'an agreement is of one repository',
    );
    await service.service.stop();
    await service.open();
    await connect(true);
    assert.equal((await service.call(agentModels.getModel, { repositoryId })).agreed, true, 'it is kept');
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: false });
    assert.match((await ask('how many issues?')).text, /not asked before/);
  });

  it('is sent nothing that a scan does not read', async () => {
    service.runner.listed = [{ path: 'src/app.js', bytes: 1 }];
    await model[Symbol.asyncDispose]();
    const read = (path: string) => ({ calls: [{ name: 'read_code', arguments: JSON.stringify({ path }) }] });
    model = await ScriptedModel.start([
      { text: ['ready'] },
      read('src/app.js'),
      read('api/users.ts'),
      { text: ['Done.'] },
    ]);
    await connect();
    const { job, text } = await ask('read them');
    assert.match(text, /Held back from the language model: what is in `api\/users.ts`/);
    assert.deepEqual(
      job.trace.sent.map(({ path }) => path),
      ['src/app.js'],
    );
    assert.doesNotMatch(JSON.stringify(model.received), /export const users/);
  });

  it('elsewhere is sent nothing of another repository than the one that was agreed to', async () => {
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'other', title: 'Of the other one' }) });
      return undefined;
    };
    const other = await service.addRepository('other');
    await service.scan(other);
    await model[Symbol.asyncDispose]();
    const list = (repository: string) => ({
      calls: [{ name: 'list_issues', arguments: JSON.stringify({ repository }) }],
    });
    const moves = [
      { text: ['ready'] },
      list('all'),
      list(other),
      list('other'),
      list('project'),
      { text: ['Done.'] },
    ];
    model = await ScriptedModel.start(moves);
    await connect(true);
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    assert.equal((await ask('list everything')).text, 'Done.');
    const sent = JSON.stringify(model.received);
    assert.doesNotMatch(sent, /Of the other one/);
    assert.match(sent, /only that one may be looked at[\s\S]*Code injection/);
  });

  it('is forgotten when disconnected, and of its own organization alone', async () => {
    await connect();
    const { organization } = await service.call(contract.organizations.createOrganization, { name: 'Other' });
    assert.equal((await service.call(agentModels.getModel, { organizationId: organization.id })).model, null);
    const [home] = (await service.call(contract.organizations.listOrganizations, {})).organizations.filter(
      ({ id }) => id !== organization.id,
    );
    const organizationId = home?.id ?? '';
    assert.ok((await service.call(agentModels.getModel, { organizationId })).model);
    assert.equal((await service.call(agentModels.disconnectModel, { organizationId })).model, null);
    await service.refusal(agentModels.agreeToModel, { organizationId, agreed: true }, 409);
  });

  it('fails a job with the reason when it stops answering', async () => {
    await connect();
    await model[Symbol.asyncDispose]();
    const { job } = await ask('how many issues?');
    assert.equal(job.status, 'FAILED');
    assert.match(job.errorMessage ?? '', /could not be reached/);
    model = await ScriptedModel.start([]);
  });

  it('of a window that was closed is forgotten, and the answer comes without it', async () => {
    await connect(true);
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    await model[Symbol.asyncDispose]();
    const { job, text } = await ask('how many issues?');
    assert.deepEqual([job.status, job.trace.analyst], ['COMPLETED', 'deterministic']);
    assert.match(text, /4 open issues[\s\S]*window that offered the language model scripted is closed/);
    assert.equal((await service.call(agentModels.getModel, {})).model, null);
    model = await ScriptedModel.start([]);
  });

  it('reasons over the facts of investigations, told apart from them, once agreed; its failure costs nothing', async () => {
    service.runner.investigateScript = async () => ({
      found: finding({ fingerprint: 'sql', file: 'src/app.js', source: remote }),
      inspection: { role: undefined, functionName: 'search', mentions: 1, conditions: [] },
    });
    const { investigations, issues } = contract;
    const issueId = await idOf(service, 'sql');
    const investigated = async () => {
      await service.call(investigations.requestInvestigation, {
        issueIds: [issueId],
        context: 'It is behind a gateway.',
      });
      for (let n = 0; n < 500; n++) {
        const { issue } = await service.call(issues.getIssue, { id: issueId });
        if (issue.investigation?.status === 'COMPLETED') return issue.investigation;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return assert.fail('it came to no end');
    };
    const reasoning = (evidence: readonly { text: string }[]) =>
      evidence.filter(({ text }) => text.startsWith('Reasoning of a language model'));
    const context = (evidence: readonly { text: string }[]) =>
      evidence.find(({ text }) => /your context/i.test(text))?.text ?? '';
    await connect(true);
    const without = await investigated();
    assert.deepEqual(reasoning(without.evidence), []);
    assert.match(context(without.evidence), /^Your context was not used: .*none may be asked about this/);
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    const asked = model.received.length;
    const withIt = await investigated();
    assert.match(
      reasoning(withIt.evidence)[0]?.text ?? '',
      /Reasoning of a language model \(openai-compatible\/scripted\).*From the model\./,
    );
    assert.match(
      context(withIt.evidence),
      /^The language model \(openai-compatible\/scripted\) read your context/,
    );
    assert.equal(withIt.verdict, without.verdict);
    assert.equal(without.trace, undefined);
    const { durationMs = -1, ...trace } = withIt.trace ?? {};
    assert.ok(durationMs >= 0);
    assert.deepEqual(trace, {
      model: 'openai-compatible/scripted',
      rounds: 1,
      inputTokens: 100,
      outputTokens: 10,
      sent: [],
    });
    assert.equal(model.received.length, asked + 1);
    assert.match(JSON.stringify(model.received.at(-1)?.body.messages), /behind a gateway/);
    await model[Symbol.asyncDispose]();
    assert.equal((await investigated()).verdict, without.verdict);
    model = await ScriptedModel.start([]);
  });

  it('has memories as data, where there are any', async () => {
    await service.call(agentMemories.createMemory, { text: 'The gateway checks tokens.' });
    await connect();
    await ask('hello');
    assert.match(JSON.stringify(model.received.at(-1)?.body.messages[0]), /The gateway checks tokens/);
  });
});

describe('the environment of `serve`', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it('names a model for everyone', () => {
    const known = modelOfEnvironment(
      {
        PARAPET_MODEL: 'm',
        PARAPET_MODEL_PROVIDER: 'anthropic',
        PARAPET_MODEL_KEY: 'k',
        PARAPET_MODEL_CONTEXT_TOKENS: '50000',
      },
      now,
    );
    assert.equal(known?.model.baseUrl, 'https://api.anthropic.com/v1');
    assert.deepEqual(
      [known?.model.source, known?.model.isRemote, known?.model.contextTokens],
      ['environment', true, 50_000],
    );
    assert.equal(known?.connection.apiKey, 'k');
    assert.equal(modelOfEnvironment({}, now), undefined);
  });

  for (const [name, environment] of [
    ['a provider', { PARAPET_MODEL: 'm', PARAPET_MODEL_PROVIDER: 'other' }],
    ['an address', { PARAPET_MODEL: 'm', PARAPET_MODEL_URL: 'ftp://x' }],
    ['a window', { PARAPET_MODEL: 'm', PARAPET_MODEL_CONTEXT_TOKENS: 'many' }],
  ] as const) {
    it(`is refused where it names ${name} wrongly`, () => {
      assert.throws(() => modelOfEnvironment(environment, now), /PARAPET_MODEL_/);
    });
  }
});
