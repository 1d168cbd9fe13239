/** Credentials in files in which tools keep them, each read by its own form. */
import { dumpedSecrets } from './database-dumps.ts';
import { isCommonWord, isPlaceholder, isStandIn } from './placeholders.ts';
import { anonymous, toolFiles } from './tool-files/index.ts';

export interface StoredCredential {
  readonly start: number;
  readonly end: number;
  /** Completes the rule's name. */
  readonly id: string;
  readonly title: string;
  /** `row`: of an account that a program is set up with. `weak`: a word that may stand for a password and is used as one. `guarded`: a hash, or locked by a password. */
  readonly worth: 'full' | 'row' | 'guarded' | 'weak';
  /** Of many in the file, which are one issue together. */
  readonly together: boolean;
}

const maximumCredentials = 50;
/** Rows of a dump: one issue says that there are many. */
const maximumDumped = 500;

export function storedCredentials(path: string, text: string): StoredCredential[] {
  if (/\.(?:sql|dump)$/i.test(path)) return dumped(text);
  const found: StoredCredential[] = [];
  for (const { path: pattern, contains, accepts, guarded, ...file } of toolFiles) {
    if (!pattern.test(path) || contains?.test(text) === false) continue;
    for (const match of text.matchAll(file.pattern)) {
      const { secret = match.groups?.['other'], user = '' } = match.groups ?? {};
      const span = match.indices?.groups?.['secret'] ?? match.indices?.groups?.['other'];
      if (!span || secret === undefined || anonymous.test(user)) continue;
      if ((guarded !== true && isStandIn(secret)) || accepts?.(secret) === false) continue;
      const worth = guarded ? 'guarded' : isCommonWord(secret) ? 'weak' : 'full';
      found.push({
        start: span[0],
        end: span[1],
        id: file.id,
        title: file.title,
        worth,
        together: guarded === true,
      });
      if (found.length >= maximumCredentials) return found;
    }
  }
  return [...found, ...ofManifests(path, text)];
}

function dumped(text: string): StoredCredential[] {
  return dumpedSecrets(text, maximumDumped)
    .filter(({ start, end, hash }) => hash || !isStandIn(text.slice(start, end)))
    .map(({ start, end, hash }) => ({
      start,
      end,
      together: true,
      ...(hash
        ? { id: 'password-hash', title: 'password hash', worth: 'guarded' }
        : {
            id: 'dumped-secret',
            title: 'secret in a row of a database',
            worth: isCommonWord(text.slice(start, end)) ? 'weak' : 'row',
          }),
    }));
}

const encoded = /^\s{2,8}[\w.-]{1,60}:\s*["']?(?<secret>[A-Za-z0-9+/]{12,4000}={0,2})["']?\s*$/dgm;

function ofManifests(path: string, text: string): StoredCredential[] {
  if (!/\.ya?ml$/.test(path)) return [];
  return secretManifests(text).flatMap((part) =>
    [...part.text.matchAll(encoded)].slice(0, maximumCredentials).flatMap((match): StoredCredential[] => {
      const span = match.indices?.groups?.['secret'];
      if (!span || isPlaceholder(match.groups?.['secret'] ?? '')) return [];
      return [
        {
          start: part.offset + span[0],
          end: part.offset + span[1],
          id: 'kubernetes-secret',
          title: 'Kubernetes secret',
          worth: 'full',
          together: false,
        },
      ];
    }),
  );
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
