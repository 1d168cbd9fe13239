/** A service on the data folder named as a process of its own. Its analyst counts, a number every 10 ms, to 300. */
import { setTimeout as sleep } from 'node:timers/promises';
import { renewEmbeddedToken } from '../../../../../src/service/lifecycle/bootstrap.ts';
import { listen } from '../../../../../src/service/lifecycle/listen.ts';
import { createService } from '../../../../../src/service/lifecycle/service.ts';
import { ScriptedRunner } from '../../support/scripted-runner.ts';

const [, , dataFolder = ''] = process.argv;
const service = await createService({
  dataFolder,
  runner: new ScriptedRunner(),
  version: '0.0.0-test',
  host: '127.0.0.1',
  localRepositories: false,
  log: (_, fields) => console.error(JSON.stringify(fields)),
  agent: {
    chooseAnalyst: async () => ({
      kind: 'deterministic',
      answer: async function* ({ prompt }, signal) {
        await sleep(Number(prompt), undefined, { signal });
        for (let number = 0; number < 300; number++) {
          yield { type: 'text', text: `${number} ` };
          await sleep(10, undefined, { signal });
        }
      },
    }),
  },
});
const credentials = await renewEmbeddedToken(service.core);
await service.start();
const address = { host: '127.0.0.1', port: 0, whenTaken: 'fail' } as const;
const { port } = await listen((request) => service.app.fetch(request), address);
console.log(JSON.stringify({ port, ...credentials }));
