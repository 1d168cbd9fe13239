import assert from 'node:assert/strict';
import type { Finding } from '../../../src/engine/finding.ts';
import { analyse } from '../../support/engine.ts';

const java = `package com.acme;
import java.io.*;
public class Reader {
  public Object read(InputStream in) throws Exception { return new ObjectInputStream(in).readObject(); }
}
`;
const python = 'import pickle\n\ndef load(data):\n    return pickle.loads(data)\n';

const findingsIn = async (files: Readonly<Record<string, string>>): Promise<readonly Finding[]> =>
  (await analyse(Object.entries(files).map(([path, text]) => ({ path, text })))).findings;

const isFound = async (files: Readonly<Record<string, string>>): Promise<boolean> =>
  (await findingsIn(files)).some(({ vulnClass }) => vulnClass === 'unsafe-deserialization');

const pom = (inside: string): string => `<project><artifactId>a</artifactId>${inside}</project>`;
const plugin = (name: string): string =>
  `<build><plugins><plugin><artifactId>${name}</artifactId></plugin></plugins></build>`;
const dependency = (name: string, scope: string): string =>
  `<dependencies><dependency><artifactId>${name}</artifactId><scope>${scope}</scope></dependency></dependencies>`;

describe('public methods of Java', () => {
  const source = 'src/main/java/com/acme/Reader.java';

  for (const [what, build] of [
    ['a jar', { 'pom.xml': pom('') }],
    ['a bundle', { 'pom.xml': pom('<packaging>bundle</packaging>') }],
    ['a jar with a server in its tests', { 'pom.xml': pom(dependency('javalin', 'test')) }],
    [
      'a jar whose parent configures a plugin',
      { 'pom.xml': pom(`<profiles>${plugin('jetty-maven-plugin')}</profiles>`) },
    ],
    ['a library of Gradle', { 'build.gradle': "plugins { id 'java-library' }" }],
    ['one in Kotlin', { 'build.gradle.kts': 'plugins {\n  `java-library`\n}' }],
    ['one that is published', { 'build.gradle': "apply plugin: 'maven-publish' // id 'application'" }],
  ] as const) {
    it(`are called by anyone in ${what}`, async () => {
      assert.equal(await isFound({ ...build, [source]: java }), true);
    });
  }

  for (const [what, build] of [
    ['a folder without a build', {}],
    ['a web application', { 'pom.xml': pom('<packaging>war</packaging>') }],
    ['a program of Spring Boot', { 'pom.xml': pom(plugin('spring-boot-maven-plugin')) }],
    [
      'a program with a main class',
      {
        'pom.xml': pom(
          '<build><plugins><plugin><configuration><mainClass>a.B</mainClass></configuration></plugin></plugins></build>',
        ),
      },
    ],
    ['a server', { 'pom.xml': pom(dependency('spring-boot-starter-web', '')) }],
    ['a program of Gradle', { 'build.gradle': "plugins {\n  id 'java-library'\n  id 'application'\n}" }],
    ['a build that is no XML', { 'pom.xml': '<project' }],
    ['a build of nothing', { 'build.gradle': '// nothing' }],
  ] as const) {
    it(`are the program’s own in ${what}`, async () => {
      assert.equal(await isFound({ ...build, [source]: java }), false);
    });
  }

  it('are those of main code, and not of examples', async () => {
    const build = pom('');
    assert.equal(await isFound({ 'pom.xml': build, 'src/test/java/com/acme/Reader.java': java }), false);
    assert.equal(await isFound({ 'examples/a/pom.xml': build, [`examples/a/${source}`]: java }), false);
    assert.equal(await isFound({ 'core/pom.xml': build, [`core/${source}`]: java }), true);
  });

  it('are told by the build around where a build says nothing', async () => {
    const files = { 'core/build.gradle': 'dependencies { }', [`core/${source}`]: java };
    const all = (plugins: string): string => `subprojects { ${plugins} }`;
    assert.equal(await isFound({ 'build.gradle': all("apply plugin: 'java-library'"), ...files }), true);
    assert.equal(await isFound({ 'build.gradle': all("apply plugin: 'java'"), ...files }), false);
  });

  it('stand in public classes, or for methods of what is public', async () => {
    const found = async (text: string): Promise<boolean> => isFound({ 'pom.xml': pom(''), [source]: text });
    assert.equal(await found(java.replace('public class', 'class')), false);
    assert.equal(await found(java.replace('public Object', 'protected Object')), false);
    const hidden = java.replace('public class Reader', 'class Reader implements Reads');
    const reads = (head: string): string =>
      `\n${head}interface Reads { Object read(InputStream in) throws Exception; }`;
    assert.equal(await found(hidden + reads('public ')), true);
    assert.equal(await found(hidden + reads('')), false);
  });
});

