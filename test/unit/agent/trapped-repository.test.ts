import assert from 'node:assert/strict';
import { toolset } from '../../../src/agent/toolset.ts';
import { searchIssues } from '../../../src/api/contract/issues.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { getScan, startScans } from '../../../src/api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../src/api/contract/vocabulary.ts';
import { TrappedRepository, traps } from '../git/traps.ts';
import { AgentService } from './own-service.ts';

const code = `const { exec } = require('node:child_process');
require('express')().get('/', (req, res) => exec('ls ' + req.query.name, () => res.end()));
`;

describe('a service that is given a repository which makes git run a program', () => {
  let service: AgentService;
  before(async () => {
    service = await AgentService.start({ 'a.js': '' });
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  for (const { name, set } of traps.filter((trap) => trap.name.startsWith('a promised commit'))) {
    it(`adds it, scans it and answers about it without running anything: ${name}`, async () => {
      using trapped = new TrappedRepository();
      const close = await set(trapped);
      try {
        trapped.write('new.js', code);
        trapped.sprung();
        const { client } = service;
        const { repository } = await client.call(addLocalRepository, { path: trapped.root });
        assert.equal(trapped.sprung(), false, 'adding it');
        assert.equal(repository.defaultBranch, 'main');
        const { scans } = await client.call(startScans, { repositoryIds: [repository.id] });
        for (let ended = false; !ended; ) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          const { scan } = await client.call(getScan, { id: scans[0]?.id ?? '' });
          ended = finishedScanStatuses.includes(scan.status);
        }
        assert.equal(trapped.sprung(), false, 'scanning it');
        const { issues } = await client.call(searchIssues, { repositoryIds: [repository.id], limit: 10 });
        assert.ok(issues.length > 0, 'its code is analysed all the same');
        const [issue] = issues;
        const input = { issueId: issue?.id, path: 'new.js', query: 'exec', scope: 'branch', since: 'branch' };
        for (const tool of toolset) {
          const known = Object.entries(input).filter(([key]) => key in tool.input.shape);
          const parsed = tool.input.safeParse(Object.fromEntries(known));
          if (!parsed.success) continue;
          await tool
            .run(parsed.data, service.context({ repositoryId: repository.id }))
            .catch(() => undefined);
          assert.equal(trapped.sprung(), false, tool.name);
        }
      } finally {
        close?.();
      }
    });
  }
});
