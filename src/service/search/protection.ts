import type { EndpointAuthentication } from '../../api/contract/endpoints.ts';

/** What a query asks of endpoints about who may call them. */
export interface Protection {
  /** Only those with this protection; none where the query does not say. */
  readonly authentication: readonly EndpointAuthentication[];
  /** Those first: "public file upload" may mean what anybody may call, or just a word. */
  readonly preferred: EndpointAuthentication | undefined;
}

const login =
  '(?:auth\\w{0,20}|login|signin|logins|access control|anmeldung|authentifizierung|authentisierung|schutz)';

const asked: readonly (readonly [value: EndpointAuthentication, words: RegExp])[] = [
  [
    'NONE',
    new RegExp(
      [
        `\\b(?:no|without|missing|lacks?|lacking|not|never|don't|doesn't|ohne|keine[nr]?|fehlende[nr]?|nicht) (?:any |require |requiring |need |needing |an? |being |einer? |durch )?(?:${login}|loggedin|loggin|angemeldet|geschutzt\\w*|protected|secured)\\b`,
        '\\bun(?:authenticated|protected|authorized|secured)\\b|\\bungeschutzt\\w*',
        '\\b(?:open to|callable by|accessible to|accessible by|available to|reachable by) (?:anyone|anybody|everyone|everybody|the public|all)\\b',
        '\\b(?:anyone|anybody|everyone|everybody) (?:can|may) (?:call|use|access|reach)\\b',
        '\\b(?:publicly|anonymously) (?:accessible|available|reachable|callable)\\b',
      ].join('|'),
      'g',
    ),
  ],
  [
    'REQUIRED',
    new RegExp(
      [
        `\\b(?:requires?|requiring|needs?|behind|enforces?|with|mit|hinter|erforder\\w*|brauch\\w*|verlang\\w*) (?:an? |the |eine[rn]? |dem )?${login}\\b`,
        `\\b${login} (?:is |are |ist )?(?:required|needed|mandatory|notig|erforderlich)\\b`,
        '\\bonly (?:for )?(?:loggedin|authenticated|signedin)\\b|\\bnur (?:fur )?angemeldete?\\b',
      ].join('|'),
      'g',
    ),
  ],
];

/** "Is /ping authenticated?" asks about one endpoint, and narrows nothing down. */
const isProtected =
  /\b(?:authenticated|protected|secured|authorized|geschutzt\w*|authentifiziert|abgesichert)\b/g;
const isPublic = /\b(?:public|anonymous|offentlich\w*|anonym\w*)\b/g;

/**
 * Returns what a query asks about protection, and the query without those words.
 * @param text in lower case, without accents
 */
export function protectionAsked(text: string): Protection & { readonly rest: string } {
  for (const [value, words] of asked)
    if (text.search(words) >= 0)
      return { authentication: [value], preferred: undefined, rest: text.replaceAll(words, ' ') };
  const isPreferred = text.search(isPublic) >= 0;
  return {
    authentication: [],
    preferred: isPreferred ? 'NONE' : undefined,
    rest: text.replaceAll(isPublic, ' ').replaceAll(isProtected, ' '),
  };
}
