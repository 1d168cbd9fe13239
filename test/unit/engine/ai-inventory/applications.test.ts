import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inventoryOf } from '../../../support/ai-inventory-corpus.ts';

type Files = Readonly<Record<string, string>>;

/** Folders of applications, with how many components each has; `.` for the repository itself. */
function countsOf(files: Files): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { monorepoName = '.' } of inventoryOf(files).components)
    counts[monorepoName] = (counts[monorepoName] ?? 0) + 1;
  return counts;
}

const npm = (more: object = {}): string => JSON.stringify({ dependencies: { openai: '5.0.0' }, ...more });
const run = { private: true, scripts: { start: 'node .' } };
const pom = (inside: string): string =>
  `<project>${inside}<dependencies><dependency><groupId>com.openai</groupId><artifactId>openai-java</artifactId></dependency></dependencies></project>`;
const boot =
  '<build><plugins><plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>';
const gradle = (plugin: string): string =>
  `plugins { id("${plugin}") }\ndependencies { implementation("com.openai:openai-java:2.0.0") }\n`;
const csproj = (sdk: string): string =>
  `<Project Sdk="Microsoft.NET.Sdk${sdk}"><ItemGroup><PackageReference Include="OpenAI" Version="2.0.0" /></ItemGroup></Project>`;
const crate = '[package]\nname = "a"\n[dependencies]\nasync-openai = "0.28"\n';
const python = '[project]\nname = "a"\ndependencies = ["openai"]\n';

