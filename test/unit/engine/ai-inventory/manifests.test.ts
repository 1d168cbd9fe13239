import assert from 'node:assert/strict';
import type { Dependency } from '../../../../src/engine/ai-inventory/facts.ts';
import { manifestReader } from '../../../../src/engine/ai-inventory/manifests/index.ts';
import { gradle, sbt } from '../../../../src/engine/ai-inventory/manifests/jvm.ts';
import { gemfile, gemfileLock, goMod } from '../../../../src/engine/ai-inventory/manifests/others.ts';
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

  it('JavaScript and Python: packages of the catalog, as the file spells them', () => {
    const found = (path: string, text: string): string[] =>
      (manifestReader(path)?.(text, path) ?? []).map(
        ({ ecosystem, name, version, scope, locked, line }) =>
          `${ecosystem} ${name} ${version} ${scope} ${locked} ${line}`,
      );
    assert.deepEqual(
      found(
        'package.json',
        '{"devDependencies": {\n"openai": "^5.0.0", "a": "npm:@langchain/core@1.0.0", "left-pad": "1"}}',
      ),
      ['npm openai ^5.0.0 dev false 2', 'npm @langchain/core 1.0.0 dev false 2'],
    );
    assert.deepEqual(found('package.json', '{"overrides": {"openai": "5.0.0"}}'), []);
    assert.deepEqual(found('requirements.txt', 'x\nLangChain_OpenAI==0.1\n'), [
      'pypi LangChain_OpenAI 0.1 runtime false 2',
    ]);
    assert.deepEqual(
      found('package-lock.json', '{"packages": {"node_modules/openai": {"version": "5.3.1"}}}'),
      ['npm openai 5.3.1 unknown true 1'],
    );
    assert.deepEqual(
      found('poetry.lock', '[[package]]\nname = "Torch"\nversion = "2.0"\ngroups = ["dev"]\n'),
      ['pypi torch 2.0 dev true 2'],
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
