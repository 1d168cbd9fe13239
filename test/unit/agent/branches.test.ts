import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { IssueRow } from '../../../src/agent/tools/issue-words.ts';
import { vulnerable } from '../../conformance/suite/scanned.ts';
import { AgentService, dataOf } from './own-service.ts';

interface Listed {
  readonly issues: readonly IssueRow[];
}

describe('the tools, over a repository of two branches', function () {
  this.timeout(60_000);
  let service: AgentService;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', service.root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
  const classes = async (tool: string, input = {}) =>
    dataOf<Listed>(await service.run(tool, input))
      .issues.map(({ vulnClass }) => vulnClass)
      .sort();

  before(async () => {
    service = await AgentService.start(vulnerable);
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    await service.scan();
    git('switch', '-q', '-c', 'reports');
    const app = vulnerable['server/app.js'] ?? '';
    await service.write({
      'server/app.js': app.replace('app.listen', "app.get('/e', (req) => eval(req.query.code));\napp.listen"),
    });
    await service.scan();
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
  });

  it('tell each issue once: as the branch that was scanned last has it', async () => {
    const last = await classes('list_issues');
    const before = await classes('list_issues', { branch: 'main' });
    assert.ok(before.length > 0);
    assert.deepEqual(last, [...before, 'code-injection'].sort());
    assert.deepEqual(await classes('search_issues', { query: 'app.js' }), last);
    const { rules } = dataOf<{ rules: { openIssues: number }[] }>(await service.run('list_rules'));
    assert.equal(
      rules.reduce((sum, { openIssues }) => sum + openIssues, 0),
      last.length,
    );
  });
});
