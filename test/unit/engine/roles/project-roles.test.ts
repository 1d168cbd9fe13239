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
