/**
 * Reads Dockerfiles (docs.docker.com/reference/dockerfile): directives, instructions with continued lines and comments between
 * them, heredocs, stages, and variables with their defaults.
 */

/** One instruction. All offsets are those of the file. */
export interface Instruction {
  /** In upper case. */
  readonly name: string;
  readonly at: number;
  /** After the last character of its lines, heredocs included. */
  readonly end: number;
  /** After the last character of its own line. */
  readonly lineEnd: number;
  readonly bodyAt: number;
  /** What follows the name. Line continuations and comments in between are blanks, so that offsets stay. */
  readonly body: string;
  readonly heredocs: readonly Heredoc[];
}

export interface Heredoc {
  readonly at: number;
  readonly text: string;
}

/** A stage of a build: from one `FROM` to the next. */
export interface Stage {
  readonly from: Instruction;
  /** As `FROM` names it, with the defaults of variables; undefined where a variable has none. */
  readonly image: string | undefined;
  readonly imageAt: number;
  readonly imageEnd: number;
  /** What other stages call it. */
  readonly name: string | undefined;
  /** The stage that it continues. */
  readonly base: Stage | undefined;
  readonly instructions: readonly Instruction[];
}

export interface Dockerfile {
  /** Before the first `FROM`. */
  readonly head: readonly Instruction[];
  readonly stages: readonly Stage[];
}

const instructionNames = new Set(
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
    ' ',
  ),
);

/** Returns what a Dockerfile says, and the 1-based lines that are no instruction. Total: any text gives something. */
export function readDockerfile(text: string): {
  readonly file: Dockerfile;
  readonly unknown: readonly number[];
} {
  const { instructions, unknown } = instructionsIn(text);
  const first = instructions.findIndex(({ name }) => name === 'FROM');
  const head = first < 0 ? instructions : instructions.slice(0, first);
  const defaults = new Map(head.flatMap((each) => (each.name === 'ARG' ? assignmentsIn(each.body) : [])));
  const stages: Stage[] = [];
  const named = new Map<string, Stage>();
  let own: Instruction[] = [];
  for (const each of first < 0 ? [] : instructions.slice(first)) {
    if (each.name !== 'FROM') {
      own.push(each);
      continue;
    }
    own = [];
    const stage = stageOf(each, own, defaults, named);
    stages.push(stage);
    if (stage.name !== undefined) named.set(stage.name, stage);
  }
  return { file: { head, stages }, unknown };
}

function stageOf(
  from: Instruction,
  instructions: readonly Instruction[],
  defaults: ReadonlyMap<string, string | undefined>,
  before: ReadonlyMap<string, Stage>,
): Stage {
  const found = /^\s*(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(from.body);
  const [whole = '', written = '', name] = found ?? [];
  const imageAt = from.bodyAt + whole.indexOf(written, /^\s*(?:--\S+\s+)*/.exec(whole)?.[0].length ?? 0);
  const image = substituted(written, defaults);
  const base = before.get(image?.toLowerCase() ?? '');
  return {
    from,
    image,
    imageAt,
    imageEnd: imageAt + written.length,
    name: name?.toLowerCase(),
    base,
    instructions,
  };
}

/** `$NAME`, `${NAME}` and `${NAME:-default}` with what is known; undefined where something is not. */
export function substituted(
  text: string,
  values: ReadonlyMap<string, string | undefined>,
): string | undefined {
  let isKnown = true;
  const result = text.replace(
    /\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})/g,
    (_, plain?: string, braced?: string, fallback?: string) => {
      const value = values.get(plain ?? braced ?? '') ?? fallback;
      if (value === undefined) isKnown = false;
      return value ?? '';
    },
  );
  return isKnown && !result.includes('$') ? result : undefined;
}

