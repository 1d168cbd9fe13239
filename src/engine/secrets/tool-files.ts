/** Files in which tools keep credentials, each read by its own form. */
import { isPlaceholder } from './placeholders.ts';

export interface StoredCredential {
  readonly start: number;
  readonly end: number;
  /** Completes the rule's name. */
  readonly id: string;
  readonly title: string;
}

interface ToolFile {
  readonly path: RegExp;
  readonly id: string;
  readonly title: string;
  /** Global; the group `secret` is the credential. */
  readonly pattern: RegExp;
  /** Says whether what was matched is a credential, where the form alone does not. */
  readonly accepts?: (secret: string) => boolean;
}

const toolFiles: readonly ToolFile[] = [
  {
    path: /(?:^|\/)[._]netrc$/,
    id: 'netrc-password',
    title: 'password of a .netrc file',
    pattern: /\bpassword\s+(?<secret>\S{3,300})/dg,
  },
  {
    path: /(?:^|\/)\.npmrc$|(?:^|\/)\.yarnrc(?:\.yml)?$/,
    id: 'npm-registry-credential',
    title: 'package registry credential',
    pattern:
      /(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent)\s*[=:]\s*["']?(?<secret>[^\s"'$]{8,1000})/dg,
  },
  {
    path: /(?:^|\/)(?:\.docker\/config\.json|\.dockercfg|\.dockerconfigjson|docker-config\.json)$/,
    id: 'docker-registry-credential',
    title: 'container registry credential',
    pattern: /"(?:auth|identitytoken|registrytoken)"\s*:\s*"(?<secret>[A-Za-z0-9+/=_.-]{8,4000})"/dg,
    accepts: (secret) =>
      secret.length > 60 || /^[^:]+:.{3,}/.test(Buffer.from(secret, 'base64').toString('latin1')),
  },
  {
    path: /(?:^|\/)\.?pgpass(?:\.conf)?$/,
    id: 'pgpass-password',
    title: 'PostgreSQL password of a .pgpass file',
    pattern: /^(?!#)(?:[^:\n]|\\:){1,253}:(?:\d+|\*):[^:\n]{1,200}:[^:\n]{1,200}:(?<secret>\S{3,300})$/dgm,
  },
  {
    path: /(?:^|\/)\.git-credentials$/,
    id: 'git-credentials',
    title: 'stored git credential',
    pattern: /^https?:\/\/[^:\s]{1,200}:(?<secret>[^@\s]{4,400})@/dgm,
  },
  {
    path: /(?:^|\/)\.pypirc$/,
    id: 'pypirc-password',
    title: 'package index password',
    pattern: /^[ \t]*password\s*[=:]\s*(?<secret>\S{4,1000})$/dgm,
  },
  {
    path: /(?:^|\/)\.aws\/credentials$/,
    id: 'aws-credentials-file',
    title: 'AWS secret access key',
    pattern: /aws_secret_access_key\s*=\s*(?<secret>[A-Za-z0-9/+]{40})/dg,
  },
  {
    path: /(?:^|\/)\.m2\/settings(?:-security)?\.xml$|(?:^|\/)settings\.xml$/,
    id: 'maven-server-password',
    title: 'Maven server password',
    pattern: /<(?:password|passphrase)>(?<secret>[^<${}\s]{4,300})<\//dg,
  },
  {
    path: /\.ya?ml$/,
    id: 'kubernetes-secret',
    title: 'Kubernetes secret',
    pattern: /^\s{2,8}[\w.-]{1,60}:\s*["']?(?<secret>[A-Za-z0-9+/]{12,4000}={0,2})["']?\s*$/dgm,
  },
];

const maximumCredentials = 50;

export function storedCredentials(path: string, text: string): StoredCredential[] {
  const found: StoredCredential[] = [];
  for (const { path: pattern, ...file } of toolFiles) {
    if (!pattern.test(path)) continue;
    const manifests = file.id === 'kubernetes-secret' ? secretManifests(text) : [{ offset: 0, text }];
    for (const part of manifests) {
      for (const match of part.text.matchAll(file.pattern)) {
        const span = match.indices?.groups?.['secret'];
        const secret = match.groups?.['secret'];
        if (!span || secret === undefined || isPlaceholder(secret) || file.accepts?.(secret) === false)
          continue;
        found.push({
          start: part.offset + span[0],
          end: part.offset + span[1],
          id: file.id,
          title: file.title,
        });
        if (found.length >= maximumCredentials) return found;
      }
    }
  }
  return found;
}

/** The `data` of documents of kind Secret: base64 is no protection. */
function secretManifests(text: string): { readonly offset: number; readonly text: string }[] {
  if (!/^kind:\s*["']?Secret\b/m.test(text)) return [];
  const parts: { offset: number; text: string }[] = [];
  let offset = 0;
  for (const document of text.split(/^(?=---)/m)) {
    const data = /^(?:data|stringData):[ \t]*\r?\n(?=[ \t])(?:[ \t].*\r?\n)*(?:[ \t].*)?/m.exec(document);
    if (data && /^kind:\s*["']?Secret\b/m.test(document)) {
      const head = data[0].indexOf('\n') + 1;
      parts.push({ offset: offset + data.index + head, text: data[0].slice(head) });
    }
    offset += document.length;
  }
  return parts;
}
