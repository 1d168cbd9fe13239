import assert from 'node:assert/strict';
import { OwnService } from './own-service.ts';
import { ownSuite } from './own-suite.ts';
import { describeConformance } from './suite/index.ts';

describe('our service keeps the interface', () => {
  let service: OwnService | undefined;
  const own = () => service ?? assert.fail('the service is not up');
  before(async () => {
    service = await OwnService.start();
  });
  after(() => service?.[Symbol.asyncDispose]());

  describeConformance(() => own().target);
  ownSuite(own);
});
