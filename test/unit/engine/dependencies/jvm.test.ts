import assert from 'node:assert/strict';
import { named, readingOf, textAt } from './support.ts';

const parent = `<project>
  <groupId>com.example</groupId><artifactId>parent</artifactId><version>1.0</version>
  <packaging>pom</packaging>
  <properties><jackson.version>2.13.0</jackson.version><shared>1.0.0</shared></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>com.fasterxml</groupId><artifactId>databind</artifactId><version>\${jackson.version}</version></dependency>
    <dependency><groupId>com.example</groupId><artifactId>bom</artifactId><version>1.0</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
</project>`;
const bom = `<project>
  <groupId>com.example</groupId><artifactId>bom</artifactId><version>1.0</version>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.managed</groupId><artifactId>by-bom</artifactId><version>5.0</version><scope>test</scope></dependency>
  </dependencies></dependencyManagement>
</project>`;
const app = `<project>
  <parent><groupId>com.example</groupId><artifactId>parent</artifactId><version>1.0</version></parent>
  <artifactId>app</artifactId>
  <properties>
    <guava.version>30.0-jre</guava.version>
    <shared>2.0.0</shared>
  </properties>
  <dependencies>
    <dependency><groupId>com.google</groupId><artifactId>guava</artifactId><version>\${guava.version}</version></dependency>
    <dependency><groupId>com.fasterxml</groupId><artifactId>databind</artifactId></dependency>
    <dependency><groupId>org.managed</groupId><artifactId>by-bom</artifactId></dependency>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.12</version><scope>test</scope></dependency>
    <dependency><groupId>a</groupId><artifactId>range</artifactId><version>[1.0,2.0)</version></dependency>
    <dependency><groupId>a</groupId><artifactId>exact</artifactId><version>[1.5]</version></dependency>
    <dependency><groupId>a</groupId><artifactId>overriding</artifactId><version>\${shared}</version></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>bom</artifactId><version>\${project.version}</version></dependency>
    <dependency><groupId>a</groupId><artifactId>unknown</artifactId></dependency>
    <dependency><groupId>a</groupId><artifactId>unknown-too</artifactId><version>\${nowhere}</version></dependency>
    <dependency><groupId>a</groupId><artifactId>on-disk</artifactId><version>1</version><scope>system</scope></dependency>
  </dependencies>
  <profiles><profile><id>extra</id><dependencies>
    <dependency><groupId>a</groupId><artifactId>profiled</artifactId><version>1.0</version></dependency>
  </dependencies></profile></profiles>
</project>`;

