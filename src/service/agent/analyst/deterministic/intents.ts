import { asidePatterns } from './asides.ts';
import type { IntentPattern } from './intent-pattern.ts';

const things =
  '(?:issues?|vulnerabilit(?:y|ies)|problems?|findings?|bugs?|weaknesses|alerts?|flaws?|holes?|probleme?n?|schwachstellen?|sicherheitslucken?|lucken?|funde?|befunde?|meldungen)';
const show =
  '(?:list|show|display|give|find|get|see|print|enumerate|zeige?n?|zeigs?t?|liste|auflisten|anzeigen|nenne?|gib|finde)';

export const intentPatterns: readonly IntentPattern[] = [
  ...asidePatterns,
  // Talking
  {
    intent: 'help',
    weight: 95,
    words: '^(?:help|hilfe|/help|usage|commands)(?: me)?(?: please| bitte)?[.!?]*$',
  },
  {
    intent: 'help',
    weight: 90,
    words:
      'what (?:else )?(?:can|do) you (?:do|help)|what (?:can|should) i (?:ask|say)|how do (?:i|you) (?:use|work)(?: you| this)?[?]?$|how can you help|who are you|was kannst du|wobei hilfst du|was kann ich (?:dich )?fragen|wer bist du',
  },
  {
    intent: 'greeting',
    weight: 60,
    words:
      '^(?:hello|hi|hey|good (?:morning|day|evening)|hallo|guten (?:tag|morgen|abend)|moin|servus)(?: there| parapet)?[.!]*$',
  },
  {
    intent: 'thanks',
    weight: 60,
    words:
      '^(?:thanks?|thank you|thx|great|cool|perfect|danke(?: schon)?|super|vielen dank)(?: (?:a lot|very much|so much|you))?[.!]*$',
  },
  {
    intent: 'more',
    weight: 70,
    words:
      '^(?:(?:show |list |zeige? )?(?:me )?(?:some |the )?(?:more|next(?: page| ones?)?|rest|others?|weiter|mehr|weitere|die nachsten|continue|go on)(?: of them| please| bitte| issues| anzeigen)?)[.!?]*$',
  },

  // What a patch can do, and what a scan did not
  {
    intent: 'fixable',
    weight: 90,
    words: `(?:which|what|how many|welche[nrs]?|was|wie ?viele|list|show|zeige?)\\b.*(?:\\b(?:can|could|may|kann|konnen|lasst|lassen sich)\\b.*\\b(?:fixed|patched|repaired|fix|patch|repair|behoben|repariert|gepatcht|beheben|reparieren|patchen)\\b(?! first)|\\b(?:fixable|patchable|behebbar\\w*)\\b|\\b(?:have|has|with|haben|hat|mit|without|ohne) (?:an? |the |no |einen? |keinen? )?(?:automatic |ready |proven |fertigen? |automatischen? )?(?:patch|fix)(?:es)?\\b)|\\b(?:fixable|patchable|behebbare?\\w*) ${things}`,
    needs: ['noReference'],
  },
  {
    intent: 'coverage',
    weight: 91,
    words:
      "(?:\\bnot|\\bnever|n't|\\bnicht|\\bkeine?)\\b.{0,30}\\b(?:analy[sz]ed|scanned|covered|analysiert|gescannt|abgedeckt)\\b|\\b(?:files?|code|dateien?)\\b.{0,30}(?:\\bnot|n't|\\bnicht) (?:looked at|read|checked|untersucht|gepruft|gelesen)\\b|\\b(?:skipp?ed|left out|omitted|unscanned|unanaly[sz]ed|ausgelassen|ubersprungen|weggelassen)\\b|\\b(?:analy[sz]ed|scanned|analysiert|gescannt) (?:only )?(?:in part|partly|partially|teilweise)|\\b(?:in part|partly|partially|teilweise|zum teil) (?:analy[sz]ed|scanned|analysiert|gescannt)|\\b(?:scan|analysis) coverage\\b|\\bcoverage of (?:the |my )?(?:last |latest )?(?:scan|analysis)|^coverage[?.!]*$|abdeckung (?:des|der) (?:scans?|analyse)|^(?:was|were|is|are|wurde|wurden)? ?(?:everything|all files|alles|alle dateien) (?:analy[sz]ed|scanned|covered|analysiert|gescannt)",
  },

  // Acting on one issue
  {
    intent: 'applyPatch',
    weight: 88,
    words:
      '(?:apply|accept|use|take|anwenden|wende\\b.*\\ban|ubernimm|ubernehmen)\\b.*(?:patch|fix|change|diff|korrektur)|(?:patch|fix|diff|korrektur)\\b.*(?:anwenden|ubernehmen|apply)',
  },
  {
    intent: 'applyPatch',
    weight: 82,
    words: '^(?:yes,? |ja,? |ok,? |please )?(?:apply|wende)\\b.*(?:it|them|that|this|all|es|das|an)[.!]*$',
  },
  {
    intent: 'showPatch',
    weight: 86,
    words: `\\b(?:${show}|view|look at|what is in|what does|let me see)\\b.*(?:patch|diff|the fix)(?!\\w)`,
  },
  {
    intent: 'triage',
    weight: 86,
    words:
      '^(?!(?:what|which|did|do|does|how|was|welche|show|list|are|zeige?|any)\\b).*\\b(?:mark|set|flag|treat|classify|triage|dismiss|suppress|ignore|put|move|accept|archive|close|silence|markiere?n?|setze?n?|verwirf|verwerfen|ignoriere?n?|akzeptiere?n?|lege)\\b',
    needs: ['decision'],
  },
  {
    intent: 'triage',
    weight: 84,
    words: '^(?:please )?(?:confirm|re-?open|unarchive|archive|bestatige|offne)\\b',
    needs: ['decision'],
  },
  {
    intent: 'triage',
    weight: 80,
    words:
      '^(?:this|that|it|the \\w+(?: one)?|(?:issue |number |nummer |#)?\\d+|das|dies|die \\w+|es|both|they|these|all)\\b.{0,25}(?:is|are|ist|sind)\\b(?! this)',
    needs: ['decision', 'reference'],
  },
  {
    intent: 'triage',
    weight: 72,
    words: '^(?:please )?(?:triage|dismiss|suppress|ignore|silence)\\b',
    needs: ['reference'],
  },
  {
    intent: 'investigate',
    weight: 84,
    words:
      'investigat(?:e|ion)|closer look|look (?:deeper|closer)|dig (?:deeper|into)|double[- ]check|verify (?:this|that|it|whether|the|number|#|issue)|validate|untersuche?n?|genauer (?:an|unter|pruf)|nachprufen|is it (?:really )?real',
  },
  {
    intent: 'fix',
    weight: 78,
    words:
      '^(?:please |can you |could you |bitte |kannst du |and |now |then |jetzt )*(?:fix|patch|repair|remediate|correct|mend|solve|resolve|behebe?n?|repariere?n?|korrigiere?n?|flicke?n?|lose)(?![\\w-])',
  },
  {
    intent: 'fix',
    weight: 86,
    words:
      '^(?:and |but |und |aber )?(?:how (?:do|can|should|would|to)\\b.{0,12}\\b(?:fix|repair|solve|remediate|resolve)|wie (?:behebe|repariere|lose|kann ich)\\b.*(?:behebe|repariere|lose|beheben|reparieren|losen)?)\\b',
    needs: ['noReference', 'class'],
  },
  {
    intent: 'fix',
    weight: 89,
    words:
      '^(?:please |can you |could you |bitte |kannst du |and |now |then |jetzt )*(?:fix|patch|repair|behebe?n?|repariere?n?)\\b.*\\b(?:worst|most|schlimmste\\w*|gefahrlichste\\w*|kritischste\\w*)\\b',
  },
  {
    intent: 'explain',
    weight: 89,
    words:
      '\\b(?:explain|describe|details?|impact|cvss|severity|erklare?n?|beschreibe?)\\b.*\\b(?:worst|most (?:critical|dangerous|severe|important|urgent)|schlimmste\\w*|gefahrlichste\\w*|kritischste\\w*)\\b',
  },
  {
    intent: 'fix',
    weight: 76,
    words:
      '(?:generate|create|make|write|propose|suggest|prepare|erzeuge?n?|erstelle?n?|schlage?)\\b.*(?:patch(?:es)?|fix(?:es)?|korrektur|losung)',
  },
  {
    intent: 'fix',
    weight: 74,
    words:
      '(?:how|what)\\b.*(?:do|can|should|would|to)\\b.*(?:fix|repair|solve|remediate|resolve)\\b|wie\\b.*(?:behebe|repariere|lose)|(?:fix|patch|repair|beheben|reparieren)\\b.*\\b(?:it|this|that|for me|das|es)\\b|^(?:kannst|konntest|wurdest|bitte)\\b.*\\b(?:beheben|reparieren|fixen|patchen|korrigieren)',
  },

  // What to begin with
  {
    intent: 'prioritise',
    weight: 87,
    words:
      '\\b(?:fix|do|tackle|address|handle|look at|solve|beheben|angehen|reparieren|tun|machen)\\b.*\\b(?:first(?! (?:one|issue|problem|finding|vuln\\w*|two|three|\\d))|next(?! (?:one|issue))|zuerst|als nachstes|als erstes)\\b|(?:zuerst|als erstes|als nachstes)\\b.*\\b(?:beheben|angehen|reparieren|tun|machen|losen|ansehen)|(?:where|how) (?:do|should|shall|can) (?:i|we) (?:start|begin)|(?:womit|wo|wie) (?:soll(?:te)?n? )?(?:fange?|beginne?|anfangen|ich|wir)\\b.*',
  },
  {
    intent: 'prioritise',
    weight: 86,
    words:
      'prioriti[sz]e?|priorit(?:y|ies|at|aten)\\b|priorisier\\w*|\\brank|triage (?:list|order)|most (?:important|urgent|dangerous|severe|critical|pressing|serious)|biggest (?:risks?|problems?|threats?)|worst (?:one|issue|problem|risk|thing)\\b|am (?:wichtigsten|gefahrlichsten|dringendsten|schlimmsten)|gro(?:ss|ß)te[ns]? (?:risik|gefahr|problem)|wichtigste[ns]?|gefahrlichste|dringendste|was zuerst',
  },
  {
    intent: 'compare',
    weight: 88,
    words:
      '\\bcompar(?:e|ison)\\b|difference(?:s)? between|\\bvs\\.?\\b|versus|vergleiche?n?|unterschied(?:e)? zwischen|(?:\\bis|\\bof|\\bist|\\bvon)\\b.*\\b(?:worse|more|schlimmer|gefahrlicher|worst)\\b',
    needs: ['numbers'],
  },
  { intent: 'compare', weight: 78, words: '^(?:compare|vergleiche?n?)\\b' },

  // Understanding
  {
    intent: 'why',
    weight: 83,
    words:
      '^(?:(?:and|but|und|aber) )?(?:why|how come|wieso|warum|weshalb|how so)\\b|how (?:sure|certain|confident)|wie sicher bist|are you sure|bist du sicher|^is (?:this|that|it|the \\w+(?: one)?|(?:number|issue) ?\\d+)\\b.*(?:false|real|exploitable|true positive)|(?:what )?evidence|beweis|ist (?:das|es) (?:ein |wirklich ein |eine )?(?:fehlalarm|echt)',
  },
  {
    intent: 'explainClass',
    weight: 82,
    words:
      "(?:what(?:'s| is| are| does)|was (?:ist|sind|bedeutet|heisst)|define|meaning of|tell me about|explain|erklare?|how (?:do|can|does|to|should|would)|wie (?:kann|verhindere?|vermeide|schutze?|funktioniert|funktionieren)|prevent|avoid|protect|general|allgemein|concept)",
    needs: ['class', 'noReference', 'noPath', 'noText'],
  },
  {
    intent: 'explain',
    weight: 77,
    words:
      '\\b(?:explain|describe|elaborate|details?|detail|walk me through|tell me (?:more )?about|more about|understand|erklare?n?|beschreibe?n?|einzelheiten|mehr (?:uber|zu))\\b',
  },
  {
    intent: 'explain',
    weight: 75,
    words:
      '(?:show|trace|what is|zeige?)\\b.*\\b(?:flow|path of|data ?flow|source|sink|datenfluss)|how (?:does|did|do|can|is) (?:the )?(?:data|input|value|attacker|it) \\w+|how (?:could|can|would) (?:this|that|it|an attacker|someone|one)\\b|what (?:can|could) an? (?:attacker|hacker)|exploit(?:ed|able|ation)?\\b|impact|attack(?:er)? (?:do|steps?)|was kann ein angreifer|ausgenutzt|angriff',
  },
  {
    intent: 'explain',
    weight: 73,
    words: '\\bwhat (?:does|do|is|are)\\b|\\bwas (?:bedeutet|heisst|ist)\\b',
    needs: ['numbers'],
  },
  {
    intent: 'explain',
    weight: 73,
    words:
      '^(?:(?:and|und) )?(?:what|how) about\\b|^(?:und )?was ist mit\\b|^(?:and |und )?(?:the |der |die |das |den )?(?:(?:number|issue|nummer|#) ?)?(?:\\d+|\\w+)(?: one| issue| problem)?[?.!]*$|^(?:show|open|zeige?)(?: me| mir)?\\b',
    needs: ['numbers'],
  },

  {
    intent: 'explain',
    weight: 74,
    words:
      '(?<!(?:least|most|what|high|medium|low|critical) )\\b(?:cvss|impact|score|severity|vector|preconditions?|reachable|exposed|internet|public(?:ly)?|guard(?:ed|s)?|auswirkung(?:en)?|schweregrad|erreichbar|offentlich)\\b',
    needs: ['reference'],
  },
  {
    intent: 'explainClass',
    weight: 82,
    words:
      '^(?!.*\\b(?:issues?|vulnerab\\w+|problems?|findings?|probleme)\\b)(?:what|explain|define|was|erklare?)\\b.*\\b(?:is|mean\\w*|are|about|ist|bedeutet|heisst|explain|erklare?)\\b|^(?:explain|erklare?|define)\\b',
    needs: ['cwe', 'noReference', 'noPath'],
  },

  // Scanning and what came of it
  {
    intent: 'scan',
    weight: 89,
    words:
      '^(?!.*\\b(?:(?:last|previous|letzte\\w*) scan|yesterday|gestern|week|woche|month|monat|tage?n?|days?|investigat\\w+)\\b)(?=.*\\b(?:(?:un)?committed|(?:un)?commited|uncommitted|changes?|changed|diff|staged|working tree|edits|edited|modified|anderung(?:en)?|geandert\\w*|bearbeitet\\w*|branch|pull request)\\b)(?:please |can you |could you |bitte |kannst du |and |now |jetzt )*(?:re-?scan|scan|check|review|audit|analy[sz]e|test|inspect|look at|scanne?n?|prufe?n?|uberprufe?n?|kontrolliere?n?|analysiere?n?|schau(?:e|en)?|ansehen)\\b',
  },
  {
    intent: 'scan',
    weight: 89,
    words:
      '\\b(?:my|these|meine[nr]?|diese|(?:the|die) (?:uncommitted|unstaged|staged|local|pending|lokalen)) (?:uncommitted |unstaged |staged |latest |last |local |current |pending |own |lokalen? |letzten? )*(?:changes|diff|edits|modifications|anderungen)\\b(?!.*\\b(?:since|seit|last scan|yesterday|gestern)\\b)',
    needs: ['noReference'],
  },
  {
    intent: 'scan',
    weight: 90,
    words:
      '^(?:and|und|now|jetzt|what about|how about|was ist mit)\\b.{0,30}\\b(?:branch|zweig)\\b|\\b(?:i|we|ich|wir)\\b.{0,15}\\b(?:changed?|edited|modified|geandert|verandert|bearbeitet)\\b(?!.*\\b(?:since|seit|last scan|yesterday|gestern|status|severity)\\b)|\\b(?:since|seit|against|gegen|gegenuber|compared (?:to|with)|vs\\.?) (?:the |my |dem |der |den |unserem )?(?:last |latest |letzten )?(?:commit|main|master|head|merge base|default branch|hauptzweig|branch(?:ed| point)?)\\b',
  },
  {
    intent: 'changes',
    weight: 85,
    words:
      "(?:what|was|anything|something|which|did|has|hat|gibt es)\\b.*\\b(?:changed?|different|geandert|verandert|happened|passiert)\\b.*|since (?:the )?(?:last|previous|yesterday)|seit (?:dem|der|gestern|letzte)|what(?:'s| is) new|was (?:ist|gibt es) neu\\w*|was gibt(?:'s| es) neues|(?:last|latest|letzte[nr]?) scan\\b.*(?:find|found|new|bring|neu)|compared? (?:to|with) the (?:last|previous) scan|progress since|\\b(?:new|neue?s?|found|fixed|gone)\\b.*\\b(?:since|seit)\\b",
  },
  {
    intent: 'scan',
    weight: 81,
    words: '\\b(?:re-?scan|scan|scanne?n?|analy[sz]e|analysiere?n?|audit)\\b(?!ner|s\\b)',
  },
  {
    intent: 'scan',
    weight: 80,
    words:
      '(?:check|review|inspect|test|prufe?n?|uberprufe?n?|kontrolliere?n?)\\b.*(?:change|diff|file|code|project|repo|workspace|selection|commit|working tree|anderung|datei|projekt|auswahl|arbeitsbereich)',
  },
  {
    intent: 'scan',
    weight: 79,
    words:
      '(?:is|are|ist|sind) (?:this|that|my|the|dies(?:e[rs]?)?|mein(?:e)?|der|die|das) (?:code|file|function|selection|snippet|change|changes|datei|funktion|auswahl|anderungen)\\b.*(?:safe|secure|ok|vulnerable|sicher|verwundbar)',
  },

  // Other facts
  {
    intent: 'components',
    weight: 85,
    words:
      '\\b(?:ai|ki|llm|gen-?ai|ml)[- ]?(?:components?|inventory|models?|sdks?|libraries|agents?|komponenten?|inventar|modelle?|stuff|usage)|mcp[- ]servers?|agent frameworks?|vector (?:db|database)s?|(?:which|what|welche) (?:ai|llm|ki|models?)\\b|prompt templates?|machine learning',
  },
  {
    intent: 'dependencies',
    weight: 84,
    words:
      '\\bdependenc(?:y|ies)\\b|\\bdeps?\\b|(?:vulnerable|outdated|third[- ]party|open[- ]source|insecure) (?:packages?|librar(?:y|ies)|components?|modules?)|abhangigkeit(?:en)?|\\bpackages?\\b(?!\\.json)|\\bpakete?\\b|bibliothek(?:en)?|\\bsbom\\b|\\bsca\\b|\\bcves?\\b',
    needs: ['noClass'],
  },
  {
    intent: 'rules',
    weight: 84,
    words:
      '\\brules?\\b|\\bregeln?\\b|what (?:can|do) you (?:detect|find|look for|check|recogni[sz]e)|(?:which|what) (?:vulnerabilit\\w+|classes|languages|kinds?|types?)(?: \\w+){0,3} (?:can|do) you|was erkennst du|welche (?:schwachstellen|sprachen) (?:erkennst|findest|kennst)|(?:supported|unterstutzte) (?:languages|classes|sprachen)',
  },
  {
    intent: 'searchCode',
    weight: 83,
    words:
      '(?<!\\b(?:in|the|of|der|die|im) )\\b(?:search|grep|suche?n?|durchsuche?n?|look for)\\b(?! (?:issues|vulnerab))',
  },
  {
    intent: 'searchCode',
    weight: 83,
    words:
      '\\b(?:where|wo|find|finde|usages?|uses?|occurrences?|references?|calls?|who|verwendet|benutzt|aufgerufen|list)\\b',
    needs: ['quoted'],
  },
  {
    intent: 'searchCode',
    weight: 79,
    words:
      'where (?:is|are|do we|does)\\b.*\\b(?:used?|called|defined|declared)|wo (?:wird|werden|ist)\\b.*(?:verwendet|benutzt|aufgerufen|definiert)|usages? of',
  },
  {
    intent: 'readCode',
    weight: 68,
    words: `\\b(?:${show}|open|read|cat|view|print|content|contents|source|lies|offne|inhalt)\\b`,
    needs: ['file'],
  },
  { intent: 'count', weight: 82, words: 'how many|number of|count|wie ?viele|anzahl|zahle' },
  {
    intent: 'summary',
    weight: 78,
    words:
      '\\bsummar(?:y|ies|i[sz]e)\\b|overview|\\bstat(?:s|istics|us)\\b(?! of (?:the )?(?:issue|patch))|how (?:secure|safe|bad|good|vulnerable) (?:is|are)|state of|security posture|posture|\\breport\\b|zusammenfass\\w*|uberblick|ubersicht|statistik(?:en)?|wie (?:sicher|schlimm|steht)|stand der|lage|tl;?dr|in short|in a nutshell',
  },

  {
    intent: 'dependencies',
    weight: 85,
    words:
      '^(?:is|ist) (?:my |our |the |unser |das )?[\\w@.-]{2,40} (?:vulnerable|outdated|up to date|deprecated|verwundbar|veraltet|aktuell|anfallig)\\b',
    needs: ['noReference', 'noClass', 'noPath'],
  },

  // Lists
  {
    intent: 'list',
    weight: 84,
    words:
      '^(?:and |but |und |aber )?(?:can|could|is it possible|are|is|konnte?n?|kann|konnen|sind|ist)\\b.*\\b(?:attackers?|hackers?|someone|somebody|anyone|anybody|people|users?|angreifer|hacker|jemand|man|my|our|meine|unsere)\\b',
    needs: ['class', 'noReference'],
  },
  {
    intent: 'list',
    weight: 66,
    words:
      '^(?:show |list |give |zeige? )?(?:me |mir )?(?:the |my |die |meine )?(?:top|worst|first|ersten|schlimmsten|wichtigsten) (?:\\d{1,3}|\\w+)[?.!]*$',
  },
  {
    intent: 'list',
    weight: 83,
    words:
      "^(?:so )?what(?:'s| is)(?: actually| really)? (?:wrong|bad|broken|insecure|the problem) (?:with|in|about)\\b|^was (?:ist|stimmt)\\b.*\\b(?:falsch|nicht|kaputt|los)\\b",
    needs: ['noReference'],
  },
  {
    intent: 'list',
    weight: 84,
    words: `${things}\\b.*\\b(?:about|with|containing|mentioning|named|called|mit|zu|uber)\\b`,
    needs: ['quoted'],
  },
  { intent: 'list', weight: 71, words: `\\b${things}\\b` },
  {
    intent: 'list',
    weight: 70,
    words:
      '(?:what|which|was|welche|anything|something|etwas)\\b.*\\b(?:find|found|wrong|broken|insecure|vulnerable|unsafe|gefunden|falsch|unsicher|accept)',
  },
  {
    intent: 'list',
    weight: 66,
    words: `\\b(?:${show}|any|are there|is there|(?:do|did) (?:we|i) have|have (?:we|i)|gibt es|habe?n? (?:wir|ich)|which|welche|what|was|only|just|nur|everything|alles|all|alle|worst|top)\\b`,
    needs: ['filter'],
  },
  {
    intent: 'list',
    weight: 64,
    words:
      '^(?:and|und|only|just|nur|what about|how about|was ist mit|but|aber|also|auch|except|now|jetzt)\\b',
    needs: ['filter'],
  },
  // A few words with something to filter by
  { intent: 'list', weight: 50, words: '^\\S+(?: \\S+){0,3}$', needs: ['filter'] },
];
