import { trimEndOf } from '../../../../api/text-runs.ts';

/** Paths, line numbers and quoted texts that stand in what a person says. */

export interface Mentions {
  readonly path?: string;
  readonly lines?: { readonly from: number; readonly to: number };
  /** What stands in quotes or backticks and is no path. */
  readonly quoted?: string;
  /** What was said without them, so that a word in a file's name is not taken for a word of the question. */
  readonly rest: string;
}

const quotation =
  /"([^"\n]{1,400})"|“([^”\n]{1,400})”|„([^“”"\n]{1,400})[“”"]|`([^`\n]{1,400})`|(?<![\w])'([^'\n]{1,400})'(?!\w)/;

/** Endings of files that people name without a folder. A full stop between other words is the end of a sentence. */
const endings =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte|java|kt|py|pyw|go|rb|php|cs|rs|c|h|cpp|hpp|swift|scala|sh|bash|sql|html?|css|scss|json|jsonc|ya?ml|toml|xml|properties|ini|cfg|conf|env|md|txt|gradle|lock|tf|ipynb|jsp|ejs|hbs|pug|graphql|proto';
const word = '[\\w.@()\\[\\]+~-]';
const pathWith = new RegExp(
  `(?<![\\w/.:])(?:\\./)?((?:${word}+/)+${word}*|${word}*[\\w)\\]]\\.(?:${endings})|Dockerfile|Makefile|Jenkinsfile)(?::(\\d{1,7})(?:-(\\d{1,7}))?)?(?=$|[\\s,;:?!"'\`)]|\\.(?:\\s|$))`,
  'i',
);
const folderNamed =
  /(?<![\w-])(?:(?:folder|directory|dir|module|package|ordner|verzeichnis|datei|file) (?:called |named |namens )?)([A-Za-z][\w.-]{1,80})(?![\w/])/i;
const lineWords =
  /(?<![\w-])(?:lines?|zeilen?|l) ?(\d{1,7})(?: ?(?:-|–|to|bis|through|until|and|und) ?(\d{1,7}))?(?!\w)/i;
/** Words that follow "folder" or "file" and are no name. */
const noName =
  /^(?:is|are|and|und|with|mit|has|have|that|which|for|in|safe|open|please|bitte|again|now|at|to|or|there|ist|sind|auf|it|this|all|scan|traversals?)$/i;

/** @param said as the person wrote it */
export function mentionsIn(said: string): Mentions {
  let rest = said;
  const quote = quotation.exec(said);
  const inQuotes = quote?.slice(1).find((text) => text !== undefined);
  if (quote) rest = rest.replace(quote[0], ' ');
  const isPath = inQuotes !== undefined && new RegExp(`^${pathWith.source}$`, 'i').test(inQuotes);
  const found = pathWith.exec(isPath ? inQuotes : rest);
  const named = found ? undefined : folderOf(rest);
  if (found && !isPath) rest = rest.replace(found[0], ' ');
  if (named !== undefined) rest = rest.replace(named, ' ');
  const path = found?.[1] ?? named;
  const lines = linesOf(found?.[2], found?.[3]) ?? spokenLines(rest);
  return {
    ...(path === undefined ? {} : { path: trimEndOf(path, '/') }),
    ...(lines === undefined ? {} : { lines }),
    ...(inQuotes === undefined || isPath ? {} : { quoted: inQuotes }),
    rest: rest.replace(lineWords, ' '),
  };
}

function folderOf(text: string): string | undefined {
  const name = folderNamed.exec(text)?.[1];
  return name === undefined || noName.test(name) ? undefined : name;
}

function spokenLines(text: string): Mentions['lines'] {
  const found = lineWords.exec(text);
  return linesOf(found?.[1], found?.[2]);
}

function linesOf(first: string | undefined, second: string | undefined): Mentions['lines'] {
  const from = Number(first ?? Number.NaN);
  if (!Number.isInteger(from) || from < 1) return undefined;
  const to = Number(second ?? from);
  return to >= from ? { from, to } : { from: to, to: from };
}