describe('pom.xml', () => {
  const files = { 'pom.xml': parent, 'bom/pom.xml': bom, 'app/pom.xml': app };
  const reading = readingOf(files, 'app/pom.xml');
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('gives dependencies with versions of properties, parents and BOMs of the project', () => {
    assert.deepEqual(named(reading), [
      'com.google:guava 30.0-jre',
      'com.fasterxml:databind 2.13.0',
      'org.managed:by-bom 5.0',
      'junit:junit 4.12',
      'a:range [1.0,2.0)',
      'a:exact 1.5',
      'a:overriding 2.0.0',
      'com.example:bom 1.0',
      'a:unknown',
      'a:unknown-too',
      'a:on-disk 1',
      'a:profiled 1.0',
    ]);
    assert.equal(entry('a:range')?.version, undefined);
  });

  it('tells scope and origin', () => {
    assert.equal(entry('junit:junit')?.scope, 'development');
    assert.equal(entry('org.managed:by-bom')?.scope, 'development');
    assert.equal(entry('com.google:guava')?.scope, 'production');
    assert.equal(entry('com.example:bom')?.origin, 'path');
    assert.equal(entry('a:on-disk')?.origin, 'path');
    assert.equal(entry('a:profiled')?.group, 'compile (profile extra)');
  });

  it('says where each version stands, in the file or another', () => {
    assert.equal(textAt(app, entry('com.google:guava')?.versionRange), '30.0-jre');
    assert.equal(entry('com.google:guava')?.versionRange?.startLine, 5);
    assert.equal(textAt(app, entry('junit:junit')?.versionRange), '4.12');
    assert.equal(entry('com.fasterxml:databind')?.versionRange, undefined);
    assert.equal(entry('com.fasterxml:databind')?.versionElsewhere?.file, 'pom.xml');
    assert.equal(textAt(parent, entry('com.fasterxml:databind')?.versionElsewhere?.range), '2.13.0');
    assert.equal(entry('org.managed:by-bom')?.versionElsewhere?.file, 'bom/pom.xml');
    assert.equal(textAt(app, entry('a:overriding')?.versionRange), '2.0.0');
  });

  it('says once that versions are not known', () => {
    assert.deepEqual(
      reading.problems.map(({ line, message }) => [line, message]),
      [[17, 'The version of 2 packages is not known.']],
    );
    const remote = readingOf({
      'pom.xml': `<project><parent><groupId>org.boot</groupId><artifactId>starter</artifactId><version>3</version></parent>
<dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId></dependency></dependencies></project>`,
    });
    assert.match(remote.problems[0]?.message ?? '', /not in the project, org\.boot:starter\./);
  });

  it('names the BOM of a registry that a BOM of the project imports', () => {
    const remote = bom
      .replace('by-bom</artifactId>', 'far-bom</artifactId><type>pom</type>')
      .replace('>test<', '>import<');
    const missing = readingOf({ ...files, 'bom/pom.xml': remote }, 'app/pom.xml').problems;
    assert.match(missing[0]?.message ?? '', /3 packages is not known: .*, org\.managed:far-bom\./);
  });

  it('asks for nothing that is only managed', () => {
    assert.deepEqual(named(readingOf(files, 'pom.xml')), []);
  });

  it('ends at parents and properties that lead back to themselves, and at texts that grow', () => {
    const grown = Array.from({ length: 30 }, (_, n) => `<p${n + 1}>\${p${n}}\${p${n}}</p${n + 1}>`).join('');
    const text = `<project><groupId>g</groupId><artifactId>a</artifactId>
<parent><groupId>g</groupId><artifactId>a</artifactId><relativePath>pom.xml</relativePath></parent>
<properties><x>\${y}</x><y>\${x}</y><p0>aaaaaaaaaa</p0>${grown}</properties>
<dependencies>
<dependency><groupId>c</groupId><artifactId>circle</artifactId><version>\${x}</version></dependency>
<dependency><groupId>c</groupId><artifactId>grown</artifactId><version>\${p30}</version></dependency>
</dependencies></project>`;
    assert.deepEqual(named(readingOf({ 'pom.xml': text })), ['c:circle', 'c:grown']);
  });

  it('does not read a parent outside of the project', () => {
    const text = `<project><parent><groupId>g</groupId><artifactId>p</artifactId>
<relativePath>../../../etc/pom.xml</relativePath></parent>
<dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId></dependency></dependencies></project>`;
    assert.match(readingOf({ 'app/pom.xml': text }).problems[0]?.message ?? '', /not in the project, g:p\./);
  });

  it('does not expand entities, and keeps what comes before a mistake', () => {
    const bomb = `<!DOCTYPE project [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
<project><dependencies>
<dependency><groupId>g</groupId><artifactId>a</artifactId><version>&b;</version></dependency>
</dependencies></project>`;
    const read = readingOf({ 'pom.xml': bomb });
    assert.match(read.problems[0]?.message ?? '', /entities/);
    assert.doesNotMatch(read.packages[0]?.version ?? '', /aaaa/);
    const broken = `<project><dependencies>
<dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency>
<dependency></wrong>`;
    assert.deepEqual(named(readingOf({ 'pom.xml': broken })), ['g:a 1']);
    assert.equal(readingOf({ 'pom.xml': broken }).problems[0]?.line, 3);
    assert.match(readingOf({ 'pom.xml': '<other/>' }).problems[0]?.message ?? '', /no project/);
  });
});