/** The variables of an `ARG` or `ENV`, with their values without quotation marks; undefined for those without. */
export function assignmentsIn(body: string): readonly (readonly [name: string, value: string | undefined])[] {
  const old = /^\s*([A-Za-z_]\w*)[ \t]+(?![^\s=]*=)(\S[^\n]*)$/.exec(body.trimEnd());
  if (old?.[1] !== undefined) return [[old[1], old[2]]];
  return [
    ...body.matchAll(/([A-Za-z_]\w*)(?:=("(?:\\.|[^"\\])*"|'[^']*'|(?:\\.|[^\s\\"'])*))?(?=\s|$)/g),
  ].map(([, name = '', value]) => [name, value?.replace(/^(["'])(.*)\1$/s, '$2')] as const);
}

/** Where a line begins and ends, line break excluded. */
interface Line {
  readonly at: number;
  readonly end: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at <= text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    lines.push({ at, end: text[end - 1] === '\r' ? end - 1 : end });
    at = end + 1;
  }
  return lines;
}

function instructionsIn(text: string): {
  readonly instructions: readonly Instruction[];
  readonly unknown: readonly number[];
} {
  const lines = linesOf(text);
  const escaping = /^#\s*escape\s*=\s*(`)/im.exec(text.slice(0, 500))?.[1] ?? '\\';
  const instructions: Instruction[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const { at, end } = lines[i] as Line;
    const [, blank = '', name = ''] = /^(\s*)([A-Za-z]+)(?=\s|$)/.exec(text.slice(at, end)) ?? [];
    const isComment = /^\s*(?:#|$)/.test(text.slice(at, end));
    if (isComment) continue;
    if (!instructionNames.has(name.toUpperCase())) {
      unknown.push(i + 1);
      continue;
    }
    const bodyAt = at + blank.length + name.length;
    const continued = continuedBody(text, lines, i, bodyAt, escaping);
    const lineEnd = (lines[continued.last] as Line).end;
    const takes = /^(?:RUN|COPY|ADD)$/i.test(name);
    const here = takes ? heredocsOf(text, lines, continued.last, continued.body) : undefined;
    i = here?.last ?? continued.last;
    instructions.push({
      name: name.toUpperCase(),
      at: at + blank.length,
      end: (lines[i] as Line).end,
      lineEnd,
      bodyAt,
      body: continued.body,
      heredocs: here?.heredocs ?? [],
    });
  }
  return { instructions, unknown };
}

/** What follows an instruction's name on its own line and on those that continue it. */
function continuedBody(
  text: string,
  lines: readonly Line[],
  first: number,
  bodyAt: number,
  escaping: string,
): { readonly body: string; readonly last: number } {
  const parts: string[] = [];
  let last = first;
  for (let i = first, goesOn = true; goesOn && i < lines.length; i++) {
    const { at, end } = lines[i] as Line;
    const from = i === first ? bodyAt : at;
    const line = text.slice(from, end);
    const isComment = i > first && /^\s*(?:#|$)/.test(line);
    const trimmed = line.trimEnd();
    goesOn = isComment || trimmed.endsWith(escaping);
    const kept = isComment ? '' : goesOn ? trimmed.slice(0, -1) : line;
    const next = lines[i + 1]?.at ?? text.length;
    parts.push(kept, goesOn ? ' '.repeat(next - from - kept.length) : '');
    last = i;
  }
  return { body: parts.join(''), last };
}

function heredocsOf(
  text: string,
  lines: readonly Line[],
  from: number,
  body: string,
): { readonly heredocs: readonly Heredoc[]; readonly last: number } {
  const heredocs: Heredoc[] = [];
  let last = from;
  for (const [, dash = '', , word = ''] of body.matchAll(/<<(-?)(["']?)([A-Za-z_]\w*)\2/g)) {
    const start = lines[last + 1];
    if (!start) break;
    let end = last + 1;
    const isEnd = ({ at, end: to }: Line): boolean => {
      const line = text.slice(at, to);
      return (dash === '' ? line : line.trimStart()) === word;
    };
    while (end < lines.length && !isEnd(lines[end] as Line)) end += 1;
    heredocs.push({ at: start.at, text: text.slice(start.at, lines[end]?.at ?? text.length) });
    last = Math.min(end, lines.length - 1);
  }
  return { heredocs, last };
}
