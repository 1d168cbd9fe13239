import assert from 'node:assert/strict';
import { packageVersions } from '../../../../src/engine/languages/java/package-versions.ts';
import { isVersionBelow } from '../../../../src/engine/languages/package-versions.ts';

const versionOf = (name: string, ...files: readonly (readonly [string, string])[]): string | undefined =>
  packageVersions({ configs: new Map(files) })(name);

const dependency = (version: string): string =>
  `<project><dependencies><dependency><groupId>org.acme</groupId><artifactId>acme</artifactId>${version}</dependency></dependencies></project>`;

describe('versions of packages', () => {
  it('are compared number by number', () => {
    assert.equal(isVersionBelow('1.2.9', '1.2.83'), true);
    assert.equal(isVersionBelow('1.2.83', '1.2.83'), false);
    assert.equal(isVersionBelow('2', '1.2.83'), false);
    assert.equal(isVersionBelow('2.0', '2'), false);
    assert.equal(isVersionBelow('1.4.18-java7', '1.4.18'), false);
  });

  it('are those that builds of Maven and Gradle name', () => {
    assert.equal(versionOf('org.acme:acme', ['pom.xml', dependency('<version>1.2</version>')]), '1.2');
    assert.equal(versionOf('org.acme:acme', ['build.gradle', "implementation 'org.acme:acme:1.2'"]), '1.2');
    assert.equal(
      versionOf('org.acme:acme', ['build.gradle.kts', 'implementation("org.acme:acme:1.2")']),
      '1.2',
    );
    assert.equal(versionOf('org.acme:other', ['pom.xml', dependency('<version>1.2</version>')]), undefined);
    assert.equal(versionOf('org.other:acme', ['pom.xml', dependency('<version>1.2</version>')]), undefined);
  });

  it('are those of the build that one builds on', () => {
    const parent =
      '<project><parent><groupId>org.acme</groupId><artifactId>acme</artifactId><version>3.1</version></parent></project>';
    assert.equal(versionOf('org.acme:acme', ['pom.xml', parent]), '3.1');
  });

  it('are the lowest of several', () => {
    const builds = [
      ['a/pom.xml', dependency('<version>1.10</version>')],
      ['b/pom.xml', dependency('<version>1.9</version>')],
      ['c/pom.xml', dependency('')],
    ] as const;
    assert.equal(versionOf('org.acme:acme', ...builds), '1.9');
  });

  it('are not known where one is a variable that no build sets, a range or a comment', () => {
    const set = ['pom.xml', '<project><properties><acme.v>3.1</acme.v></properties></project>'] as const;
    const use = ['a/pom.xml', dependency('<version>${acme.v}</version>')] as const;
    assert.equal(versionOf('org.acme:acme', set, use), '3.1');
    assert.equal(versionOf('org.acme:acme', use), undefined);
    assert.equal(versionOf('org.acme:acme', ['pom.xml', dependency('<version>[1,2)</version>')]), undefined);
    assert.equal(
      versionOf('org.acme:acme', ['pom.xml', dependency('<!--<version>9</version>-->')]),
      undefined,
    );
    assert.equal(versionOf('org.acme:acme', ['build.gradle', "// 'org.acme:acme:9'"]), undefined);
    assert.equal(versionOf('org.acme:acme', ['build.gradle', '"org.acme:acme:$version"']), undefined);
  });
});