const catalog = `[versions]
okhttp = "4.9.0"
strict = { strictly = "1.7.0" }
[libraries]
okhttp = { module = "com.squareup.okhttp3:okhttp", version.ref = "okhttp" }
log-core = { group = "org.log", name = "core", version.ref = "strict" }
short = "g:short:2.0"
unversioned = { module = "g:unversioned" }
dynamic = { module = "g:dynamic", version = "1.+" }
[bundles]
logging = ["log-core", "short"]
`;

describe('Gradle', () => {
  const script = `buildscript { dependencies { classpath 'com.android:gradle:7.0.0' } }
ext.springVersion = '5.3.0'
def versions = [ guava: '31.0-jre' ]
ext { twice = '1'; twice = '2' }
dependencies {
    implementation 'org.spring:core:' + springVersion
    api "org.spring:web:\${springVersion}" // a comment: 'no:such:1'
    compileOnly group: 'org.lombok', name: 'lombok', version: '1.18.20'
    testImplementation("junit:junit:4.12") { exclude group: 'org.hamcrest', module: 'core' }
    implementation "g:guava:\${versions.guava}"
    implementation "g:from-file:$fileVersion"
    implementation "g:ambiguous:$twice"
    implementation platform('g:bom:1.0')
    implementation libs.okhttp, libs.bundles.logging
    implementation project(':other')
    runtimeOnly 'g:dynamic:1.+'
    custom 'g:custom:1.0:classifier@zip'
    constraints { implementation 'g:constraint:1.0' }
}
println 'not:a:dependency'
`;
  const files = {
    'app/build.gradle': script,
    'gradle.properties': 'fileVersion = 9.9\n',
    'gradle/libs.versions.toml': catalog,
  };
  const reading = readingOf(files, 'app/build.gradle');
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('reads literal notations, variables and libraries of the catalog', () => {
    assert.deepEqual(named(reading), [
      'com.android:gradle 7.0.0',
      'org.spring:core 5.3.0',
      'org.spring:web 5.3.0',
      'org.lombok:lombok 1.18.20',
      'junit:junit 4.12',
      'g:guava 31.0-jre',
      'g:from-file 9.9',
      'g:ambiguous',
      'g:bom 1.0',
      'com.squareup.okhttp3:okhttp 4.9.0',
      'org.log:core 1.7.0',
      'g:short 2.0',
      'g:dynamic 1.+',
      'g:custom 1.0',
    ]);
    assert.equal(entry('g:dynamic')?.version, undefined);
  });

  it('tells what is for tests and for the build', () => {
    assert.deepEqual(
      reading.packages.filter(({ scope }) => scope === 'development').map(({ name }) => name),
      ['com.android:gradle', 'junit:junit'],
    );
  });

  it('says where each version stands', () => {
    assert.equal(textAt(script, entry('org.spring:web')?.versionRange), '5.3.0');
    assert.equal(entry('org.spring:web')?.versionRange?.startLine, 2);
    assert.equal(textAt(script, entry('junit:junit')?.range), 'junit:junit');
    assert.equal(textAt(script, entry('junit:junit')?.versionRange), '4.12');
    assert.equal(textAt(script, entry('g:guava')?.versionRange), '31.0-jre');
    assert.equal(entry('g:from-file')?.versionElsewhere?.file, 'gradle.properties');
    assert.equal(textAt(catalog, entry('com.squareup.okhttp3:okhttp')?.versionElsewhere?.range), '4.9.0');
  });

  it('reads the Kotlin notation', () => {
    const kotlin = `val ktor by extra("2.0.0")
val plain = "1.5"
dependencies {
    implementation("io.ktor:core:$ktor")
    testImplementation(group = "g", name = "a", version = plain)
    add("kspTest", "g:added:1.0")
    api(platform(libs.okhttp))
    val x = 'c'
}
`;
    const read = readingOf({ 'build.gradle.kts': kotlin, 'gradle/libs.versions.toml': catalog });
    assert.deepEqual(named(read), [
      'io.ktor:core 2.0.0',
      'g:a 1.5',
      'g:added 1.0',
      'com.squareup.okhttp3:okhttp 4.9.0',
    ]);
    assert.equal(read.packages[2]?.group, 'kspTest');
  });

  it('reads version catalogs', () => {
    const read = readingOf({ 'gradle/libs.versions.toml': catalog });
    assert.deepEqual(named(read), [
      'com.squareup.okhttp3:okhttp 4.9.0',
      'org.log:core 1.7.0',
      'g:short 2.0',
      'g:unversioned',
      'g:dynamic 1.+',
    ]);
    assert.equal(textAt(catalog, read.packages[0]?.range), 'okhttp');
    assert.equal(read.packages[0]?.range.startLine, 5);
    assert.equal(read.packages[0]?.versionRange?.startLine, 2);
    assert.equal(textAt(catalog, read.packages[1]?.versionRange), '1.7.0');
    assert.equal(textAt(catalog, read.packages[2]?.versionRange), '2.0');
  });

  it('reads lock files', () => {
    const lock = `# comment
org.spring:core:5.3.0=compileClasspath,runtimeClasspath
junit:junit:4.12=testCompileClasspath,testRuntimeClasspath
broken
empty=annotationProcessor
`;
    const read = readingOf({ 'gradle.lockfile': lock });
    assert.deepEqual(named(read), ['org.spring:core 5.3.0', 'junit:junit 4.12']);
    assert.deepEqual(
      read.packages.map(({ scope }) => scope),
      ['production', 'development'],
    );
    assert.equal(read.problems[0]?.line, 4);
    assert.equal(
      readingOf({ 'buildscript-gradle.lockfile': 'a:b:1=classpath\n' }).packages[0]?.scope,
      'development',
    );
    assert.match(readingOf({ 'gradle.lockfile': '{}' }).problems.at(-1)?.message ?? '', /not a lock file/);
    assert.deepEqual(readingOf({ 'gradle.lockfile': 'empty=a\n' }).problems, []);
  });

  it('reads verification metadata', () => {
    const text = `<verification-metadata><components>
<component group="g" name="a" version="1.0"><artifact name="a.jar"/></component>
<component group="g" name="b"/>
</components></verification-metadata>`;
    const read = readingOf({ 'gradle/verification-metadata.xml': text });
    assert.deepEqual(named(read), ['g:a 1.0']);
    assert.equal(read.problems[0]?.line, 3);
  });
});

