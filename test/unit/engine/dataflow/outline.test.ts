import assert from 'node:assert/strict';
import { outlineOf } from '../../../../src/engine/dataflow/names/outline.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';

async function outline(text: string): Promise<string> {
  const parsing = await Parsing.create(engineOptions, 60_000);
  await parsing.prepare('A.java');
  const { module } = parsing.lower('A.java', text);
  assert.ok(module);
  return outlineOf(module, text).text;
}

const method = (statement: string): string => `class A {
  int size(Object given) {
    if (!(given instanceof String text)) {
      return 0;
    }
    ${statement}
    return text.length();
  }
}
`;

describe('what a file declares', function () {
  this.timeout(60_000);

  it('does not change with a body, also one that names what a pattern found', async () => {
    assert.equal(await outline(method('int edited = 1;')), await outline(method('')));
  });

  it('changes with what stands outside of bodies', async () => {
    const before = method('');
    assert.notEqual(await outline(before.replace('int size', 'long size')), await outline(before));
  });

  it('keeps bodies of methods with a class that uses the object around it', async () => {
    const made = (statement: string): string => `class A {
  Runnable later() {
    ${statement}
    return new Runnable() {
      public void run() {
        A.this.toString();
      }
    };
  }
}
`;
    assert.equal(await outline(made('int edited = 1;')), await outline(made('')));
  });
});
