import type { Finding, Skip } from '../finding.ts';
import { agentFiles, isInstructing } from './agents/instructions.ts';
import { packageNamed } from './catalog/index.ts';
import type { AiComponent } from './component.ts';
import type { AiFile, Dependency, FileFacts, Import, Loaded } from './facts.ts';
import { infrastructure } from './infrastructure.ts';
import type { Literal } from './literals.ts';
import { manifestReader } from './manifests/index.ts';
import { mcpServers } from './mcp.ts';
import { isMcpCandidate } from './mcp-files.ts';
import { mayBeModel, modelFiles } from './models.ts';
import { type PartFacts, partReader } from './parts.ts';
import { hiddenText } from './risks.ts';
import { isSource, sourceFacts } from './source.ts';
import { promptFiles } from './source-prompts.ts';

/** Components of one file that are kept. */
const maximumPerFile = 2_000;

/** Whether the text of a file of this path can say anything; lets a reader leave the rest alone. */
export function isOfInterest(path: string): boolean {
  return (
    manifestReader(path) !== undefined ||
    partReader(path) !== undefined ||
    isSource(path) ||
    mayBeModel(path) ||
    /\.(?:json|jsonc|ya?ml|toml|md|mdc|tf|bicep|template|code-workspace|prompty|prompt|modelfile|dockerfile|containerfile|txt|tmpl|tpl|j2|jinja2?|hbs|mustache)$/i.test(
      path,
    ) ||
    /(?:^|\/)(?:Dockerfile|Containerfile|Modelfile)[^/]*$|(?:^|\/)\.[\w-]+$/i.test(path)
  );
}

/**
 * What one file says by itself. Never throws: what cannot be read is said in the skips.
 * @param texts `tellingTexts` of the file, where it was parsed
 */
export function examineFile(file: AiFile, texts?: readonly Literal[]): FileFacts {
  const components: AiComponent[] = [];
  const dependencies: Dependency[] = [];
  const imports: Import[] = [];
  const findings: Finding[] = [];
  const skips: Skip[] = [];
  let loaded: readonly Loaded[] = [];
  const attempt = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const reason =
        error instanceof SyntaxError || error instanceof RangeError
          ? error.message.split('\n')[0]?.slice(0, 120).replace(/\.$/, '')
          : 'it cannot be parsed';
      skips.push({
        file: file.path,
        reason: 'syntax-errors',
        detail: `It was not read as ${what}: ${reason}.`,
        partial: true,
      });
    }
  };
  const { path, text } = file;
  const reader = text === undefined ? undefined : manifestReader(path);
  if (reader && text !== undefined) {
    attempt('a manifest', () => {
      dependencies.push(...reader(text).filter(({ ecosystem, name }) => packageNamed(ecosystem, name)));
    });
  }
  let part: PartFacts | undefined;
  const readPart = text === undefined ? undefined : partReader(path);
  const isUnreadable = skips.length > 0;
  if (readPart && text !== undefined) {
    // One that cannot be read as a manifest is one all the same, and said once.
    if (isUnreadable) part = { isPart: true, isRun: false, members: [] };
    else {
      attempt('a part of a monorepo', () => {
        part = readPart(text);
      });
    }
  }
  attempt('a model', () => void components.push(...modelFiles(file)));
  if (text !== undefined) {
    if (isMcpCandidate(file)) {
      attempt('a configuration of MCP servers', () => {
        const { components: servers, findings: risks } = mcpServers(file);
        components.push(...servers);
        findings.push(...risks);
      });
    }
    attempt('instructions', () => {
      const found = agentFiles(file);
      components.push(...found);
      if (found.some(isInstructing)) findings.push(...hiddenText(path, text));
    });
    attempt('a prompt', () => void components.push(...promptFiles(file)));
    attempt('infrastructure', () => void components.push(...infrastructure(file)));
    if (isSource(path)) {
      attempt('source code', () => {
        const sourced = sourceFacts(file, texts);
        components.push(...sourced.components);
        imports.push(...sourced.imports);
        findings.push(...sourced.findings);
        loaded = sourced.loaded;
      });
    }
  }
  return {
    path,
    components: components.slice(0, maximumPerFile),
    dependencies: dependencies.slice(0, maximumPerFile),
    imports: imports.slice(0, maximumPerFile),
    findings: findings.slice(0, 100),
    skips,
    ...(loaded.length > 0 && { loaded }),
    ...(part && { part }),
  };
}

/** Whether the facts say nothing at all and need not be kept. */
export const isEmpty = ({
  components,
  dependencies,
  imports,
  findings,
  skips,
  part,
  loaded,
}: FileFacts): boolean =>
  part === undefined &&
  loaded === undefined &&
  components.length + dependencies.length + imports.length + findings.length + skips.length === 0;
