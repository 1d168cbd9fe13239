/**
 * Typing errors in the words that questions are told by. A word is only taken for another one where that is surely
 * meant: it is long enough, begins the same, and one word alone is near.
 */

const known = new Set(
  `issue issues problem problems vulnerability vulnerabilities finding findings critical high medium moderate
  severity severities summary summarize summarise overview statistics status explain explained describe details
  investigate investigation compare difference prioritise prioritize priority important urgent dangerous
  patch patches fix fixes fixed repair apply applied change changes changed branch commit committed uncommitted
  staged selection workspace repository project scan scans scanned scanner rescan analyse analyze analysis
  search dependencies dependency packages components inventory secret secrets password passwords credentials
  injection injections traversal scripting deserialization redirect random cookie cookies certificate
  show list count which where what when please first second third fourth fifth worst number numbers
  false positive positives exploitable accepted accept backlog informational confirm confirmed reopen
  dismiss suppress ignore because reason remember resolved suppressed dismissed since yesterday
  probleme problem schwachstelle schwachstellen sicherheitslucken kritisch kritische kritischen
  erklare erklaren behebe beheben repariere reparieren prufe prufen anderungen geandert zeige welche
  zusammenfassung uberblick untersuche untersuchen vergleiche vergleichen wichtigsten gefahrlichsten
  anwenden ubernehmen warum erste zweite dritte nummer falschmeldung fehlalarm ignoriere markiere
  offene offenen letzten datei dateien ordner auswahl
  command commands comments commons controls
  charge charges chances preview comment comments protect right stays reset result results request requests
  reports report reported repeat secure security server service services session sessions section
  explains explore exploit exploited explicit export exports import imports imported
  filter filters funding binding number member branches ranch batch batches match matches watch catch patched
  project projects product products object objects subject rescue change chance chunk shown shot slow snow
  lists lost last fast past cost worse worth words works world first fires fist
  where there these those their them then than that this with will wish when went want what
  script scripts scripting description connection collection correction election detection detections
  positions position positive`.split(/\s+/),
);
/** How words are cut short, and errors that are too many letters for the rule. */
const short: ReadonlyMap<string, string> = new Map([
  ['pls', 'please'],
  ['plz', 'please'],
  ['vuln', 'vulnerability'],
  ['vulns', 'vulnerabilities'],
  ['crit', 'critical'],
  ['crits', 'critical'],
  ['prio', 'priority'],
  ['explane', 'explain'],
  ['explayn', 'explain'],
]);
const byLength = Map.groupBy(known, ({ length }) => length);

/** @param text as `normalised` gives it */
export function respelled(text: string): string {
  return text.replace(
    /(?<![\w./@:-])[a-z]{3,20}(?![\w/@(:]|[.-]\w)/g,
    (word) => short.get(word) ?? (known.has(word) || word.length < 4 ? word : (meantBy(word) ?? word)),
  );
}

function meantBy(word: string): string | undefined {
  const allowed = word.length >= 9 ? 2 : 1;
  const near: string[] = [];
  for (let length = word.length - allowed; length <= word.length + allowed; length++) {
    for (const candidate of byLength.get(length) ?? []) {
      if (candidate[0] !== word[0]) continue;
      if (isNear(word, candidate, allowed) && !isForm(word, candidate)) near.push(candidate);
    }
  }
  return near.length === 1 ? near[0] : singular(near);
}

function isNear(word: string, candidate: string, allowed: number): boolean {
  // Of a short word only two letters that changed places: one letter more or less makes another word of it.
  return word.length < 6 ? isSwapped(word, candidate) : distance(word, candidate) <= allowed;
}

/** Forms of one word: "isues" is near to "issues", and to "issue" hardly less. */
function singular(near: readonly string[]): string | undefined {
  const [shortest] = near.toSorted((a, b) => a.length - b.length);
  return shortest !== undefined && near.every((each) => each.startsWith(shortest)) ? near.at(-1) : undefined;
}

/** Another form of the same word is no error. */
function isForm(word: string, candidate: string): boolean {
  return /^(?:s|d|n|e|r|es|ed|en|er)$/.test(ending(word, candidate) ?? ending(candidate, word) ?? '');
}

function ending(longer: string, shorter: string): string | undefined {
  return longer.startsWith(shorter) ? longer.slice(shorter.length) : undefined;
}

function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return (
    at >= 0 &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}

/** Letters to add, leave out, replace or swap with the next. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const turned =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? (beforeLast[column - 2] ?? row) + 1
          : Number.POSITIVE_INFINITY;
      next.push(
        Math.min(
          (last[column] ?? row) + 1,
          (next[column - 1] ?? row) + 1,
          (last[column - 1] ?? row) + (isSame ? 0 : 1),
          turned,
        ),
      );
    }
    beforeLast = last;
    last = next;
  }
  return last.at(-1) ?? 0;
}