describe('build.sbt', () => {
  it('gives modules with the binary version of Scala in their names', () => {
    const text = `ThisBuild / scalaVersion := "2.13.8"
val AkkaVersion = "2.6.19"
libraryDependencies ++= Seq(
  "com.typesafe.akka" %% "akka-actor" % AkkaVersion,
  "org.postgresql" % "postgresql" % "42.3.0",
  "org.scalatest" %% "scalatest" % "3.2.0" % Test, // "no" % "such" % "1"
  "g" % "a" % unknown
)
`;
    const reading = readingOf({ 'build.sbt': text });
    assert.deepEqual(named(reading), [
      'com.typesafe.akka:akka-actor_2.13 2.6.19',
      'org.postgresql:postgresql 42.3.0',
      'org.scalatest:scalatest_2.13 3.2.0',
      'g:a',
    ]);
    assert.deepEqual(
      reading.packages.map(({ scope }) => scope),
      ['production', 'production', 'development', 'production'],
    );
    assert.equal(textAt(text, reading.packages[0]?.versionRange), '2.6.19');
    assert.equal(reading.packages[0]?.versionRange?.startLine, 2);
    const three = readingOf({ 'build.sbt': 'scalaVersion := "3.3.1"\nx += "g" %% "a" % "1"\n' });
    assert.deepEqual(named(three), ['g:a_3 1']);
  });
});
