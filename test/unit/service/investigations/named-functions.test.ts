import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contract } from '../../../../src/api/contract/index.ts';
import type { VulnerableDependency } from '../../../../src/engine/dependencies/vulnerable.ts';
import { namesIn } from '../../../../src/service/investigations/named-functions.ts';
import { idOf } from '../agent/analyst/project.ts';
import { ScriptedModel } from '../models/scripted-model.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { agentModels, investigations, issues } = contract;

const imported: VulnerableDependency = {
  ecosystem: 'npm',
  name: 'lodash',
  version: '4.17.11',
  scope: 'production',
  direct: true,
  path: [{ name: 'lodash', version: '4.17.11' }],
  otherVersions: [],
  advisory: { id: 'CVE-2021-23337', aliases: [], sources: [], cvss: [], references: [] },
  reachability: {
    level: 'IMPORTED',
    isPartPublished: false,
    evidence: 'Product code imports it. Which part of it is vulnerable is not published.',
    places: [],
  },
};

describe('vulnerable functions that a language model names', () => {
  let service: Harness;
  let repositoryId: string;
  let issueId: string;
  let model: ScriptedModel;

  beforeEach(async () => {
    service = await Harness.start();
    model = await ScriptedModel.start([], { text: ['["template", "not a name!", 7]'] });
    repositoryId = await service.addRepository('shop');
    await scanned(imported);
  });
  afterEach(async () => {
    await model[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  async function scanned(dependency: VulnerableDependency): Promise<void> {
    const found = finding({
      fingerprint: 'lodash',
      file: 'package.json',
      vulnClass: 'vulnerable-dependency',
      category: 'SCA',
      dependency,
    });
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: found });
      return undefined;
    };
    service.runner.investigateScript = async () => ({
      found,
      inspection: { role: undefined, functionName: undefined, mentions: undefined, conditions: [] },
    });
    await service.scan(repositoryId);
    issueId = await idOf(service, 'lodash');
  }

  async function connect(): Promise<void> {
    await service.call(agentModels.connectModel, {
      provider: 'openai-compatible',
      model: 'scripted',
      baseUrl: model.url,
      apiKey: 'sk-0123456789',
      forwards: true,
    });
  }

  async function investigated() {
    await service.call(investigations.requestInvestigation, { issueIds: [issueId] });
    for (let n = 0; n < 1_000; n++) {
      const { issue } = await service.call(issues.getIssue, { id: issueId });
      if (issue.investigation?.status === 'COMPLETED') return issue.investigation;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return assert.fail('it came to no end');
  }

  const named = (evidence: readonly { text: string; speaks: string }[]) =>
    evidence.filter(({ text }) => text.startsWith('Named by a language model'));

  it('are evidence with the place that uses them, which decides nothing, once a person agreed', async () => {
    service.runner.usesScript = async ({ wanted }) => {
      assert.deepEqual(wanted.symbols, [{ names: ['template'] }]);
      const range = { startLine: 3, startColumn: 1, endLine: 3, endColumn: 9 };
      return { level: 'called', places: [{ file: 'src/app.js', range, snippet: 'template(x)' }] };
    };
    await connect();
    const probes = model.received.length;
    const without = await investigated();
    assert.deepEqual(named(without.evidence), []);
    assert.equal(model.received.length, probes, 'nobody agreed: nothing is asked');
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    const withThem = await investigated();
    const [one, ...others] = named(withThem.evidence);
    assert.equal(others.length, 0);
    assert.match(
      one?.text ?? '',
      /no proof: what is vulnerable may be `template`\. Product code uses it at `src\/app\.js:3`\./,
    );
    assert.equal(one?.speaks, 'neither');
    assert.deepEqual([withThem.verdict, withThem.confidence], [without.verdict, without.confidence]);
    assert.equal(withThem.trace?.rounds, 2);
    const sent = JSON.stringify(model.received[probes]?.body.messages);
    assert.match(sent, /CVE-2021-23337/);
    assert.doesNotMatch(sent, /src\/app\.js|template/);
  });

  it('are not asked for where the advisory says them, or the package is not imported', async () => {
    await connect();
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    for (const reachability of [
      { ...imported.reachability, isPartPublished: true },
      { ...imported.reachability, level: 'NOT_IMPORTED' as const },
    ]) {
      await scanned({ ...imported, reachability });
      const { trace, evidence } = await investigated();
      assert.deepEqual([trace?.rounds, named(evidence)], [1, []]);
    }
  });

  it('cost nothing where the model fails or the search does', async () => {
    await connect();
    await service.call(agentModels.agreeToModel, { repositoryId, agreed: true });
    service.runner.usesScript = async () => {
      throw new Error('The folder is gone.');
    };
    const { verdict, evidence } = await investigated();
    assert.deepEqual([verdict, named(evidence)], ['UNCERTAIN', []]);
  });
});

describe('the names in a model’s answer', () => {
  it('are those of a list, wherever it stands', () => {
    assert.deepEqual(namesIn('["template", "Lexer.run"]'), ['template', 'Lexer.run']);
    assert.deepEqual(namesIn('```json\n["a", "a", "b c", "", 1, null]\n```'), ['a']);
    assert.deepEqual(namesIn('I do not know. []'), []);
    assert.deepEqual(namesIn('template'), []);
    assert.equal(namesIn(JSON.stringify(Array.from({ length: 50 }, (_, at) => `f${at}`))).length, 10);
  });

  it('are names, whatever is answered', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const name of namesIn(text)) assert.match(name, /^[\w$.]+$/);
      }),
    );
  });
});
