/** What manifests say of the parts of a repository: whether one is run by itself, and which others belong to it. */
import { isRecord, members, parseJson, parseToml, parseXml, parseYaml, recordIn, textOf } from './parsing.ts';

/** What one file says of the folder that it stands in. */
export interface PartFacts {
  /** The folder is a part of its own: a package, a module, a project. */
  readonly isPart: boolean;
  /** It is run, deployed or shipped by itself, and not only used by other parts. */
  readonly isRun: boolean;
  /** Folders or files of other parts, relative to this folder; `*` and `**` as globs have them, `!` before what is not meant. */
  readonly members: readonly string[];
}

const part = (isRun: boolean, ...others: readonly string[]): PartFacts => ({
  isPart: true,
  isRun,
  members: others.slice(0, mostMembers),
});
const index = (...others: readonly string[]): PartFacts => ({
  isPart: false,
  isRun: false,
  members: others.slice(0, mostMembers),
});

/** Members that one file names. */
const mostMembers = 2_000;

type Reader = (text: string) => PartFacts;

const byName: Readonly<Record<string, Reader>> = {
  'package.json': packageJson,
  'pnpm-workspace.yaml': (text) => index(...texts(recordOf(parseYaml(text))['packages'])),
  'lerna.json': (text) => index(...jsonTexts(text, 'packages')),
  'rush.json': rushJson,
  'project.json': nxProject,
  'deno.json': denoJson,
  'deno.jsonc': denoJson,
  'pyproject.toml': pyproject,
  'setup.py': (text) => part(/\bconsole_scripts\b/.test(text)),
  'requirements.txt': () => part(false),
  Pipfile: () => part(false),
  'environment.yml': () => part(false),
  'pom.xml': pomXml,
  'build.gradle': gradleBuild,
  'build.gradle.kts': gradleBuild,
  'settings.gradle': gradleSettings,
  'settings.gradle.kts': gradleSettings,
  'go.mod': () => part(false),
  'go.work': goWork,
  'Cargo.toml': cargoToml,
  Gemfile: () => part(false),
  'composer.json': (text) => part(textOf(members(parseJson(text)).get('type')) === 'project'),
};

/** @returns how the file of this path tells of parts; undefined for any other file */
export function partReader(path: string): Reader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (Object.hasOwn(byName, name)) return byName[name];
  if (/\.(?:cs|fs|vb)proj$/.test(name)) return msbuildProject;
  return name.endsWith('.sln') || name.endsWith('.slnx') ? solution : undefined;
}

/** Commands that serve or build something to be run. */
const runner =
  /\b(?:next|nuxt|nuxi|vite|astro|remix|react-router|expo|electron|electron-forge|react-scripts|vue-cli-service|ng serve|nest start|wrangler|gatsby|svelte-kit|sls|serverless|functions-framework|vinxi|webpack serve)\b/;

function packageJson(text: string): PartFacts {
  const root = members(parseJson(text));
  const scripts = members(root.get('scripts'));
  const isPublished =
    root.get('private')?.value !== true && ['exports', 'types', 'module'].some((key) => root.has(key));
  const has = (name: string): boolean => scripts.has(name);
  const isRun =
    members(root.get('engines')).has('vscode') ||
    (!isPublished &&
      (has('start') ||
        has('serve') ||
        has('deploy') ||
        ['dev', 'build'].some((name) => runner.test(textOf(scripts.get(name)) ?? ''))));
  const workspaces = root.get('workspaces');
  const listed = workspaces?.type === 'object' ? members(workspaces).get('packages') : workspaces;
  return part(isRun, ...(listed?.children ?? []).flatMap((each) => textOf(each) ?? []));
}

function rushJson(text: string): PartFacts {
  const projects = members(parseJson(text)).get('projects')?.children ?? [];
  return index(...projects.flatMap((each) => textOf(members(each).get('projectFolder')) ?? []));
}

/** Nx: other tools have files of this name, without a type. */
function nxProject(text: string): PartFacts {
  const type = textOf(members(parseJson(text)).get('projectType'));
  return type === undefined ? index() : part(type === 'application');
}

function denoJson(text: string): PartFacts {
  const root = members(parseJson(text));
  const tasks = members(root.get('tasks'));
  const listed = root.get('workspace');
  const list = listed?.type === 'object' ? members(listed).get('members') : listed;
  return part(
    tasks.has('start') || tasks.has('dev'),
    ...(list?.children ?? []).flatMap((each) => textOf(each) ?? []),
  );
}

