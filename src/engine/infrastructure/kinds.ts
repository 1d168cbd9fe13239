/** Which reader a file is for, by its path and the words of its text. */

export type FileKind =
  | 'dockerfile'
  | 'compose'
  | 'workflow'
  | 'manifest'
  | 'cloudformation'
  | 'terraform'
  | 'nginx';

const dockerfile = /(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|\.(?:dockerfile|containerfile)$/i;
const compose = /(?:^|\/)(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/i;
const workflow = /(?:^|\/)(?:\.github\/workflows\/[^/]+|action)\.ya?ml$/;
const nginx =
  /(?:^|\/)(?:nginx[\w.-]*\.conf(?:\.(?:template|tmpl|j2))?|(?:nginx|sites-(?:available|enabled)|conf\.d)\/(?:[\w.-]+\/)*[\w.-]+)$/i;
const yaml = /\.ya?ml$/i;

/** Whether a file by its path may be infrastructure as code. @param path relative to the root, with `/` */
export const isInfrastructure = (path: string): boolean =>
  dockerfile.test(path) || yaml.test(path) || /\.(?:tf|json|template)$/i.test(path) || nginx.test(path);

/** Returns what a file is; undefined for one that is no infrastructure. */
export function kindOf(path: string, text: string): FileKind | undefined {
  if (dockerfile.test(path)) return 'dockerfile';
  if (workflow.test(path)) return 'workflow';
  if (compose.test(path)) return /^services\s*:/m.test(text) ? 'compose' : undefined;
  if (nginx.test(path) && !/\.(?:ya?ml|json|md|sh|html?|tf)$/i.test(path))
    return /^\s*(?:server|location|http|upstream|map|events)\b[^;{]*\{/m.test(text) ? 'nginx' : undefined;
  if (/\.tf(?:\.json)?$/i.test(path)) return 'terraform';
  if (/\.(?:json|template|ya?ml)$/i.test(path) && /["']?Type["']?\s*:\s*["']?AWS::\w/.test(text))
    return 'cloudformation';
  if (!yaml.test(path)) return undefined;
  return /^(?:"?apiVersion"?|- "?apiVersion"?)\s*:/m.test(text) && /^\s*"?kind"?\s*:/m.test(text)
    ? 'manifest'
    : undefined;
}
