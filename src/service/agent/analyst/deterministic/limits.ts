/** What people ask for that no tool does, each with what there is instead. */

interface Limit {
  /** As in an intent's pattern: over text in lower case without accents, paths and quotations. */
  readonly words: string;
  readonly answer: string;
}

const polite =
  '^(?:please |now |then |and |can you |could you |will you |would you |bitte |kannst du |jetzt )*';

export const limits: readonly Limit[] = [
  {
    words:
      '\\b(?:pull|merge)[- ]requests?\\b(?!.*\\b(?:scan|check|review)\\b)|\\b(?:open|create|raise|make|offne|erstelle?) (?:a |an |me a |einen? )?(?:pr|mr)\\b',
    answer:
      'I open no pull requests: no hosting service is connected. Apply a patch (*fix number 1*), then commit and push it as you do with your own changes.',
  },
  {
    words: `${polite}(?:git )?(?:commit|push|merge|checkout|rebase|stash|committe|pushe?)\\b`,
    answer:
      'I do not touch git: nothing is committed, pushed or staged by me. Patches change files in the editor alone, where they can be undone.',
  },
  {
    words: `${polite}(?:run|execute|start|fuhre?|starte?)\\b.*\\b(?:tests?|unit tests?|programs?|app|application|server|build|script|programm|anwendung)\\b`,
    answer:
      'I run nothing of your project, neither tests nor programs. A patch is proven by analysing the code with it: the issue is gone, and nothing is new.',
  },
  {
    words: `${polite}(?:write|implement|refactor|rewrite|translate|convert|port|schreibe?|implementiere?|ubersetze?|refaktoriere?)\\b(?!.*\\b(?:patch|fix|summary|overview|zusammenfassung)\\b)`,
    answer:
      'I write no code or texts of my own. What I can make is a proven patch of an issue: *fix number 1*. Connect a language model (*Parapet: Connect a Language Model…*) for the rest.',
  },
  {
    words: `${polite}(?:delete|remove|erase|losche?n?|entferne?n?)\\b.*\\b(?:issues?|problems?|findings?|vulnerabilit(?:y|ies)|probleme?|schwachstellen?|befunde?|all|everything|alles|it|them)\\b`,
    answer:
      'Issues are never deleted: they are resolved by a scan that does not see them any more, or set aside with a reason, e.g. *number 2 is a false positive because …* or *put number 3 in the backlog*.',
  },
  {
    words:
      '\\bwho (?:wrote|added|introduced|made|committed|did|is to blame)\\b|\\bgit blame\\b|\\bwer hat\\b.*\\b(?:geschrieben|eingebaut|gemacht|verursacht)\\b',
    answer:
      'Who wrote a line is in the history of git, which I do not show. *When did this appear?* I can answer by scans: *what changed since the last scan?*',
  },
  {
    words:
      '\\b(?:export|download|exportiere?n?|herunterladen)\\b|\\b(?:pdf|docx|csv|sarif|sbom|word|excel)\\b.*\\b(?:report|file|bericht|datei)\\b|\\b(?:report|bericht)\\b.*\\b(?:pdf|docx|csv|sarif|sbom|word|excel)\\b',
    answer:
      'I make no files. In the editor, *Parapet: Export Issues as SARIF…* writes the issues to one; the command line does the same with `parapet scan --format sarif`. *Summary* tells me to sum them up here.',
  },
  {
    words:
      '\\b(?:schedule|remind me|erinnere mich|plane)\\b|\\b(?:every|each|jede[nrs]?) (?:day|night|morning|week|month|hour|monday|tuesday|wednesday|thursday|friday|saturday|sunday|commit|scan|tag|nacht|morgen|woche|monat|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\\b|\\b(?:daily|weekly|monthly|nightly|taglich|wochentlich|monatlich|regelmassig)\\b',
    answer:
      'I set up nothing that repeats from here. *Parapet: Automations…* in the editor has playbooks, schedules and triggers: a weekly digest, fixing new critical issues, and more.',
  },
  {
    words:
      '\\b(?:send|post|mail|notify|schicke?|sende|benachrichtige?)\\b|\\b(?:create|open|file|erstelle?) (?:a |an |me a |einen? |ein )?(?:jira |github |gitlab )?(?:ticket|jira)\\b',
    answer:
      'I send nothing to people or other services. *Create Tracker Issue…* in the menu of an issue shows what is sent to your tracker before it does; *Link Existing Tracker Issue…* links one that is there.',
  },
  {
    words: '\\bhow (?:long|much (?:time|effort|work))\\b|\\bwie (?:lange|viel (?:zeit|aufwand|arbeit))\\b',
    answer:
      'I estimate no time. What is known: how many there are (*how many issues?*), in which order (*what should I fix first?*), and which have a patch (*fix number 1*).',
  },
  {
    words: `${polite}(?:forget|vergiss)\\b(?! (?:it|that|about it|es|das)[.!]*$)`,
    answer:
      'What is remembered is changed by you alone: *Parapet: Automations…*, then *Memories*. *What do you remember?* lists it.',
  },
];

const compiled = limits.map(({ words, answer }) => [new RegExp(words), answer] as const);

/** @param text as `normalised` gives it */
export function limitAnswer(text: string): string | undefined {
  return compiled.find(([words]) => words.test(text))?.[1];
}
