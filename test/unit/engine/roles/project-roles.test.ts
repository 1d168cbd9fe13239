import assert from 'node:assert/strict';
import { projectRoles } from '../../../../src/engine/roles/project-roles.ts';

const rolesOf = (
  files: Readonly<Record<string, string>>,
  isWhole = true,
): Readonly<Record<string, string | undefined>> => {
  const roles = projectRoles({ paths: Object.keys(files), read: (path) => files[path], isWhole });
  return Object.fromEntries(Object.keys(files).map((path) => [path, roles.get(path)?.role]));
};

const empty = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, '']));

const product = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`src/part${i}.ts`, '']));

describe('the roles of files', () => {
  it('follow from where tools look for tests, examples and build scripts', () => {
    const expected = {
      'src/app.ts': undefined,
      'src/latest.ts': undefined,
      'src/attestation/specs.ts': undefined,
      'src/app.test.ts': 'test',
      'tests/test_app.py': 'test',
      'app/test_views.py': 'test',
      'core/src/test/java/AppTest.java': 'test',
      'core/src/integrationTest/java/Wiring.java': 'test',
      'core/src/testFixtures/java/Shop.java': 'test',
      'examples/shop/app.py': 'example',
      'docs/conf.py': 'example',
      'vendor/lib.js': 'vendored',
      'public/js/vendor/lib.js': 'vendored',
      'scripts/release.js': 'tooling',
      'benchmarks/run.js': 'tooling',
      'webpack.config.js': 'tooling',
      'api/orders_pb2.py': 'generated',
      'modules/network/main.tf': undefined,
      'modules/network/examples/simple/main.tf': 'example',
      'modules/network/tests/fixtures/main.tf': 'test',
      'charts/shop/Chart.yaml': undefined,
      'charts/shop/docs/values.yaml': 'example',
      'shop/examples/values.yaml': undefined,
    };
    const roles = rolesOf({ ...product, ...empty(...Object.keys(expected)) });
    for (const [path, role] of Object.entries(expected)) assert.equal(roles[path], role, path);
  });

  it('do not follow from packages that only sound like it', () => {
    for (const path of [
      // Below a set of sources, folders are packages.
      'core/src/main/java/com/shop/test/Exam.java',
      'core/src/main/java/com/shop/examples/Catalogue.java',
      'core/src/com/shop/test/Exam.java',
      'src/tools/search.ts',
      'app/vendor/views.py',
      'app/build/orders.py',
      'src/config/app.config.ts',
      'src/documents/views.py',
      'packages/node_modules/@shop/cart/index.js',
    ])
      assert.equal(rolesOf({ ...product, [path]: '' })[path], undefined, path);
  });

  it('follow from what build files say', () => {
    const roles = rolesOf({
      ...product,
      'pom.xml': '<project><build><testSourceDirectory>src/checks</testSourceDirectory></build></project>',
      'src/checks/Shop.java': '',
      'service/build.gradle': "sourceSets { test { java { srcDirs = ['verify'] } } }",
      'service/verify/Shop.java': '',
      'api/pyproject.toml':
        '[tool.pytest.ini_options]\ntestpaths = ["quality"]\n\n[project.scripts]\nshop = "scripts.run:main"\n',
      'api/quality/orders.py': '',
      'api/scripts/run.py': '',
      'web/package.json': '{"main": "./build/server.js", "bin": {"shop": "tools/cli.js"}}',
      'web/build/server.js': '',
      'web/tools/cli.js': '',
      'web/tools/other.js': '',
    });
    assert.equal(roles['src/checks/Shop.java'], 'test');
    assert.equal(roles['service/verify/Shop.java'], 'test');
    assert.equal(roles['api/quality/orders.py'], 'test');
    assert.equal(roles['api/scripts/run.py'], undefined, 'a command that is installed');
    assert.equal(roles['web/build/server.js'], undefined, 'the entry of a package');
    assert.equal(roles['web/tools/cli.js'], undefined, 'a command of a package');
    assert.equal(roles['web/tools/other.js'], 'tooling');
  });

  it('follow from names of files for settings and data, and of classes that test tools look for', () => {
    const expected = {
      'deploy/compose-testing.yml': 'test',
      'settings/db.test.json': 'test',
      'settings/.env.test': 'test',
      'shop/settings_testing.py': 'test',
      'shop/stock.mock.ts': 'test',
      'lib/shop/StockTest.java': 'test',
      'lib/shop/StockIT.java': 'test',
      'conf/shop.example.ini': 'example',
      'conf/demo.yml': 'example',
      'conf/latest.yml': undefined,
      'src/speed-test.ts': undefined,
      'src/demo.ts': undefined,
      'lib/shop/Latest.java': undefined,
      'lib/shop/CREDIT.java': undefined,
      'src/main/java/shop/SpeedTest.java': undefined,
      'src/main/java/shop/Stock.mock.java': undefined,
      'src/main/resources/application-test.yml': 'test',
      'src/main/resources/application-prod.yml': undefined,
    };
    const roles = rolesOf({ ...product, ...empty(...Object.keys(expected)) });
    for (const [path, role] of Object.entries(expected)) assert.equal(roles[path], role, path);
  });

  it('follow from copies of packages, by the licence or the version that they bring along', () => {
    const mit = (holder: string): string =>
      `MIT License\n\nCopyright (c) 2019 ${holder}\n\nPermission is hereby granted, free of charge, to any person`;
    const roles = rolesOf({
      ...product,
      LICENSE: mit('Harbour Shop Ltd'),
      'server/libs/queue/LICENSE': mit('Ada Quill'),
      'server/libs/queue/index.js': '',
      'server/libs/queue/lib/run.js': '',
      'server/libs/own.js': '',
      'packages/ui/LICENSE.md': mit('HarbourShop, Inc. and contributors'),
      'packages/ui/index.js': '',
      'enterprise/LICENSE': 'Copyright (c) 2020 Other Company. Use needs a subscription.',
      'enterprise/sso.js': '',
    });
    assert.equal(roles['server/libs/queue/index.js'], 'vendored');
    assert.equal(roles['server/libs/queue/lib/run.js'], 'vendored');
    for (const path of ['server/libs/own.js', 'packages/ui/index.js', 'enterprise/sso.js'])
      assert.equal(roles[path], undefined, path);

    const unnamed = rolesOf({
      ...product,
      LICENSE: 'GNU GENERAL PUBLIC LICENSE\nCopyright (C) 2007 Free Software Foundation, Inc.\n',
      'sdk/LICENSE': mit('Harbour Shop Ltd'),
      'sdk/index.js': '',
    });
    assert.equal(unnamed['sdk/index.js'], undefined);

    const bundled = {
      'lib/query/__init__.py': "__version__ = '2.1.0'\n",
      'lib/query/run.py': '',
      'lib/yarn/__init__.py': 'VERSION = "7.3"\n',
      'lib/post/__init__.py': 'from .about import __version__\n',
      'lib/post/inner/__init__.py': '',
      'lib/post/inner/send.py': '',
      'lib/small.py': '',
      'shop/__init__.py': "__version__ = '1.0'\n",
      'shop/views.py': '',
    };
    const python = rolesOf({ ...product, ...bundled });
    for (const path of ['lib/query/run.py', 'lib/post/inner/send.py', 'lib/small.py'])
      assert.equal(python[path], 'vendored', path);
    assert.equal(python['shop/views.py'], undefined);
    const some = rolesOf({
      ...product,
      ...bundled,
      ...empty('lib/a/__init__.py', 'lib/b/__init__.py', 'lib/c/__init__.py', 'lib/d/__init__.py'),
    });
    assert.equal(some['lib/query/run.py'], 'vendored');
    for (const path of ['lib/a/__init__.py', 'lib/small.py']) assert.equal(some[path], undefined, path);

    const release = "__version__ = '1.0'\n";
    const own = rolesOf({
      ...product,
      'lib/a/__init__.py': release,
      'lib/b/__init__.py': release,
      'lib/c/__init__.py': release,
      'apps/pyproject.toml': '',
      'apps/a/__init__.py': release,
      'apps/b/__init__.py': "__version__ = '2.0'\n",
      'apps/c/__init__.py': "__version__ = '3.0'\n",
    });
    for (const path of ['lib/a/__init__.py', 'apps/a/__init__.py']) assert.equal(own[path], undefined, path);
    const taken = rolesOf({ ...product, ...bundled, '.gitattributes': 'lib/query/** -linguist-vendored\n' });
    assert.equal(taken['lib/query/run.py'], undefined);
  });

  it('follow from packages for tests and demonstrations, which the product does not depend on', () => {
    const named = (name: string, more: object = {}): string =>
      JSON.stringify({ name, main: 'src/index.js', ...more });
    const roles = rolesOf({
      ...product,
      'package.json': named('shop', { private: true }),
      'packages/server/package.json': named('@shop/server', {
        dependencies: { '@shop/fixtures': '*' },
        devDependencies: { '@shop/tests': '*' },
      }),
      'packages/server/src/index.js': '',
      'packages/shop-tests/package.json': named('@shop/tests', { dependencies: { '@shop/example': '*' } }),
      'packages/shop-tests/src/index.js': '',
      'packages/shop-tests/keys/server.key': '',
      'packages/example/package.json': named('@shop/example'),
      'packages/example/src/index.js': '',
      // The product depends on it, and by it on the next.
      'packages/data/package.json': named('@shop/fixtures', { dependencies: { '@shop/mocks': '*' } }),
      'packages/data/src/index.js': '',
      'packages/more/package.json': named('@shop/mocks'),
      'packages/more/src/index.js': '',
      // It is made for others.
      'packages/shop-demo/package.json': named('shop-demo', { exports: './src/index.js' }),
      'packages/shop-demo/src/index.js': '',
      'packages/broken-tests/package.json': '{',
      'packages/broken-tests/src/index.js': '',
    });
    const of = (name: string): string | undefined => roles[`packages/${name}/src/index.js`];
    assert.deepEqual(
      ['server', 'shop-tests', 'example', 'data', 'more', 'shop-demo', 'broken-tests'].map(of),
      [undefined, 'test', 'example', undefined, undefined, undefined, undefined],
    );
    assert.equal(roles['packages/shop-tests/keys/server.key'], 'test');
  });

  it('follow from the records of an installer', () => {
    const roles = rolesOf({
      ...product,
      'libs/grid-1.2.dist-info/RECORD': 'grid/__init__.py,sha256=x,10\ngrid_extra.py,,\n../../bin/grid,,\n\n',
      'libs/grid/__init__.py': '',
      'libs/grid/tests/test_grid.py': '',
      'libs/shop/__init__.py': '',
      'bin/grid': '',
    });
    assert.deepEqual(
      ['libs/grid/__init__.py', 'libs/grid/tests/test_grid.py', 'libs/shop/__init__.py', 'bin/grid'].map(
        (path) => roles[path],
      ),
      ['vendored', 'vendored', undefined, undefined],
    );
  });

  it('follow from attributes of git, which also take a role back', () => {
    const roles = rolesOf({
      ...product,
      '.gitattributes': 'lib/grid/* linguist-vendored\nsrc/api/**/*.ts linguist-generated=true\n*.js text\n',
      'tests/.gitattributes': '/harness/** -linguist-vendored\n',
      'lib/grid/grid.js': '',
      'src/api/v1/client.ts': '',
      'src/index.js': '',
      'tests/harness/runner.js': '',
    });
    assert.equal(roles['lib/grid/grid.js'], 'vendored');
    assert.equal(roles['src/api/v1/client.ts'], 'generated');
    assert.equal(roles['src/index.js'], undefined);
    assert.equal(roles['tests/harness/runner.js'], undefined);
  });

  it('a build script is one that uses a build tool', () => {
    const roles = rolesOf({
      ...product,
      'a/setup.py': 'import app',
      'a/pyproject.toml': '',
      'setup.py': 'from setuptools import setup',
    });
    assert.deepEqual([roles['setup.py'], roles['a/setup.py']], ['tooling', undefined]);
  });

  it('a collection of samples is a product', () => {
    const samples = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`samples/shop${i}/app.js`, '']));
    assert.equal(rolesOf(samples)['samples/shop3/app.js'], undefined);
    assert.equal(
      rolesOf({ ...samples, 'lib/run.js': '' })['samples/shop3/app.js'],
      undefined,
      'with a helper',
    );
    assert.equal(rolesOf({ ...samples, ...product })['samples/shop3/app.js'], 'example', 'beside a product');
    const scripts = empty('scripts/deploy.py', 'scripts/backup.py');
    assert.equal(rolesOf(scripts)['scripts/deploy.py'], undefined);
    const checks = empty('tests/test_a.py', 'tests/test_b.py');
    assert.equal(rolesOf(checks)['tests/test_a.py'], undefined, 'a project of tests');
    assert.equal(
      rolesOf(checks, false)['tests/test_a.py'],
      'test',
      'files that were submitted by themselves',
    );
  });

  it('a set of sources for tests stays one, whatever there is beside it', () => {
    assert.equal(rolesOf(empty('src/test/java/ShopTest.java'))['src/test/java/ShopTest.java'], 'test');
  });
});
