/** Questions about the HTTP endpoints of the code, in English and German, over text in lower case without accents (`normalised`). */

/** Longer messages are stories. */
const longestRead = 500;

const noun =
  '(?:(?:http |rest |web |api )?(?:end ?points?|routes?|endpunkte?n?|routen)|api calls?|api-?aufrufe?|schnittstellen?)';
const url = '(?<![\\w./])/[\\w{}<>:*-][\\w{}<>:*/.-]{0,200}';
const login =
  '(?:un)?(?:authenticat\\w*|authentifi\\w*|authori[sz]\\w*|log(?:ged)?[ -]?in|logins?|sign(?:ed)?[ -]?in|protected|secured|secure|ungeschutzt\\w*|geschutzt\\w*|abgesichert\\w*|anmeldung|angemeldet\\w*|anmelden|public\\w*|offentlich\\w*|access control|permissions?|zugriffsschutz)';
const somebody =
  '(?:anyone|anybody|everyone|everybody|someone|somebody|people|strangers?|users?|jeder|alle|jemand|man|fremde)';

const questions = [
  `^(?:please |bitte |and |und )?(?:which|list|show|count|how many|welche[rs]?|zeige?|liste|wie viele)\\b.{0,60}\\b${noun}\\b`,
  `^(?:what|was fur|are there|gibt es|do (?:we|i) have|haben wir|have (?:we|i))\\b(?! about).{0,40}\\b${noun}\\b`,
  `\\b${noun}\\b.{0,80}\\b${login}\\b`,
  `\\b${login}\\b.{0,80}\\b${noun}\\b`,
  `${url}.{0,80}\\b${login}\\b`,
  `\\b${login}\\b.{0,80}${url}`,
  `\\b(?:who|wer|${somebody})\\b.{0,20}\\b(?:call|access|reach|use|invoke|open)\\b.{0,40}(?:${url}|\\b${noun}\\b)`,
  `\\b(?:who|wer|${somebody})\\b.{0,40}(?:${url}|\\b${noun}\\b).{0,20}\\b(?:aufrufen|erreichen|benutzen|zugreifen|nutzen)\\b`,
  `\\b(?:wer|${somebody}) (?:kann|darf|konnen|durfen)\\b.{0,20}\\b(?:auf )?(?:${url}|${noun}\\b)`,
  '^(?:and |und )?where (?:is|are|do (?:we|i)|does|can)\\b.{2,100}\\b(?:handled?|processed|served?|implemented|exposed|uploaded|downloaded|accepted|accept|received?)\\b',
  '^(?:and |und )?wo (?:wird|werden|ist|sind|kann|konnen)\\b.{2,100}\\b(?:behandelt|verarbeitet|hochgeladen|heruntergeladen|bedient|umgesetzt|implementiert|angenommen|entgegengenommen|bearbeitet)\\b',
].map((words) => new RegExp(words));

/** What is about issues, files or doing something is no question about endpoints. */
const others =
  /\b(?:issues?|problems?|vulnerabilit\w*|findings?|flaws?|fix\w*|patch\w*|scan\w*|explain|investigate|compare|schwachstellen?|probleme?|beheb\w*|erklare?)\b|\/[\w./-]{0,200}\.(?:[cm]?[jt]sx?|py|java|vue|go|rb|php|ya?ml|json)\b/;

/** Whether a question is about the endpoints of the code. */
export const asksForEndpoints = (text: string): boolean =>
  text.length <= longestRead && !others.test(text) && questions.some((words) => words.test(text));