const monorepos: Readonly<Record<string, readonly [Files, Readonly<Record<string, number>>]>> = {
  'npm workspaces: applications apart, what they share with the repository': [
    {
      'package.json': npm({
        private: true,
        workspaces: ['apps/*', 'packages/*'],
        scripts: { start: 'turbo start' },
      }),
      'apps/web/package.json': npm({ scripts: { dev: 'next dev' } }),
      'apps/api/package.json': npm(run),
      'packages/llm/package.json': npm({ main: 'index.js' }),
    },
    { '.': 2, 'apps/web': 1, 'apps/api': 1 },
  ],
  'a lock file of its own, and nothing else that tells': [
    {
      'package.json': npm(),
      'package-lock.json': '{}',
      'shop/package.json': npm({ main: 'index.js' }),
      'shop/package-lock.json': '{}',
      'billing/pyproject.toml': python,
      'billing/uv.lock': 'version = 1\n',
      'shared/package.json': npm({ main: 'index.js' }),
    },
    { '.': 2, shop: 1, billing: 1 },
  ],
  'workspaces of yarn, as an object': [
    {
      'package.json': npm({ workspaces: { packages: ['client', 'server'] } }),
      'client/package.json': npm({ scripts: { build: 'vite build' } }),
      'server/package.json': npm(run),
    },
    { '.': 1, client: 1, server: 1 },
  ],
  'pnpm, at any depth, without what is taken out': [
    {
      'pnpm-workspace.yaml': 'packages:\n  - "products/**"\n  - "!products/old/**"\n',
      'products/shop/backend/orders/package.json': npm(run),
      'products/shop/frontend/package.json': npm(run),
      'products/old/x/y/package.json': npm(run),
    },
    { '.': 1, 'products/shop/backend/orders': 1, 'products/shop/frontend': 1 },
  ],
  lerna: [
    {
      'lerna.json': '{"packages":["modules/core/*"]}',
      'modules/core/a/package.json': npm(run),
      'modules/core/b/package.json': npm(run),
    },
    { 'modules/core/a': 1, 'modules/core/b': 1 },
  ],
  'Nx: projects say what they are': [
    {
      'package.json': npm(),
      'nx.json': '{}',
      'apps/chat/project.json': '{"projectType":"application"}',
      'apps/chat/src/a.ts': 'const u = "https://api.openai.com/v1";\n',
      'apps/admin/project.json': '{"projectType":"application"}',
      'libs/ai/project.json': '{"projectType":"library"}',
      'libs/ai/src/a.ts': 'const u = "https://api.openai.com/v1";\n',
    },
    { '.': 2, 'apps/chat': 1 },
  ],
  rush: [
    {
      'rush.json':
        '{"projects":[{"packageName":"a","projectFolder":"work/x/y/a"},{"packageName":"b","projectFolder":"work/x/y/b"}]}',
      'work/x/y/a/package.json': npm(run),
      'work/x/y/b/package.json': npm(run),
    },
    { 'work/x/y/a': 1, 'work/x/y/b': 1 },
  ],
  'Maven: modules that are run': [
    {
      'pom.xml': pom(
        '<packaging>pom</packaging><modules><module>core</module><module>api</module><module>web</module></modules>',
      ),
      'core/pom.xml': pom(''),
      'api/pom.xml': pom(boot),
      'web/pom.xml': pom('<packaging>war</packaging>'),
    },
    { '.': 2, api: 1, web: 1 },
  ],
  'Gradle: projects with a plugin for applications': [
    {
      'settings.gradle.kts':
        'rootProject.name = "a"\ninclude(":services:very:deep:chat", ":services:very:deep:mail")\n// include(":services:very:deep:gone")\n',
      'build.gradle.kts': 'plugins { id("org.springframework.boot") version "3.4.0" apply false }\n',
      'services/very/deep/chat/build.gradle.kts': gradle('org.springframework.boot'),
      'services/very/deep/mail/build.gradle.kts': gradle('application'),
      'services/very/deep/gone/build.gradle.kts': gradle('application'),
      'libs/model/build.gradle.kts': gradle('java-library'),
    },
    { '.': 2, 'services/very/deep/chat': 1, 'services/very/deep/mail': 1 },
  ],
  'Cargo: crates with a program': [
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/cli/Cargo.toml': crate,
      'crates/cli/src/main.rs': 'fn main() {}\n',
      'crates/server/Cargo.toml': `${crate}[[bin]]\nname = "server"\n`,
      'crates/core/Cargo.toml': crate,
      'crates/core/src/lib.rs': '\n',
    },
    { '.': 1, 'crates/cli': 1, 'crates/server': 1 },
  ],
  'Go: modules of a workspace': [
    {
      'go.work': 'go 1.23\n\nuse (\n\t./svc/a // the first\n\t./svc/b\n)\nuse ./shared\n',
      'svc/a/go.mod': 'module a\nrequire github.com/openai/openai-go v1.0.0\n',
      'svc/a/main.go': 'package main\n',
      'svc/b/go.mod': 'module b\nrequire github.com/openai/openai-go v1.0.0\n',
      'svc/b/cmd/b/main.go': 'package main\n',
      'shared/go.mod': 'module shared\nrequire github.com/openai/openai-go v1.0.0\n',
    },
    { '.': 1, 'svc/a': 1, 'svc/b': 1 },
  ],
  'uv: members with scripts': [
    {
      'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/seeds"]\n',
      'packages/api/pyproject.toml': `${python}[project.scripts]\napi = "api:main"\n`,
      'packages/jobs/pyproject.toml': python,
      'packages/jobs/src/jobs/__main__.py': '\n',
      'packages/lib/pyproject.toml': python,
    },
    { '.': 1, 'packages/api': 1, 'packages/jobs': 1 },
  ],
  'Poetry and npm side by side, without a workspace': [
    {
      'backend/pyproject.toml':
        '[tool.poetry.dependencies]\nopenai = "^1"\n[tool.poetry.scripts]\nserve = "a:b"\n',
      'frontend/package.json': npm({ scripts: { dev: 'vite' } }),
      'AGENTS.md': 'Be brief.\n',
    },
    { '.': 1, backend: 1, frontend: 1 },
  ],
  'requirements with a Dockerfile, and a folder inside an application': [
    {
      'bot/requirements.txt': 'openai\n',
      'bot/Dockerfile': 'FROM python:3.12\n',
      'bot/ui/package.json': npm(run),
      'web/package.json': npm(run),
    },
    { bot: 2, web: 1 },
  ],
  '.NET: projects of a solution': [
    {
      'All.sln':
        'Project("{9A19103F}") = "Api", "src\\host\\Api\\Api.csproj", "{1}"\nProject("{9A19103F}") = "Jobs", "src\\host\\Jobs\\Jobs.csproj", "{2}"\n',
      'src/host/Api/Api.csproj': csproj('.Web'),
      'src/host/Jobs/Jobs.csproj': csproj('.Worker'),
      'src/host/Core/Core.csproj': csproj(''),
    },
    { '.': 1, 'src/host/Api': 1, 'src/host/Jobs': 1 },
  ],
  'the root is one itself, beside another': [
    {
      'package.json': npm(run),
      'mobile/package.json': npm({ scripts: { start: 'expo start' } }),
    },
    { '.': 1, mobile: 1 },
  ],
};

