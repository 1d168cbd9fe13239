import type { SourceKind } from '../../engine/libraries/schema.ts';

/** CodeQL's kinds of sources, by what Parapet calls them. */
const sources: Readonly<Record<string, SourceKind>> = {
  remote: 'remote',
  'reverse-dns': 'remote',
  local: 'local',
  commandargs: 'local',
  environment: 'local',
  stdin: 'local',
  file: 'local',
  'file-write': 'local',
  database: 'stored',
};

/** CodeQL's kinds of sinks, by the weaknesses that Parapet has; those of the same name are not listed. */
const sinks: Readonly<Record<string, string>> = {
  'path-injection': 'path-traversal',
  'html-injection': 'xss',
  'js-injection': 'xss',
  'request-forgery': 'ssrf',
  'url-redirection': 'open-redirect',
  'response-splitting': 'header-injection',
  'trust-boundary-violation': 'trust-boundary',
  'regex-use': 'regex-injection',
  'ognl-injection': 'code-injection',
  'mvel-injection': 'code-injection',
  'jexl-injection': 'code-injection',
  'groovy-injection': 'code-injection',
  'xslt-injection': 'code-injection',
};

export const sourceKindOf = (kind: string): SourceKind | undefined => sources[kind];

/** @param known the ids of the weaknesses that data flows lead to */
export function sinkKindOf(kind: string, known: ReadonlySet<string>): string | undefined {
  const id = sinks[kind] ?? kind;
  return known.has(id) ? id : undefined;
}
