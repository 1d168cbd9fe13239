import * as z from 'zod';

/**
 * What is read of a SARIF 2.1.0 log. Every schema is total: a part that is broken or missing is absent, and the rest is
 * kept. Lists keep their positions, because other parts refer to them by index.
 */

const longestText = 10_000;

const text = z
  .string()
  .transform((value) => value.slice(0, longestText))
  .optional()
  .catch(undefined);
/** -1 is how SARIF says that there is none. */
const index = z.int().min(0).optional().catch(undefined);
const number = z.number().optional().catch(undefined);

function total<T extends z.ZodRawShape>(shape: T) {
  const schema = z.object(shape);
  return z.unknown().transform((value) => schema.parse(isRecord(value) ? value : {}));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list<T extends z.ZodType>(item: T, most: number) {
  return z
    .custom<readonly unknown[]>(Array.isArray)
    .catch([])
    .transform((values) => values.slice(0, most).map((one): z.output<T> => item.parse(one)));
}

/** Absent rather than empty, where it is no object. */
function some<T extends z.ZodType>(schema: T) {
  return z
    .custom<Record<string, unknown>>(isRecord)
    .optional()
    .catch(undefined)
    .transform((value): z.output<T> | undefined => (value === undefined ? undefined : schema.parse(value)));
}

export const Message = total({
  text,
  markdown: text,
  id: text,
  arguments: list(text, 50),
});
export type Message = z.output<typeof Message>;

export const ArtifactLocation = total({ uri: text, uriBaseId: text, index });
export type ArtifactLocation = z.output<typeof ArtifactLocation>;

const Content = total({ text });

export const Region = total({
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  charOffset: number,
  charLength: number,
  snippet: some(Content),
});
export type Region = z.output<typeof Region>;

export const Location = total({
  physicalLocation: some(
    total({ artifactLocation: some(ArtifactLocation), region: some(Region), contextRegion: some(Region) }),
  ),
  message: some(Message),
});
export type Location = z.output<typeof Location>;

export const ThreadFlowLocation = total({
  location: some(Location),
  index,
  kinds: list(text, 10),
});
export type ThreadFlowLocation = z.output<typeof ThreadFlowLocation>;

/** Steps of a flow that are kept. */
export const mostSteps = 200;
/** Flows of a result that are kept. */
export const mostFlows = 5;

const Properties = some(
  total({
    'security-severity': z.union([z.string(), z.number()]).optional().catch(undefined),
    precision: text,
    tags: list(text, 100),
    category: text,
  }),
);

const ComponentReference = some(total({ name: text, index, guid: text }));
const DescriptorReference = total({ id: text, index, toolComponent: ComponentReference });

export const Rule = total({
  id: text,
  name: text,
  shortDescription: some(Message),
  fullDescription: some(Message),
  help: some(Message),
  helpUri: text,
  messageStrings: z
    .record(z.string(), z.unknown())
    .transform((strings) => new Map(Object.entries(strings).map(([id, value]) => [id, Message.parse(value)])))
    .optional()
    .catch(undefined),
  defaultConfiguration: some(total({ level: text, rank: number })),
  relationships: list(total({ target: some(DescriptorReference) }), 50),
  properties: Properties,
});
export type Rule = z.output<typeof Rule>;

export const Result = total({
  ruleId: text,
  ruleIndex: index,
  rule: some(DescriptorReference),
  level: text,
  kind: text,
  rank: number,
  message: some(Message),
  locations: list(Location, 20),
  codeFlows: list(
    total({ threadFlows: list(total({ locations: list(ThreadFlowLocation, mostSteps) }), mostFlows) }),
    mostFlows,
  ),
  baselineState: text,
  suppressions: list(total({ kind: text, status: text, justification: text }), 20),
  partialFingerprints: z.record(z.string(), z.string()).optional().catch(undefined),
  taxa: list(DescriptorReference, 50),
  properties: Properties,
});
export type Result = z.output<typeof Result>;

export const Artifact = total({
  location: some(ArtifactLocation),
  contents: some(total({ text: z.string().optional().catch(undefined) })),
  hashes: z.record(z.string(), z.string()).optional().catch(undefined),
  sourceLanguage: text,
});
export type Artifact = z.output<typeof Artifact>;

export const UriBaseIds = z
  .record(z.string(), ArtifactLocation)
  .transform((bases) => new Map(Object.entries(bases)))
  .catch(new Map());
export type UriBaseIds = z.output<typeof UriBaseIds>;

export const Provenance = list(total({ revisionId: text, mappedTo: some(ArtifactLocation) }), 20);
export const Text = text;
