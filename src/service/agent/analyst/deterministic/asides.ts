import type { IntentPattern } from './intent-pattern.ts';
import { limits } from './limits.ts';

/** How people speak beside their questions about issues: of the agent itself, of what it keeps, of what it cannot do. */

const polite = '^(?:please |now |and |can you |could you |bitte |kannst du )*';
const models =
  '(?:(?:language |ai )?models?|llms?|gpt[\\w.-]*|chatgpt|claude|llama|ollama|openai|anthropic|copilot|gemini|mistral|sprachmodelle?|modell)';

export const asidePatterns: readonly IntentPattern[] = [
  ...limits.map(({ words }) => ({ intent: 'cannot', weight: 92, words }) as const),
  {
    intent: 'remember',
    weight: 94,
    words: `${polite}(?:remember|keep in mind|note(?: down)? that|do not forget|don't forget|merke? dir|vergiss nicht)\\b(?! (?:what|was)\\b).{2,}`,
  },
  {
    intent: 'recall',
    weight: 94,
    words:
      'what (?:do|did|have) you (?:still )?(?:remember|memori[sz]e|know about (?:me|us|this project))|\\bmemor(?:y|ies)\\b(?! (?:leak|corruption|safety|exhaustion))|was (?:hast du dir gemerkt|merkst du dir|weisst du noch)|erinnerst du dich',
  },
  {
    intent: 'models',
    weight: 93,
    words: `(?:\\b(?:connect|switch|change|select|choose|set up|configure|enable|verbinden?|wechs(?:el|le)|anschliessen)|(?:^|please |can you |can i |could you |how (?:do|can) i )(?:use|add)|^(?:benutze?|verwende?))\\b.{0,20}\\b${models}\\b|\\b${models}\\b.{0,20}\\b(?:verbinden|benutzen|verwenden|anschliessen|einrichten)\\b|^(?:which|what|welches?) (?:language |ai |sprach)?(?:model|llm|modell) (?:are|do|is|bist|benutzt|verwendest|antwortet)\\b(?! (?:we|wir))|are you (?:an? )?(?:ai|llm|gpt\\w*|chatgpt|claude|language model)|bist du (?:eine? )?(?:ki|llm|sprachmodell)`,
  },
  {
    intent: 'undo',
    weight: 95,
    words: `${polite}(?:undo|revert|take (?:it|that|this) back|roll (?:it |that )?back|ruckgangig|mache? (?:das|es) (?:wieder )?ruckgangig)\\b`,
  },
  {
    intent: 'agree',
    weight: 96,
    words:
      '^(?:yes|yep|yeah|sure|y|ja|jo|jawohl|klar|do it|do that|go ahead|mache? (?:es|das)|yes,? please|ja,? bitte|(?:ok|okay|yes|ja),? (?:do it|go ahead|apply it|mache? (?:es|das)))(?: please| bitte)?[.!]*$',
  },
  {
    intent: 'decline',
    weight: 96,
    words:
      "^(?:no|nope|n|nein|stop|halt|cancel|abort|abbrechen|never ?mind|forget it|vergiss es|do not|don't|lass (?:es|das)|stopp?)(?:,? (?:thanks?|thank you|danke|don't|bitte nicht))?[.!]*$",
  },
  {
    intent: 'thanks',
    weight: 61,
    words:
      '^(?:ok(?:ay)?|al+ ?right|got it|fine|good|nice|i see|understood|gut|alles klar|verstanden|aha|hm+|lol|haha|wow|prima|toll)[.!]*$',
  },
  {
    intent: 'greeting',
    weight: 61,
    words: "^(?:how are you|how's it going|what's up|wie geht(?:'s| es)?(?: dir)?|who is there)\\b.{0,20}$",
  },
  {
    intent: 'lastScan',
    weight: 90,
    words:
      '^when\\b.*\\bscan(?:ned)?\\b|^wann\\b.*scan|\\blast scanned\\b|(?:is|was|has) (?:the |my )?(?:last |latest )?scan (?:done|finished|complete[d]?|running|over|still)\\b|(?:status|state) of the (?:last |latest )?scan\\b|ist der scan\\b',
  },
  {
    intent: 'ready',
    weight: 90,
    words:
      '\\b(?:safe|ok|okay|ready|good|secure|fine) (?:enough )?(?:to|for) (?:be )?(?:deploy\\w*|ship\\w*|releas\\w*|merge\\w*|publish\\w*|production|go live)|\\b(?:can|should|may) (?:i|we) (?:deploy|ship|release|merge|publish|go live)|\\b(?:kann|darf|konnen|durfen)\\b.*\\b(?:ausliefern|veroffentlichen|live gehen|deployen|mergen|ausgeliefert|veroffentlicht)\\b',
  },
  {
    intent: 'files',
    weight: 90,
    words:
      '\\b(?:which|what|welche[srn]?)\\b.*\\b(?:files?|dateie?n?|folders?|ordner|modules?|director(?:y|ies)|module?|parts?)\\b.*\\b(?:most|worst|meisten|schlimmste\\w*|risk\\w*|dangerous|insecure|vulnerable|unsicher\\w*|gefahrlich\\w*)\\b|\\bhot ?spots?\\b|\\b(?:issues|problems|findings|probleme|group\\w*|gruppier\\w*|sort\\w*) (?:them )?(?:by|per|pro|je|nach) (?:files?|datei(?:en)?|folders?|ordner)\\b|^(?:show |list )?(?:the )?(?:worst|most (?:vulnerable|dangerous)) files?\\b',
  },
  {
    intent: 'locate',
    weight: 79,
    words:
      '\\b(?:code|source|lines?|zeilen?|stelle|quelltext)\\b.*\\b(?:of|for|from|von|zu)\\b|^(?:locate|open)\\b|\\b(?:take me|bring me|go|jump|navigate|springe?|gehe?|bring mich) (?:to|zu[rm]?)\\b|\\bwhere (?:is|are|exactly)\\b|\\bwo (?:ist|genau|steht|liegt)\\b|\\b(?:which|what|welche[rs]?) (?:line|file|zeile|datei)\\b',
    needs: ['reference', 'noPath'],
  },
  {
    intent: 'define',
    weight: 89,
    words:
      "^(?:and |but |und )?(?:what(?:'s| is| are| does| do)|was (?:ist|sind|bedeutet|heisst|meint)|explain|erklare?|define|definiere|meaning of)(?: you)? (?:mean by |mir |die |der |das |a |an |the |ein |eine |einen )*(?:false positives?|fehlalarme?|non-?exploitable|not exploitable|nicht ausnutzbar|accepted risks?|akzeptiertes risiko|backlog|confidence|severit(?:y|ies)|schweregrade?|cvss(?: scores?)?|scores?|data ?flows?|datenflusse?|taint(?: analysis)?|sources?|sinks?|saniti[sz]ers?|cwes?|sarif|proven|proof|investigations?)(?: mean(?:s|ing)?| bedeutet| bedeuten| here)?[?.! ]*$",
  },
];
