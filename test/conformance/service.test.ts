import assert from 'node:assert/strict';
import { OwnService } from './own-service.ts';
import { describeConformance } from './suite/index.ts';

describe('our service keeps the interface', () => {
  let service: OwnService | undefined;
  before(async () => {
    service = await OwnService.start();
  });
  after(() => service?.[Symbol.asyncDispose]());
  describeConformance(() => service?.target ?? assert.fail('the service is not up'));
});
