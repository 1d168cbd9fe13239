import assert from 'node:assert/strict';
import type { Dependency } from '../../../../src/engine/ai-inventory/facts.ts';
import { goMod } from '../../../../src/engine/ai-inventory/manifests/declared.ts';
import { manifestReader } from '../../../../src/engine/ai-inventory/manifests/index.ts';
import { isPinned } from '../../../../src/engine/ai-inventory/mcp-program.ts';
import { partReader } from '../../../../src/engine/ai-inventory/parts.ts';

const named = (found: readonly Dependency[]): string[] =>
  found.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`));

const found = (path: string, text: string): string[] =>
  (manifestReader(path)?.(text) ?? []).map(
    ({ ecosystem, name, version, scope, locked, line }) =>
      `${ecosystem} ${name} ${version} ${scope} ${locked} ${line}`,
  );

describe('packages of the catalog in manifests', () => {
  it('Gradle: configurations with and without parentheses, platforms, groups by name', () => {
    const text = [
      "implementation 'com.openai:openai-java:1.2.0'",
      'implementation("dev.langchain4j:langchain4j:$version") // "com.openai:openai-java:1"',
      "testImplementation ( 'dev.langchain4j:langchain4j-ollama' )",
      'implementation platform("dev.langchain4j:langchain4j-bom:1.0")',
      "compileOnly group: 'com.openai', name: 'openai-java', version: '3'",
      "/* api 'com.openai:openai-java:4' */ url = 'https://example.com' // api 'com.openai:openai-java'",
    ];
    assert.deepEqual(found('build.gradle', ['dependencies {', ...text, '}'].join('\n')), [
      'maven com.openai:openai-java 1.2.0 runtime false 2',
      'maven dev.langchain4j:langchain4j undefined runtime false 3',
      'maven dev.langchain4j:langchain4j-ollama undefined dev false 4',
      'maven dev.langchain4j:langchain4j-bom 1.0 runtime false 5',
      'maven com.openai:openai-java 3 runtime false 6',
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
    assert.deepEqual(
      found(
        'Gemfile',
        'gem "ruby-openai", "~> 1"\ngem( \'left\' )\ngroup :test do\ngem "langchainrb"\nend\n',
      ),
      ['gem ruby-openai ~> 1 runtime false 1', 'gem langchainrb undefined dev false 4'],
    );
    assert.deepEqual(found('Gemfile.lock', 'GEM\n  specs:\n    left (1.0)\n    ruby-openai (2)\n'), [
      'gem ruby-openai 2 unknown true 4',
    ]);
  });

  it('JavaScript and Python: packages of the catalog, as the file spells them', () => {
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

  it('sbt, for whichever version of Scala', () => {
    const text =
      '"com.openai" % "openai-java" % "1.0" % Test // "com.openai" % "no" % "1"\n"com.openai" % "openai-java" % version\n"org.apache.spark" %% "spark-mllib" % "3.5.0"\n';
    assert.deepEqual(found('build.sbt', text), [
      'maven com.openai:openai-java 1.0 dev false 1',
      'maven com.openai:openai-java undefined runtime false 2',
      'maven org.apache.spark:spark-mllib_2.13 3.5.0 runtime false 3',
    ]);
  });

  it('conda, by the names of PyPI', () => {
    const text = 'dependencies:\n  - conda-forge::pytorch=2.0=0\n  - pip:\n    - openai==1.0\n';
    assert.deepEqual(found('environment.yml', text), [
      'pypi torch 2.0 runtime false 2',
      'pypi openai 1.0 runtime false 4',
    ]);
  });
});
