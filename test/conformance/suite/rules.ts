import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addRepositoryByUrl } from '../../../src/api/contract/repositories/repositories.ts';
import {
  createRule,
  deleteRule,
  getRule,
  listRules,
  updateRule,
} from '../../../src/api/contract/rules/rules.ts';
import { holds } from '../requirements/index.ts';
import { forget } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

/** One rule of JavaScript's. */
export const ruleText = (id: string, pattern: string): string => `rules:
  - id: ${id}
    languages: [javascript]
    severity: WARNING
    message: Do not call $X.
    pattern: ${pattern}
`;

export function rules(target: TargetOf): void {
  describe('custom rules', () => {
    let repositoryId = '';
    before(async () => {
      const url = `https://git.example.com/team/${randomUUID()}.git`;
      repositoryId = (await succeed(target(), addRepositoryByUrl, { url })).repository.id;
    });
    after(async () => {
      const { rules: all } = await succeed(target(), listRules, { limit: 100 });
      for (const { id } of all) await succeed(target(), deleteRule, { ruleId: id });
      await forget(target(), repositoryId);
    });

    it(
      holds(
        'hold for all repositories, or for those that are named',
        '2.4.rule.1',
        '2.4.rule.2',
        '4.2.rules.1',
        '4.2.rules.2',
        '4.2.rules.3',
      ),
      async () => {
        const content = ruleText('no-dangerous', 'dangerous($X)');
        const { rule: everywhere } = await succeed(target(), createRule, { content });
        assert.deepEqual([everywhere.allRepositories, everywhere.repositoryIds], [true, []]);
        assert.deepEqual(
          [everywhere.name, everywhere.ruleId, everywhere.severity, everywhere.languages, everywhere.enabled],
          ['no-dangerous', 'no-dangerous', 'MEDIUM', ['javascript'], true],
        );
        const some = {
          name: 'Risky',
          content: ruleText('no-risky', 'risky($X)'),
          repositoryIds: [repositoryId],
        };
        const { rule: here } = await succeed(target(), createRule, some);
        assert.deepEqual([here.allRepositories, here.repositoryIds], [false, [repositoryId]]);
        const { rules: listed } = await succeed(target(), listRules, { limit: 100 });
        assert.deepEqual(
          listed.map(({ id, allRepositories }) => [id, allRepositories]),
          [
            [here.id, false],
            [everywhere.id, true],
          ],
        );
        const both = {
          content: ruleText('both', 'both()'),
          allRepositories: true,
          repositoryIds: [repositoryId],
        };
        await refused(target(), createRule, both, 400);
        await refused(target(), updateRule, { ...both, id: here.id }, 400);
        const { rule: wider } = await succeed(target(), updateRule, { id: here.id, allRepositories: true });
        assert.deepEqual(
          [wider.allRepositories, wider.repositoryIds, wider.content],
          [true, [], here.content],
        );
        const back = { id: here.id, repositoryIds: [repositoryId] };
        assert.equal((await succeed(target(), updateRule, back)).rule.allRepositories, false);
        const unknown = { content, repositoryIds: [randomUUID()] };
        await refused(target(), createRule, unknown, 422);
      },
    );

    it(holds('change only in what is given, and go', 'ours', '4.2.rules.3'), async () => {
      const content = ruleText('no-fragile', 'fragile()');
      const { rule } = await succeed(target(), createRule, { content, name: 'Fragile', description: 'Why' });
      const { rule: off } = await succeed(target(), updateRule, { id: rule.id, enabled: false });
      assert.deepEqual({ ...off, updatedAt: '' }, { ...rule, enabled: false, updatedAt: '' });
      const { rule: named } = await succeed(target(), updateRule, { id: rule.id, name: 'Brittle' });
      assert.deepEqual([named.name, named.description, named.enabled], ['Brittle', 'Why', false]);
      await refused(target(), createRule, { content }, 409);
      await refused(target(), getRule, { ruleId: rule.id }, 404, target().stranger);
      await refused(target(), updateRule, { id: rule.id, enabled: true }, 404, target().stranger);
      assert.equal((await succeed(target(), deleteRule, { ruleId: rule.id })).deleted, true);
      await refused(target(), getRule, { ruleId: rule.id }, 404);
    });

    it(holds('compile, and do what their examples say', 'ours'), async () => {
      const wrong = await refused(
        target(),
        createRule,
        { content: 'rules:\n  - id: a\n    colour: red\n' },
        422,
      );
      assert.match(JSON.stringify(wrong), /Line 3, column 5/);
      const off = await refused(
        target(),
        createRule,
        { content: `${ruleText('off', 'off($X)')}    enabled: false\n` },
        422,
      );
      assert.match(JSON.stringify(off), /enabled/);
      const content = ruleText('no-shaky', 'shaky($X)');
      const examples = [
        { text: 'shaky(1);\nsteady(2);\n', lines: [1] },
        { text: 'steady(1)', match: false },
      ];
      const { rule } = await succeed(target(), createRule, { content, examples });
      assert.deepEqual(rule.examples, examples);
      const others = [{ text: '// ruleid: no-shaky\nsteady(1)\n' }, { text: 'shaky(1)', match: true }];
      const differs = await refused(target(), updateRule, { id: rule.id, examples: others }, 422);
      assert.match(JSON.stringify(differs), /examples\[0\].*line 2/);
      assert.deepEqual((await succeed(target(), getRule, { ruleId: rule.id })).rule.examples, examples);
    });
  });
}