const single: Readonly<Record<string, Files>> = {
  'one application in a folder': { 'app/package.json': npm(run), 'app/AGENTS.md': 'Be brief.\n' },
  'examples, tests and documents': {
    'package.json': npm(run),
    'examples/chat/package.json': npm(run),
    'examples/rag/package.json': npm(run),
    'docs/package.json': npm({ scripts: { start: 'docusaurus start' } }),
    'tests/e2e/package.json': npm(run),
    'packages/demo/fixtures/a/package.json': npm(run),
  },
  'examples, even where a workspace names them': {
    'package.json': npm({ workspaces: ['examples/*', 'lib'] }),
    'examples/a/package.json': npm(run),
    'examples/b/package.json': npm(run),
    'lib/package.json': npm(),
  },
  'a workspace of libraries': {
    'package.json': npm({ workspaces: ['packages/*'] }),
    'packages/a/package.json': npm({ exports: './a.js', scripts: { start: 'tsdx watch' } }),
    'packages/b/package.json': npm({ types: 'b.d.ts', scripts: { dev: 'tsup --watch' } }),
  },
  'modules of one Maven application': {
    'pom.xml': pom('<packaging>pom</packaging><modules><module>core</module><module>app</module></modules>'),
    'core/pom.xml': pom(''),
    'app/pom.xml': pom(boot),
  },
  'folders without a manifest': {
    'a/Dockerfile': 'FROM x\n',
    'b/Dockerfile': 'FROM x\n',
    'package.json': npm(),
  },
  'deep folders that nobody names': {
    'a/b/c/x/package.json': npm(run),
    'a/b/c/y/package.json': npm(run),
    'a/b/d/z/package.json': npm(run),
  },
};

describe('the applications of a monorepo', () => {
  for (const [name, [files, expected]] of Object.entries(monorepos))
    it(`are told apart: ${name}`, () => assert.deepEqual(countsOf(files), expected));

  for (const [name, files] of Object.entries(single))
    it(`are none: ${name}`, () => assert.deepEqual(Object.keys(countsOf(files)), ['.']));

  it('are members that lead out of the root, or go round in circles, for nobody', () => {
    assert.deepEqual(
      Object.keys(
        countsOf({
          'package.json': npm({
            workspaces: ['../../etc', '..', '.', '', './', '/', '*', '**/**/**/**/**/x'],
          }),
          'a/b/c/package.json': npm(run),
        }),
      ),
      ['.'],
    );
  });

  it('are told in a broken repository too: the rest is told, and the broken file is named', () => {
    const files = {
      'pnpm-workspace.yaml': 'packages: [a, *x\n',
      'a/package.json': npm(run),
      'b/package.json': npm(run),
      'c/pom.xml': '<project>',
    };
    assert.deepEqual(countsOf(files), { a: 1, b: 1 });
    assert.deepEqual(
      inventoryOf(files)
        .skips.map(({ file }) => file)
        .sort(),
      ['c/pom.xml', 'pnpm-workspace.yaml'],
    );
  });

  it('hold every component once, wherever it lies', () => {
    const folder = fc.constantFrom('', 'a/', 'a/b/', 'c/', 'c/d/e/', 'examples/x/');
    fc.assert(
      fc.property(fc.uniqueArray(folder, { minLength: 1 }), fc.boolean(), (folders, inWorkspace) => {
        const files: Record<string, string> = Object.fromEntries(
          folders.map((each) => [`${each}package.json`, npm(run)]),
        );
        if (inWorkspace) files['pnpm-workspace.yaml'] = 'packages: ["**"]\n';
        const { components } = inventoryOf(files);
        assert.equal(components.length, folders.length);
        for (const { monorepoName, filePath } of components)
          assert.ok(monorepoName === undefined || filePath.startsWith(`${monorepoName}/`));
      }),
    );
  });
});
