import { SaxesParser } from 'saxes';

/** What a build makes of a folder's sources, as far as it matters to who calls them. */
export type Artefact = 'library' | 'application';

/** Plugins that make a program of an artefact, which is run and not linked. */
const applicationPlugins =
  /^(?:spring-boot|quarkus|micronaut|jib|appassembler|exec|launch4j|tomcat\d*|jetty|wildfly|payara-micro|native|graalvm-native|javafx|helidon|hpi)-maven-plugin$|^(?:maven-war|maven-ear)-plugin$/;
/** Servers that answer requests with what is in the artefact. */
const servers =
  /^(?:spring-boot-starter(?:-web|-webflux|-jersey|-websocket)?|quarkus-rest(?:easy)?(?:-\w+)*|micronaut-http-server(?:-\w+)*|dropwizard-core|javalin|helidon-webserver|vertx-web)$/;
/** Kinds of artefacts that other programs link. */
const linked: ReadonlySet<string> = new Set(['jar', 'bundle', 'ejb-client', 'aar']);

/** Mistakes in XML that are overlooked: each is made an error with its stack. */
const maximumMistakes = 100;
/** Elements inside each other that a build says anything by. */
const maximumDepth = 6;

/** Returns what a `pom.xml` makes; undefined where it makes nothing or cannot be read. */
export function mavenArtefact(text: string): Artefact | undefined {
  const path: string[] = [];
  let packaging = 'jar';
  let isProject = false;
  let runs = false;
  let dependency = { name: '', scope: '' };
  let written = '';
  let mistakes = 0;
  const parser = new SaxesParser();
  parser.on('error', (mistake) => {
    if (++mistakes > maximumMistakes) throw mistake;
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    written = '';
    if (path.length === 1) isProject = name === 'project';
    if (name === 'dependency') dependency = { name: '', scope: '' };
  });
  const take = (part: string): void => {
    written += part;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', ({ name }) => {
    const value = written.trim();
    switch (path.length > maximumDepth ? '' : path.slice(1).join(' ')) {
      case 'packaging':
        packaging = value;
        break;
      case 'build plugins plugin artifactId':
        runs ||= applicationPlugins.test(value);
        break;
      case 'dependencies dependency artifactId':
        dependency.name = value;
        break;
      case 'dependencies dependency scope':
        dependency.scope = value;
        break;
      case 'dependencies dependency':
        runs ||= servers.test(dependency.name) && !/^(?:test|provided)$/.test(dependency.scope);
        break;
      default:
        runs ||= name === 'mainClass' && path[1] === 'build' && path[2] === 'plugins';
    }
    written = '';
    if (path.at(-1) === name) path.pop();
  });
  try {
    parser.write(text).close();
  } catch {
    // So much of it is no XML that the rest is not read.
  }
  if (!isProject || packaging === 'pom') return undefined;
  return runs || !linked.has(packaging) ? 'application' : 'library';
}

const gradleApplication =
  /\bid ?\(?['"](?:application|war|ear|org\.springframework\.boot|com\.android\.application|io\.quarkus|io\.micronaut\.application|org\.gretty)['"]|\bplugin ?[:=] ?['"](?:application|war|ear|org\.springframework\.boot|com\.android\.application)['"]|^[ \t]{0,20}(?:application|war)$|\bmainClass(?:Name)?(?: ?=|\.set\b| ['"])/m;
const gradleLibrary =
  /['"`](?:java-library|maven-publish|maven|ivy-publish|com\.android\.library|com\.vanniktech\.maven\.publish)['"`]/;

/** Returns what a `build.gradle` makes; undefined where it does not say. Comments count for nothing. */
export function gradleArtefact(text: string): Artefact | undefined {
  const code = withoutComments(text);
  if (gradleApplication.test(code)) return 'application';
  return gradleLibrary.test(code) ? 'library' : undefined;
}

/** Returns the text of a build without its comments. */
export const uncommented = (path: string, text: string): string =>
  path.endsWith('.xml') ? text.replace(/<!--[\s\S]*?-->/g, '') : withoutComments(text);

/** Lines from where a comment begins are left out; addresses (`https://…`) begin none. */
function withoutComments(text: string): string {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const end = isOpen ? line.indexOf('*/') : -1;
    if (isOpen && end < 0) continue;
    const rest: string = isOpen ? line.slice(end + 2) : line;
    const begin = /(?<!:)\/[/*]/.exec(rest)?.index ?? rest.length;
    lines.push(rest.slice(0, begin).trimEnd());
    isOpen = rest.startsWith('/*', begin) && !rest.includes('*/', begin + 2);
  }
  return lines.join('\n');
}
