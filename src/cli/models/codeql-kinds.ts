import type { ThreatModel } from '../../engine/threat-models.ts';

/** CodeQL's kinds of sources and their groups, by Parapet's threat models. */
const sources: Readonly<Record<string, ThreatModel>> = {
  remote: 'remote',
  request: 'remote',
  'reverse-dns': 'remote',
  'client-side': 'remote',
  'view-component-input': 'remote',
  response: 'response',
  local: 'arguments',
  commandargs: 'arguments',
  stdin: 'arguments',
  environment: 'environment',
  'windows-registry': 'environment',
  file: 'file',
  'file-write': 'file',
  database: 'database',
  'database-access-result': 'database',
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

export const threatModelOf = (kind: string): ThreatModel | undefined => sources[kind];

/** @param known the ids of the weaknesses that data flows lead to */
export function sinkKindOf(kind: string, known: ReadonlySet<string>): string | undefined {
  const id = sinks[kind] ?? kind;
  return known.has(id) ? id : undefined;
}
