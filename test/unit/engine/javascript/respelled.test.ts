import assert from 'node:assert/strict';
import { respelled } from '../../../../src/engine/languages/javascript/respelled.ts';
import { analyse } from '../../../support/engine.ts';

const flow = `
const { exec } = require('child_process');
require('express')().get('/', (req, res) => { exec(req.query.a); });
`;

describe('what grammars of JavaScript and TypeScript do not read', () => {
  for (const [what, path, text] of [
    ['attributes of imports', 'a.js', "import d from './x.json' assert {type: 'json'};"],
    ['attributes of exports', 'a.ts', "export { a } from './x.json' with { type: 'json' };"],
    ['the member default of a component', 'a.jsx', 'const Y = () => <A.default x={1}><b/></A.default>;'],
    ['types of a member as a tag', 'a.ts', 'const F = styled.div<{ a: string }>`color: red;`;'],
    ['types of a call as a tag', 'a.tsx', 'const F = styled(Foo)<Props>`color: ${(p) => p.x};`;'],
    [
      'types that are several',
      'a.ts',
      'const z = f<A, Map<string, () => B[]>>`x ${1}`;\nconst w = a.b<typeof x>`y`;',
    ],
    [
      'types of Flow',
      'a.js',
      '// @flow\ntype Opt = ?string;\nfunction go(a: ?string, ...c: Array<number>): Promise<?string> { return (a: any); }',
    ],
    [
      'imports of types of Flow',
      'a.js',
      "import type { A } from './a';\nimport typeof T from './t';\nimport { type B, c } from './b';",
    ],
    [
      'objects and classes of Flow',
      'a.js',
      '/* @flow */\nexport type Foo = {| +a: string, b?: ?number, ...C |};\nclass K<T> extends B<T> { +p: string; static -q: number = 1; m(x: T): void {} }',
    ],
    [
      'opaque types and checks of Flow',
      'a.js',
      '// @flow strict\nexport opaque type ID = string;\nconst z = (a: string): boolean %checks => true;',
    ],
  ] as const) {
    it(`is no mistake: ${what}`, async () => {
      const { findings, skips } = await analyse([{ path, text: `${text}${flow}` }]);
      assert.deepEqual(skips, []);
      assert.deepEqual(
        findings.map(({ vulnClass }) => vulnClass),
        ['command-injection'],
      );
    });
  }

  it('keeps every character where it was', () => {
    const text =
      'import a from "b" assert {\n type: "json" };\nconst x = <A.default/>; y<B\n>`z`; a => `b`; i < j; `>`';
    const spelt = respelled(text);
    assert.equal(spelt.length, text.length);
    assert.equal(
      spelt,
      'import a from "b"         \n               ;\nconst x = <A.Default/>; y  \n `z`; a => `b`; i < j; `>`',
    );
  });

  it('of broken code is still a mistake', async () => {
    const { skips } = await analyse([{ path: 'a.js', text: '// @flow\nconst = {{;\n' }]);
    assert.deepEqual(
      skips.map(({ reason }) => reason),
      ['syntax-errors'],
    );
  });
});
