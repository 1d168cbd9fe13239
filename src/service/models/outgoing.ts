import { withoutSecrets } from '../../agent/secrets.ts';
import type { ToolCall } from '../../api/contract/agent/message.ts';
import { isKeyFile } from '../../api/key-files.ts';
import type { AnswerEvent } from './answer-event.ts';

/**
 * What may go to a model: nothing of files that a scan would not read (ignore rules, dependencies, built output) or that
 * are made to hold keys, and no secret that the scanner knows. What went is told, file by file; what did not, too.
 */
export class Outgoing {
  readonly #mayRead: (path: string) => Promise<boolean>;
  readonly #sent: AnswerEvent[] = [];
  readonly #heldBack = new Set<string>();
  #secrets = 0;

  /** @param mayRead whether a scan of the repository reads a file */
  constructor(mayRead: (path: string) => Promise<boolean>) {
    this.#mayRead = mayRead;
  }

  /** What was sent since it was asked for last. */
  takeSent(): readonly AnswerEvent[] {
    return this.#sent.splice(0);
  }

  /** What was held back, to be said to the person; empty where nothing was. */
  get notice(): string {
    const parts = [
      this.#secrets > 0 ? `${this.#secrets} ${this.#secrets === 1 ? 'secret' : 'secrets'}` : '',
      this.#heldBack.size > 0
        ? `what is in ${[...this.#heldBack]
            .slice(0, 5)
            .map((path) => `\`${path.replaceAll('`', "'")}\``)
            .join(', ')}${this.#heldBack.size > 5 ? ` and ${this.#heldBack.size - 5} more files` : ''}`
        : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `*Held back from the language model: ${parts.join(', and ')}.*`;
  }

  /** Words of a person or of the service. */
  text(text: string, path = 'message'): string {
    const clean = withoutSecrets(path, text);
    if (clean !== text) this.#secrets++;
    return clean;
  }

  /** Code that a person attached. @returns undefined where its file must not leave */
  async code(path: string, text: string): Promise<string | undefined> {
    if (!(await this.#mayLeave(path))) return undefined;
    const clean = this.text(text, path);
    this.#tell(path, clean);
    return clean;
  }

  /** What a tool answered. */
  async result(call: ToolCall): Promise<string> {
    const { result } = call;
    if (!result) return this.text(call.errorMessage ?? 'It did not work, and no reason was given.');
    const code = codeIn(result.data, pathOf(call.input));
    for (const path of code.keys()) {
      if (!(await this.#mayLeave(path))) {
        return `Held back: this answer has code of ${path}, which ignore rules, or its being made to hold keys, keep from language models. Say so to the person, and go on without it.`;
      }
    }
    for (const [path, bytes] of code) this.#sent.push({ type: 'sent', path, bytes });
    return this.text(result.text);
  }

  async #mayLeave(path: string): Promise<boolean> {
    const may = !isKeyFile(path) && (await this.#mayRead(path));
    if (!may) this.#heldBack.add(path);
    return may;
  }

  #tell(path: string, text: string): void {
    this.#sent.push({ type: 'sent', path, bytes: Buffer.byteLength(text) });
  }
}

const codeFields: ReadonlySet<string> = new Set(['code', 'content', 'text', 'snippet', 'line', 'diff']);
const deepest = 8;

/** How much code of which file a tool's data has: texts that stand beside a path, and diffs. */
export function codeIn(data: unknown, path: string | undefined): Map<string, number> {
  const found = new Map<string, number>();
  const add = (of: string, text: string): void => {
    if (text !== '') found.set(of, (found.get(of) ?? 0) + Buffer.byteLength(text));
  };
  const look = (value: unknown, around: string | undefined, depth: number): void => {
    if (depth > deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const each of value) look(each, around, depth + 1);
      return;
    }
    const fields = value as Readonly<Record<string, unknown>>;
    const own = [fields['file'], fields['path']].find((each) => typeof each === 'string');
    const here = typeof own === 'string' ? own : around;
    for (const [name, each] of Object.entries(fields)) {
      if (typeof each !== 'string') look(each, here, depth + 1);
      else if (name === 'diff') for (const [of, part] of partsOfDiff(each)) add(of, part);
      else if (codeFields.has(name) && here !== undefined) add(here, each);
    }
  };
  look(data, path, 0);
  return found;
}

function partsOfDiff(diff: string): (readonly [string, string])[] {
  return diff.split(/^(?=--- )/m).flatMap((part) => {
    const path = /^\+\+\+ (?:b\/)?([^\t\r\n]+)/m.exec(part)?.[1];
    return path === undefined ? [] : [[path, part] as const];
  });
}

function pathOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('path' in input)) return undefined;
  return typeof input.path === 'string' ? input.path : undefined;
}
