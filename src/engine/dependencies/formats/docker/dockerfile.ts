import type { Span } from '../../../files/structured/value.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { type TextLine, textLines, wordsOf } from '../text-lines.ts';
import { imageEntry, imageReference } from './image-reference.ts';
import { expandedVariables } from './variables.ts';

/**
 * Dockerfile and Containerfile (docs.docker.com/reference/dockerfile): the images of FROM, and of COPY and RUN --mount
 * where they name no stage. Variables have the defaults of ARG.
 */
export const dockerfile: ManifestFormat = {
  id: 'Dockerfile',
  kind: 'manifest',
  reads: (path) =>
    /^(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|\.(?:Dockerfile|Containerfile)$/i.test(baseOf(path)) &&
    !notDockerfile.test(path),
  read(text) {
    const found = new Collector('docker', text);
    const stages = new Set<string>();
    const defaults = new Map<string, string>();
    let isBeforeFrom = true;
    for (const words of instructionsOf(text)) {
      const [instruction, ...rest] = words;
      const verb = instruction?.text.toUpperCase();
      if (verb === 'ARG' && isBeforeFrom) {
        for (const { text: given } of rest) addDefault(defaults, given);
      } else if (verb === 'FROM') {
        isBeforeFrom = false;
        const [image, as, stage] = rest.filter((word) => !word.text.startsWith('--'));
        if (image) addImage(found, image, expandedVariables(image.text, defaults), stages, 'FROM');
        if (as?.text.toUpperCase() === 'AS' && stage) stages.add(stage.text.toLowerCase());
      } else if (verb === 'COPY' || verb === 'RUN') {
        for (const word of rest) {
          const image = imageOfOption(word, verb);
          if (image)
            addImage(found, image, expandedVariables(image.text, defaults), stages, `${verb} --from`);
        }
      }
    }
    return found.result();
  },
};

/** What is excluded from a build, and templates that a Dockerfile is made of. */
const notDockerfile = /\.(?:dockerignore|containerignore|j2|erb|tmpl|tpl|template|md)$/i;

/** Words of each instruction, its continuation lines joined, without comments and here-documents. */
function* instructionsOf(text: string): Generator<readonly TextLine[]> {
  const continuation = /^(?:#[^\n]*\n)*?#\s*escape\s*=\s*`/i.test(text.slice(0, 500)) ? '`' : '\\';
  let words: TextLine[] = [];
  /** Ends of here-documents that are still open. */
  let open: string[] = [];
  for (const line of textLines(text)) {
    const [end] = open;
    if (end !== undefined) {
      if (line.text.trim() === end) open = open.slice(1);
      continue;
    }
    if (/^\s*#/.test(line.text)) continue;
    const trimmed = line.text.trimEnd();
    const isContinued = trimmed.endsWith(continuation);
    words.push(...wordsOf(isContinued ? { ...line, text: trimmed.slice(0, -1) } : line));
    if (isContinued || (trimmed === '' && words.length > 0)) continue;
    if (words.length > 0) {
      open = hereDocuments(words);
      yield words;
    }
    words = [];
  }
  if (words.length > 0) yield words;
}

function hereDocuments([instruction, ...rest]: readonly TextLine[]): string[] {
  if (!/^(?:RUN|COPY|ADD)$/i.test(instruction?.text ?? '')) return [];
  return rest.flatMap(({ text }) => /^\d*<<-?(["']?)([A-Za-z_]\w*)\1/.exec(text)?.[2] ?? []);
}

function addDefault(defaults: Map<string, string>, given: string): void {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(given) ?? [];
  if (name !== undefined && value !== undefined)
    defaults.set(name, expandedVariables(value.replace(/^(["'])(.*)\1$/, '$2'), defaults).slice(0, 1_000));
}

/** `COPY --from=image`, `RUN --mount=type=bind,from=image,…` */
function imageOfOption(word: TextLine, verb: 'COPY' | 'RUN'): TextLine | undefined {
  const found = (verb === 'COPY' ? /^--from=(.+)$/ : /^--mount=(?:.*,)?from=([^,]+)/).exec(word.text)?.[1];
  if (found === undefined) return undefined;
  const start = word.start + word.text.indexOf(`from=${found}`) + 5;
  return { text: found, start, end: start + found.length };
}

function addImage(
  found: Collector,
  at: Span,
  text: string,
  stages: ReadonlySet<string>,
  group: string,
): void {
  // A number is a stage by its place.
  if (text === 'scratch' || stages.has(text.toLowerCase()) || (group !== 'FROM' && /^\d+$/.test(text)))
    return;
  const image = imageReference(text.replace(/^(["'])(.*)\1$/, '$2'));
  if (!image) {
    found.problem(
      at.start,
      `The image ${text.slice(0, 100)} is not known: it has a variable without a default.`,
    );
    return;
  }
  const entry = imageEntry(image, at);
  const isLiteral = at.end - at.start === text.length;
  found.add({
    ...entry,
    versionAt: isLiteral ? entry.versionAt : undefined,
    scope: 'production',
    group,
    direct: true,
  });
}