function pyproject(text: string): PartFacts {
  const root = parseToml(text);
  const tool = recordIn(root, 'tool');
  const workspace = recordIn(recordIn(tool, 'uv'), 'workspace');
  const scripts = [
    recordIn(recordIn(root, 'project'), 'scripts'),
    recordIn(recordIn(tool, 'poetry'), 'scripts'),
  ];
  const isRun = scripts.some((each) => Object.keys(each).length > 0);
  const excluded = texts(workspace['exclude']).map((each) => `!${each}`);
  return part(isRun, ...texts(workspace['members']), ...excluded);
}

function pomXml(text: string): PartFacts {
  const project = parseXml(text).children.find(({ name }) => name === 'project');
  const child = (name: string) => project?.children.find((each) => each.name === name);
  const packaging = child('packaging')?.text.trim();
  const isRun =
    packaging === 'war' ||
    packaging === 'ear' ||
    (packaging !== 'pom' &&
      /<artifactId>\s*(?:spring-boot-maven-plugin|quarkus-maven-plugin|micronaut-maven-plugin|jib-maven-plugin|payara-micro-maven-plugin|wildfly-maven-plugin|exec-maven-plugin|appassembler-maven-plugin|launch4j-maven-plugin)\s*<|<mainClass>/.test(
        text,
      ));
  return part(isRun, ...(child('modules')?.children ?? []).map((each) => each.text.trim()));
}

const withoutComments = (text: string): string =>
  text.replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (whole) =>
    whole.startsWith('/') ? '' : whole,
  );

const gradleApplication =
  /(?:\bid\b\s*(?:\(\s*)?|apply\s+plugin\s*:\s*|kotlin\s*\(\s*)["'](?:application|war|ear|org\.springframework\.boot|com\.android\.application|io\.quarkus|io\.micronaut\.application|io\.ktor\.plugin|com\.google\.cloud\.tools\.jib|com\.gradleup\.shadow|com\.github\.johnrengelman\.shadow|org\.jetbrains\.intellij(?:\.platform)?)["'](?!\s*(?:version\s*["'][^"']*["']\s*)?apply\s+false)(?!\s*\)\s*(?:version\s*["'][^"']*["']\s*)?apply\s+false)|^[ \t]*(?:application|war)[ \t]*$/m;

function gradleBuild(text: string): PartFacts {
  return part(gradleApplication.test(withoutComments(text)));
}

/** `include ':a:b', 'c'`: a project's path is its folder's, unless `projectDir` says another. */
function gradleSettings(text: string): PartFacts {
  const code = withoutComments(text);
  const found: string[] = [];
  for (const [, list = ''] of code.matchAll(/\binclude\b\s*(?:\(\s*)?((?:["'][\w:./-]+["']\s*(?:,\s*)?)+)/g))
    for (const [, name = ''] of list.matchAll(/["']([\w:./-]+)["']/g))
      found.push(name.replace(/^:/, '').replaceAll(':', '/'));
  for (const [, folder = ''] of code.matchAll(
    /projectDir\s*=\s*(?:new\s+)?[Ff]ile\s*\(\s*(?:\w+\s*,\s*)?["']([\w./-]+)["']/g,
  ))
    found.push(folder);
  return index(...found);
}

function goWork(text: string): PartFacts {
  const found: string[] = [];
  const code = text.replaceAll(/\/\/[^\n]*/g, '');
  for (const [, one, many] of code.matchAll(/^use\s+(?:\(([^)]*)|(\S+))/gm))
    found.push(...(one ?? many ?? '').split(/\s+/).filter((each) => each !== ''));
  return index(...found);
}

function cargoToml(text: string): PartFacts {
  const root = parseToml(text);
  const workspace = recordIn(root, 'workspace');
  const excluded = texts(workspace['exclude']).map((each) => `!${each}`);
  const others = [...texts(workspace['members']), ...excluded];
  return 'package' in root ? part(Array.isArray(root['bin']), ...others) : index(...others);
}

function msbuildProject(text: string): PartFacts {
  return part(
    /\bSdk\s*=\s*"Microsoft\.NET\.Sdk\.(?:Web|Worker|BlazorWebAssembly)"|<OutputType>\s*(?:Win)?Exe\s*<|<AzureFunctionsVersion>/i.test(
      text,
    ),
  );
}

function solution(text: string): PartFacts {
  const found: string[] = [];
  for (const [, file = ''] of text.matchAll(/["']([^"'\r\n]{1,300}\.(?:cs|fs|vb)proj)["']/g))
    found.push(file.replaceAll('\\', '/'));
  return index(...found);
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const jsonTexts = (text: string, key: string): string[] =>
  (members(parseJson(text)).get(key)?.children ?? []).flatMap((each) => textOf(each) ?? []);
