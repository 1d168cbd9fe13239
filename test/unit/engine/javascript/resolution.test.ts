import assert from 'node:assert/strict';
import type { ModuleIR } from '../../../../src/engine/ir/ir.ts';
import { ScriptImports } from '../../../../src/engine/languages/javascript/resolution.ts';

const moduleAt = (path: string): ModuleIR => ({
  path,
  language: 'javascript',
  name: path,
  imports: [],
  wildcards: [],
  functions: [],
  classes: [],
  syntaxErrors: 0,
});

/** @param configs texts of settings files, or what they hold */
function imports(paths: readonly string[], configs: Readonly<Record<string, object | string>> = {}) {
  const resolver = new ScriptImports({
    modules: paths.map(moduleAt),
    configs: new Map(
      Object.entries(configs).map(([path, value]) => [
        path,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    isModelled: (name) => name === 'express',
  });
  return (from: string, specifier: string) => resolver.resolve(specifier, moduleAt(from));
}

describe('imports of JavaScript and TypeScript', () => {
  it('are relative to the file, with or without an extension, of folders too', () => {
    const at = imports(['a/b.ts', 'a/c/index.js', 'd.mjs', 'built/src/x.ts']);
    assert.equal(at('a/x.ts', './b'), 'a/b.ts');
    assert.equal(at('a/x.ts', './b.js'), 'a/b.ts');
    assert.equal(at('a/x.ts', './c'), 'a/c/index.js');
    assert.equal(at('a/x.ts', '../d.mjs'), 'd.mjs');
    assert.equal(at('a/x.ts', '../../d.mjs'), undefined);
    assert.equal(at('a/x.ts', 'b'), undefined);
  });

  it('are of packages of the project by name, as their manifests say', () => {
    const at = imports(
      [
        'p/one/src/index.ts',
        'p/two/lib/x.js',
        'p/two/in/own.js',
        'p/three/main.js',
        'p/four/src/four.ts',
        'app.js',
      ],
      {
        'p/one/package.json': { name: '@s/one', main: './dist/index.cjs.js', types: 'dist/index.d.ts' },
        'p/two/package.json': {
          name: 'two',
          exports: { '.': [{ node: { import: './lib/x.js' } }], './deep/*': './in/*.js', './none': null },
          imports: { '#own/*': './in/*.js', '#one': '@s/one' },
        },
        'p/three/package.json': { name: 'three', main: 'main' },
        'p/four/package.json': { name: 'four', main: 'dist/bundle.js' },
      },
    );
    assert.equal(at('app.js', '@s/one'), 'p/one/src/index.ts');
    assert.equal(at('app.js', 'two'), 'p/two/lib/x.js');
    assert.equal(at('app.js', 'two/deep/own'), 'p/two/in/own.js');
    assert.equal(at('app.js', 'two/none'), undefined);
    assert.equal(at('app.js', 'three'), 'p/three/main.js');
    assert.equal(at('app.js', 'four'), 'p/four/src/four.ts');
    assert.equal(at('p/two/lib/x.js', '#own/own'), 'p/two/in/own.js');
    assert.equal(at('p/two/lib/x.js', '#one'), 'p/one/src/index.ts');
    assert.equal(at('p/three/main.js', '#one'), undefined);
  });

  it('are of the nearest package where several have the name', () => {
    const at = imports(['a/util/index.js', 'b/util/index.js', 'a/x.js', 'b/x.js'], {
      'a/util/package.json': { name: 'own-util' },
      'b/util/package.json': { name: 'own-util' },
    });
    assert.equal(at('a/x.js', 'own-util'), 'a/util/index.js');
    assert.equal(at('b/x.js', 'own-util'), 'b/util/index.js');
  });

  it('of libraries and of the runtime mean no file of the project, unless it says so', () => {
    const paths = ['express/index.js', 'fs/promises.js', 'app.js', 'node_modules/express/index.js'];
    const at = imports(paths, { 'node_modules/express/package.json': { name: 'express' } });
    assert.equal(at('app.js', 'express'), undefined);
    assert.equal(at('app.js', 'express/index'), undefined);
    assert.equal(at('app.js', 'fs/promises'), undefined);
    const own = { 'express/package.json': { name: 'express' } };
    assert.equal(imports(paths, own)('app.js', 'express'), undefined);
    const linked = { ...own, 'package.json': { dependencies: { express: 'file:./express' } } };
    assert.equal(imports(paths, linked)('app.js', 'express'), 'express/index.js');
    const example = {
      'package.json': { name: 'express', main: 'index.js' },
      'examples/a/package.json': { dependencies: { express: 'file:../..' } },
    };
    assert.equal(imports(['index.js', 'examples/a/b.js'], example)('examples/a/b.js', 'express'), undefined);
  });

  it('are of packages in folders of modules, the nearest first', () => {
    const at = imports(['n/node_modules/@o/x/lib.js', 'node_modules/@o/x/lib.js'], {
      'n/node_modules/@o/x/package.json': { name: '@o/x', main: 'lib' },
      'node_modules/@o/x/package.json': { name: '@o/x', main: 'lib' },
    });
    assert.equal(at('n/node_modules/@o/y/a.js', '@o/x'), 'n/node_modules/@o/x/lib.js');
    assert.equal(at('m/a.js', '@o/x'), 'node_modules/@o/x/lib.js');
  });

  it('follow paths and a base URL of the settings around, and of those that they extend', () => {
    const at = imports(
      ['libs/core/src/index.ts', 'app/src/a.ts', 'app/src/models/user.ts', 'web/b.js', 'web/own/c.js'],
      {
        'tsconfig.base.json':
          '{ /* all */ "compilerOptions": { "baseUrl": ".", "paths": { "@core": ["libs/core/src"], "@m/*": ["none/*", "app/src/models/*"], }, } }',
        'app/tsconfig.json': { extends: ['../tsconfig.base'] },
        'web/jsconfig.json': { compilerOptions: { baseUrl: './own' } },
      },
    );
    assert.equal(at('app/src/a.ts', '@core'), 'libs/core/src/index.ts');
    assert.equal(at('app/src/a.ts', '@m/user'), 'app/src/models/user.ts');
    assert.equal(at('web/b.js', 'c'), 'web/own/c.js');
    assert.equal(at('app/src/a.ts', 'c'), undefined);
  });

  it('survive settings that say nonsense', () => {
    const nonsense = [
      '',
      '{',
      '[]',
      'null',
      '{"name": 3}',
      '{"exports": {"./*": {"a": [1, null]}}, "name": "x"}',
    ];
    for (const text of nonsense) {
      const at = imports(['a.js', 'x/index.js'], {
        'x/package.json': text,
        'tsconfig.json': text,
        'x/tsconfig.json': { extends: './tsconfig.json', compilerOptions: { paths: { '*': ['*'] } } },
      });
      assert.equal(at('a.js', 'y'), undefined, text);
      assert.equal(at('x/index.js', '../a'), 'a.js', text);
    }
  });
});
