import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <JsonVersion>13.0.1</JsonVersion>
    <Twice Condition="a">1.0.0</Twice>
    <Twice Condition="b">2.0.0</Twice>
  </PropertyGroup>
  <Import Project="..\\build\\Common.props" />
  <ItemGroup>
    <PackageReference Include="Newtonsoft.Json" Version="$(JsonVersion)" />
    <PackageReference Include="Serilog"><Version>2.12.0</Version></PackageReference>
    <PackageReference Include="Range" Version="[1.0,2.0)" />
    <PackageReference Include="Float" Version="1.2.*" />
    <PackageReference Include="Exact" Version="[3.1.0]" />
    <PackageReference Include="Central" />
    <PackageReference Include="Overridden" VersionOverride="9.0.0" />
    <PackageReference Include="Analyzer" Version="1.0.0" PrivateAssets="all" />
    <PackageReference Include="Ambiguous" Version="$(Twice)" />
    <PackageReference Include="Common" Version="$(CommonVersion)" />
    <PackageReference Include="$(Computed)" Version="1.0.0" />
  </ItemGroup>
</Project>`;
const central = `<Project>
  <ItemGroup>
    <PackageVersion Include="central" Version="4.5.6" />
    <PackageVersion Include="Overridden" Version="1.0.0" />
    <GlobalPackageReference Include="Everywhere" Version="2.0.0" />
  </ItemGroup>
</Project>`;
const common = '<Project><PropertyGroup><CommonVersion>7.0.0</CommonVersion></PropertyGroup></Project>';

describe('projects of MSBuild', () => {
  const files = {
    'src/App.csproj': project,
    'Directory.Packages.props': central,
    'build/Common.props': common,
  };
  const reading = readingOf(files, 'src/App.csproj');
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('gives references with versions from properties, central lists and imports', () => {
    assert.deepEqual(named(reading), [
      'newtonsoft.json 13.0.1',
      'serilog 2.12.0',
      'range [1.0,2.0)',
      'float 1.2.*',
      'exact 3.1.0',
      'central 4.5.6',
      'overridden 9.0.0',
      'analyzer 1.0.0',
      'ambiguous',
      'common 7.0.0',
    ]);
    assert.equal(entry('analyzer')?.scope, 'development');
    assert.equal(entry('range')?.version, undefined);
    assert.equal(entry('float')?.version, undefined);
  });

  it('says where each version stands, also in another file', () => {
    assert.equal(textAt(project, entry('newtonsoft.json')?.range), 'Newtonsoft.Json');
    assert.equal(textAt(project, entry('newtonsoft.json')?.versionRange), '13.0.1');
    assert.equal(textAt(project, entry('serilog')?.versionRange), '2.12.0');
    assert.equal(entry('central')?.versionRange, undefined);
    assert.equal(entry('central')?.versionElsewhere?.file, 'Directory.Packages.props');
    assert.equal(textAt(central, entry('central')?.versionElsewhere?.range), '4.5.6');
    assert.equal(entry('common')?.versionElsewhere?.file, 'build/Common.props');
  });

  it('takes only what a central list installs everywhere for asked for', () => {
    assert.deepEqual(named(readingOf(files, 'Directory.Packages.props')), ['everywhere 2.0.0']);
  });

  it('says which name is computed, and ends at properties that name each other', () => {
    assert.match(reading.problems[0]?.message ?? '', /computed name/);
    const circle = '<A>$(B)$(B)</A><B>$(A)$(A)</B>';
    const text = `<Project><PropertyGroup>${circle}</PropertyGroup><ItemGroup>
<PackageReference Include="x" Version="$(A)" /></ItemGroup></Project>`;
    assert.deepEqual(named(readingOf({ 'a.csproj': text })), ['x']);
  });

  it('reads what comes before a mistake, and gives a reason for another file', () => {
    const broken = '<Project><ItemGroup><PackageReference Include="a" Version="1.0.0" /></Wrong>';
    const read = readingOf({ 'a.fsproj': broken });
    assert.deepEqual(named(read), ['a 1.0.0']);
    assert.equal(read.problems.length, 1);
    assert.equal(readingOf({ 'a.vbproj': 'no XML' }).problems.length, 1);
  });
});

describe('packages.config', () => {
  it('gives exact versions', () => {
    const text = `<packages>
  <package id="jQuery" version="3.5.0" targetFramework="net48" />
  <package id="Tool" version="1.0.0" developmentDependency="true" />
  <package id="NoVersion" />
