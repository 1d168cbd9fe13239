import * as z from 'zod';
import { asData, dataRule } from '../../agent/data.ts';
import type { ModelTrace } from '../../api/contract/model-trace.ts';
import type { Reachability, WantedPackage } from '../../engine/dependencies/reachability/reachability.ts';
import type { VulnerableDependency } from '../../engine/dependencies/vulnerable.ts';
import type { Evidence } from '../../engine/investigation/verdict.ts';
import type { Core } from '../core/context.ts';
import { traceName } from '../models/connection.ts';
import type { ModelRegistry } from '../models/model-registry.ts';
import { mayAsk } from '../models/models.ts';
import { shortAnswer } from '../models/short-answer.ts';
import { usage } from '../models/usage.ts';

/** What a language model holds for vulnerable in a package whose advisory does not say it. */
export interface NamedFunctions {
  readonly names: readonly string[];
  readonly trace: ModelTrace;
}

/** @returns undefined where no model may be asked, or there is nothing to ask. @param asked told before one is */
export type NameFunctions = (
  about: {
    readonly organizationId: string;
    readonly repositoryId: string;
    readonly title: string;
    readonly dependency: VulnerableDependency;
  },
  signal: AbortSignal,
  asked: () => void,
) => Promise<NamedFunctions | undefined>;

const longestMs = 60_000;
const mostNames = 10;
/** A function, or a method with its type: nothing else is looked for. */
const functionName = /^[A-Za-z_$][\w$]{0,99}(?:\.[A-Za-z_$][\w$]{0,99}){0,3}$/;

const instructions = [
  'You know published security advisories. You are told of one advisory and the package that it is about.',
  'Answer with a JSON array of strings and nothing else: the names of the exported functions, methods (Type.method) or classes of that package that are vulnerable, as its users write them. Answer [] where you do not know them.',
  dataRule,
].join('\n\n');

/** Whether the evidence ends at the import because nobody published what is vulnerable. */
export const isPartUnknown = ({ isMalicious, reachability }: VulnerableDependency): boolean =>
  !isMalicious && reachability.level === 'IMPORTED' && reachability.isPartPublished !== true;

/** Asks the model that may be sent the repository. It is told names of public packages and advisories, and no code. */
export function functionNamer(core: Pick<Core, 'db'>, models: ModelRegistry): NameFunctions {
  return async ({ organizationId, repositoryId, title, dependency }, signal, asked) => {
    if (!isPartUnknown(dependency)) return undefined;
    const known = await mayAsk(core, models, organizationId, repositoryId);
    if (!known) return undefined;
    const { connection } = known;
    asked();
    const { ecosystem, name, version, advisory } = dependency;
    const { id, aliases } = advisory;
    const prompt = asData(
      JSON.stringify({ ecosystem, package: name, version, id, aliases, title }),
      'advisory',
    );
    const used = usage(traceName(connection));
    const startedAt = performance.now();
    const ending = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    const question = { instructions, prompt, maxOutputTokens: 300 };
    const text = await shortAnswer(connection, question, used, ending).catch(() => '');
    signal.throwIfAborted();
    return { names: namesIn(text), trace: used.trace(performance.now() - startedAt) };
  };
}

/** Names in an answer, which may stand in a fence or a sentence; what is none is left out. */
export function namesIn(text: string): readonly string[] {
  const from = text.indexOf('[');
  const to = text.lastIndexOf(']');
  try {
    const given = z.array(z.unknown()).parse(JSON.parse(text.slice(from, to + 1)));
    const names = given.flatMap((one) => (typeof one === 'string' && functionName.test(one) ? one : []));
    return [...new Set(names)].slice(0, mostNames);
  } catch {
    // A model says what it likes: an answer that is no list names nothing.
    return [];
  }
}

/** What is to be looked for in the code. */
export const wantedNames = (
  { ecosystem, name, direct, path }: VulnerableDependency,
  names: readonly string[],
): WantedPackage => ({
  key: 'named',
  ecosystem,
  name,
  symbols: [{ names }],
  broughtBy: direct || path.length < 2 ? [] : path.slice(0, 1).map((step) => step.name),
});

/** What the code does with the names, as evidence that speaks for neither side: nobody published them. */
export function namedEvidence({ names, trace }: NamedFunctions, found: Reachability): Evidence {
  const shown = names.map((name) => `\`${name}\``).join(', ');
  const places =
    found.level === 'reached' ? found.flow.steps.slice(-1) : 'places' in found ? found.places : [];
  const isUsed = found.level === 'reached' || found.level === 'called';
  const [first] = places;
  const at = first ? ` at \`${first.file}:${first.range.startLine}\`` : '';
  const use = isUsed
    ? `Product code uses ${names.length === 1 ? 'it' : 'one of them'}${at}.`
    : 'Product code was not seen to use any of them.';
  return {
    speaks: 'neither',
    text: `Named by a language model (${trace.model}), published by nobody, and no proof: what is vulnerable may be ${shown}. ${use}`,
    ...(isUsed && first && { place: { file: first.file, line: first.range.startLine } }),
  };
}

/** What both questions to a model took together. */
export function summed(one: ModelTrace | undefined, other: ModelTrace | undefined): ModelTrace | undefined {
  if (!one || !other) return one ?? other;
  return {
    model: one.model,
    rounds: one.rounds + other.rounds,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    durationMs: one.durationMs + other.durationMs,
    sent: [...one.sent, ...other.sent],
  };
}