describe('public functions of Python', () => {
  const setup = 'from setuptools import setup\nsetup(name="a", packages=["a"])\n';
  const files = { 'a/__init__.py': '', 'a/load.py': python };

  for (const [what, build] of [
    ['setup.py', { 'setup.py': setup }],
    ['setup.cfg', { 'setup.cfg': '[metadata]\nname = a\n\n[options]\npackages = find:\n' }],
    ['a project', { 'pyproject.toml': '[build-system]\nrequires = []\n[project]\nname = "a"\n' }],
    ['Poetry', { 'pyproject.toml': '[tool.poetry]\nname = "a"\n' }],
  ] as const) {
    it(`are called by anyone in a distribution of ${what}`, async () => {
      assert.equal(await isFound({ ...build, ...files }), true);
    });
  }

  for (const [what, more] of [
    ['is nobody’s distribution', {}],
    [
      'only sets tools up',
      { 'pyproject.toml': '[tool.black]\nline-length = 100\n', 'setup.cfg': '[flake8]\n' },
    ],
    ['is not built', { 'pyproject.toml': '[project]\nname = "a"\n' }],
    ['is no package', { 'pyproject.toml': '[tool.poetry]\nname = "a"\npackage-mode = false\n' }],
    ['cannot be read', { 'pyproject.toml': '[project\n' }],
    ['is run', { 'setup.py': setup, 'manage.py': 'import django\n' }],
  ] as const) {
    it(`are the program’s own in what ${what}`, async () => {
      assert.equal(await isFound({ ...more, ...files }), false);
    });
  }

  it('have public names, as do their modules and classes', async () => {
    const found = async (path: string, text = python): Promise<boolean> =>
      isFound({ 'setup.py': setup, 'a/__init__.py': '', [path]: text });
    assert.equal(await found('a/_load.py'), false);
    assert.equal(await found('a/load.py', python.replace('def load', 'def _load')), false);
    assert.equal(await found('tests/load.py'), false);
    assert.equal(await found('scripts/load.py'), false);
    assert.equal(await found('setup.py', `${setup}${python}`), false);
    const method = (name: string): string =>
      `import pickle\nclass ${name}:\n    def load(self, data):\n        return pickle.loads(data)\n`;
    assert.equal(await found('a/load.py', method('Loader')), true);
    assert.equal(await found('a/load.py', method('_Loader')), false);
  });
});

describe('arguments of libraries', () => {
  const manifest = { 'package.json': '{"name": "a"}' };
  const only = async (code: string): Promise<Finding | undefined> =>
    (await findingsIn({ ...manifest, 'index.js': `const { exec } = require('child_process');\n${code}` }))[0];

  it('are of low severity where a caller most likely means the whole of them', async () => {
    const whole = await only('exports.run = (command) => exec(command);');
    const built = await only("exports.list = (folder) => exec('ls ' + folder);");
    assert.ok(whole && built && whole.score < 40 && built.score >= 40 && built.score < 70);
    assert.ok(whole.confidence < built.confidence);
  });

  it('are parts of a text also where another function runs it', async () => {
    const finding = await only(
      "const run = (command) => exec(command);\nexports.list = (folder) => run('ls ' + folder);",
    );
    assert.ok(finding && finding.score >= 40);
  });

  it('begin the flow, also where others do the harm', async () => {
    const [finding] = await findingsIn({
      'setup.py': 'from setuptools import setup\nsetup(packages=["a"])\n',
      'a/__init__.py': '',
      'a/load.py': 'from ._impl import loads\n\ndef load(data):\n    return loads(data)\n',
      'a/_impl.py': 'import pickle\n\ndef loads(data):\n    return pickle.loads(data)\n',
    });
    assert.equal(finding?.file, 'a/_impl.py');
    const [first] = finding.codeFlows[0]?.steps ?? [];
    assert.deepEqual([first?.file, first?.range.startLine, first?.role], ['a/load.py', 3, 'source']);
    assert.match(finding.message, /^An argument of a public function reaches/);
  });
});