</packages>`;
    const reading = readingOf({ 'packages.config': text });
    assert.deepEqual(named(reading), ['jquery 3.5.0', 'tool 1.0.0']);
    assert.equal(reading.packages[1]?.scope, 'development');
    assert.equal(textAt(text, reading.packages[0]?.versionRange), '3.5.0');
    assert.equal(reading.problems[0]?.line, 4);
  });
});

describe('packages.lock.json', () => {
  it('gives each version once for all frameworks, with what it needs', () => {
    const text = `{ "version": 1, "dependencies": {
  "net6.0": {
    "A": { "type": "Direct", "resolved": "1.0.0", "dependencies": { "b": "1.0.0" } },
    "B": { "type": "Transitive", "resolved": "1.0.0" },
    "own": { "type": "Project" }
  },
  "net8.0": {
    "A": { "type": "Direct", "resolved": "1.0.0", "dependencies": { "B": "2.0.0" } },
    "B": { "type": "Transitive", "resolved": "2.0.0" }
  }
} }`;
    const reading = readingOf({ 'packages.lock.json': text });
    assert.deepEqual(named(reading), ['a 1.0.0', 'b 1.0.0', 'own', 'b 2.0.0']);
    assert.deepEqual(needed(reading), { 'a@1.0.0': ['b@1.0.0', 'b@2.0.0'] });
    assert.deepEqual(
      reading.packages.map(({ direct, origin }) => [direct, origin]),
      [
        [true, 'registry'],
        [false, 'registry'],
        [true, 'path'],
        [false, 'registry'],
      ],
    );
    assert.equal(readingOf({ 'packages.lock.json': '[]' }).problems.length, 1);
  });
});

describe('*.deps.json', () => {
  it('gives libraries, direct ones by what the project needs', () => {
    const text = `{ "targets": { ".NETCoreApp,Version=v8.0": {
  "App/1.0.0": { "dependencies": { "A": "1.0.0" } },
  "A/1.0.0": { "dependencies": { "B": "2.0.0" } },
  "B/2.0.0": {} } },
"libraries": {
  "App/1.0.0": { "type": "project" },
  "A/1.0.0": { "type": "package" },
  "B/2.0.0": { "type": "package" } } }`;
    const reading = readingOf({ 'bin/App.deps.json': text });
    assert.deepEqual(named(reading), ['app 1.0.0', 'a 1.0.0', 'b 2.0.0']);
    assert.deepEqual(needed(reading), { 'app@1.0.0': ['a@1.0.0'], 'a@1.0.0': ['b@2.0.0'] });
    assert.deepEqual(
      reading.packages.map(({ direct, origin }) => [direct, origin]),
      [
        [undefined, 'path'],
        [true, 'registry'],
        [false, 'registry'],
      ],
    );
  });
});

describe('Paket', () => {
  it('reads paket.dependencies with groups', () => {
    const text = `source https://api.nuget.org/v3/index.json
nuget Newtonsoft.Json ~> 12.0
nuget Exact 1.2.3
nuget Any
nuget Between >= 1.0 < 2.0 framework: net6.0
group Build
  nuget FAKE = 5.0.0
`;
    const reading = readingOf({ 'paket.dependencies': text });
    assert.deepEqual(named(reading), [
      'newtonsoft.json ~> 12.0',
      'exact 1.2.3',
      'any',
      'between >= 1.0 < 2.0',
      'fake 5.0.0',
    ]);
    assert.equal(textAt(text, reading.packages[0]?.versionRange), '~> 12.0');
    assert.equal(textAt(text, reading.packages[3]?.versionRange), '>= 1.0 < 2.0');
    assert.equal(reading.packages[4]?.group, 'Build');
  });

  it('says of paket.dependencies which lines were left out, and why', () => {
    const text =
      'source https://api.nuget.org/v3/index.json\n// notes\nnuget A 1.0.0\nnuget\n<<>>\nstorage: none\n';
    const reading = readingOf({ 'paket.dependencies': text });
    assert.deepEqual(named(reading), ['a 1.0.0']);
    assert.deepEqual(
      reading.problems.map(({ line, message }) => `${line} ${message}`),
      [
        '4 The line names no package; it was left out.',
        '5 The line is no statement of Paket; it was left out.',
      ],
    );
    const [none] = readingOf({ 'paket.dependencies': '{"nuget": []}\n' }).problems;
    assert.match(none?.message ?? '', /not a file of dependencies of Paket/);
    assert.deepEqual(readingOf({ 'paket.dependencies': '\n' }).problems, []);
  });

  it('reads paket.lock with what packages need, group by group', () => {
    const text = `NUGET
  remote: https://api.nuget.org/v3/index.json
    A (1.0.0)
      B (>= 1.0)
    B (1.1.0) - restriction: >= net6.0
GITHUB
  remote: owner/repo
    file.fs (0123)
GROUP Build
NUGET
  remote: https://api.nuget.org/v3/index.json
    B (2.0.0)
`;
    const reading = readingOf({ 'paket.lock': text });
    assert.deepEqual(named(reading), ['a 1.0.0', 'b 1.1.0', 'b 2.0.0']);
    assert.deepEqual(needed(reading), { 'Main a@1.0.0': ['Main b@1.1.0'] });
    assert.equal(textAt(text, reading.packages[0]?.range), 'A (1.0.0)');
    assert.equal(readingOf({ 'paket.lock': 'nothing' }).problems.length, 1);
  });
});
