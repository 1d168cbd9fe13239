import assert from 'node:assert/strict';
import type { Dependency } from '../../../../src/engine/ai-inventory/facts.ts';
import { gradle, sbt } from '../../../../src/engine/ai-inventory/manifests/jvm.ts';
import { pnpmLock } from '../../../../src/engine/ai-inventory/manifests/npm.ts';
import { gemfile, gemfileLock, goMod } from '../../../../src/engine/ai-inventory/manifests/others.ts';
import { requirementsTxt, setupCfg, setupPy } from '../../../../src/engine/ai-inventory/manifests/python.ts';
import { isPinned } from '../../../../src/engine/ai-inventory/mcp-program.ts';
import { partReader } from '../../../../src/engine/ai-inventory/parts.ts';

const named = (found: readonly Dependency[]): string[] =>
  found.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`));

describe('manifests that no parser of a format reads', () => {
  it('Gradle: configurations with and without parentheses, platforms, groups by name', () => {
    const text = [
      "implementation 'com.openai:openai-java:1.2.0'",
      'implementation("dev.langchain4j:langchain4j:$version") // "no:such:1"',
      "testImplementation ( 'a:b' )",
      'implementation platform("dev.langchain4j:langchain4j-bom:1.0")',
      'api(enforcedPlatform ( "c:d:2" ))',
      "compileOnly group: 'e', name: 'f', version: '3'",
      "runtimeOnly(group = 'g', name = 'h')",
      "/* api 'no:such' */ url = 'https://example.com' // api 'no:such'",
    ].join('\n');
    assert.deepEqual(named(gradle(text)), [
      'com.openai:openai-java 1.2.0',
      'dev.langchain4j:langchain4j',
      'a:b',
      'dev.langchain4j:langchain4j-bom 1.0',
      'c:d 2',
      'e:f 3',
      'g:h',
    ]);
  });

  it('Gradle: which projects a build has, and whether one is run', () => {
    const settings = partReader('settings.gradle');
    assert.deepEqual(settings?.('include ":a:b", "c"\ninclude( "d" ,\n  "e" )\n// include "no"\n')?.members, [
      'a/b',
      'c',
      'd',
      'e',
    ]);
    const build = partReader('build.gradle');
    for (const line of ["id 'application'", 'id( "war" )', "apply plugin: 'ear'", '  application  ', 'war'])
      assert.equal(build?.(`plugins {\n\n${line}\n}`)?.isRun, true, line);
    for (const line of ["id 'application' apply false", '// application', 'application.run()', "id 'java'"])
      assert.equal(build?.(`plugins {\n${line}\n}`)?.isRun, false, line);
  });

  it('go.mod, Gemfile and their like', () => {
    const go = 'require github.com/a/b v1.2.3 // indirect\nrequire (\n\tgo.uber.org/zap v1.0.0\n\tno v1\n)\n';
    assert.deepEqual(named(goMod(go)), ['github.com/a/b v1.2.3', 'go.uber.org/zap v1.0.0']);
    const ruby =
      'gem "a", "~> 1"\ngem( \'b\' )\nspec.add_dependency "c", "2"\ngroup :test do |x|\ngem "d"\nend\n';
    assert.deepEqual(named(gemfile(ruby)), ['a ~> 1', 'b', 'c 2', 'd']);
    assert.equal(gemfile(ruby).at(-1)?.scope, 'dev');
    assert.deepEqual(named(gemfileLock('GEM\n    a (1.0)\n    b (2)\n      c (~> 1)\n')), ['a 1.0', 'b 2']);
  });

  it('pnpm-lock.yaml of all versions', () => {
    const text =
      "packages:\n  /@a/b/1.0.0_react@16:\n  /c@2.0.0(d@1):\n  '@e/f@3.1.0':\n  g@4.0.0:\n  h@link:../h:\n";
    assert.deepEqual(named(pnpmLock(text)), ['@a/b 1.0.0_react@16', 'c 2.0.0', '@e/f 3.1.0', 'g 4.0.0']);
  });

  it('requirements of Python', () => {
    const text = [
      'a==1.0 \\',
      '    --hash=sha256:00',
      'b >= 1.0, < 2 # why',
      'c[x, y] (>=1,!=1.5)',
      'd @ https://example.com/d.whl',
      'e~=1.0; python_version > "3"',
      'f===1 --hash=sha256:00 --hash=sha256:11',
      'g>=1 , <2',
      'no such thing',
      '    # via a',
    ].join('\n');
    assert.deepEqual(
      requirementsTxt(text, 'requirements.txt').map(({ name }) => name),
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    );
    assert.deepEqual(named(requirementsTxt('a==1.0\nb>=1,<2\nf===1 --hash=sha256:00', 'requirements.txt')), [
      'a 1.0',
      'b >=1,<2',
      'f 1',
    ]);
    for (const eol of ['\n', '\r\n'])
      assert.deepEqual(
        named(setupCfg(['[options]', 'install_requires =', '  a==1', '  b', 'other = c'].join(eol))),
        ['a 1', 'b'],
      );
    assert.deepEqual(
      named(
        setupPy("setup(install_requires=['a==1', 'b'], extras_require = {'dev': ['c'], \"x\": ['d==2']})"),
      ),
      ['a 1', 'b', 'c', 'd 2'],
    );
  });

  it('tell exact versions of Python packages and others', () => {
    const pinned = (ecosystem: 'pypi' | 'npm', version: string) =>
      isPinned({ ecosystem, name: 'a', version });
    for (const version of [
      '1',
      '1.0',
      'v1.0',
      '2!1.0',
      '1.0rc1',
      '1.0.post1',
      '1.0-beta-2',
      '1.0.dev3+local.1',
    ])
      assert.equal(pinned('pypi', version), !version.endsWith('-2'), version);
    for (const version of ['', '>=1', '1.*', '1.0-', '1.0--a']) assert.equal(pinned('pypi', version), false);
    for (const version of ['1.2.3', 'v1.2.3-rc.1+5']) assert.equal(pinned('npm', version), true);
    for (const version of ['1.2', '^1.2.3', '1.2.x', '1.2.3 || 2'])
      assert.equal(pinned('npm', version), false);
  });

  it('sbt', () => {
    const text =
      '"com.openai" % "openai-java" % "1.0" % Test // "com.openai" % "no" % "1"\n"com.openai" % "openai-java" % version';
    assert.deepEqual(named(sbt(text)), ['com.openai:openai-java 1.0', 'com.openai:openai-java']);
  });
});
