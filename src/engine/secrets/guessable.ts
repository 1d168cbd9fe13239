/** Tells passwords that people try first from those that only a leak gives away. */

/** Passwords that everyone tries first. */
const common =
  /^(?:pass(?:word|wd|code|phrase)?|pwd|admin(?:istrator)?|root|toor|welcome|letmein|qwerty|secret|changeme|changeit|test|guest|master|login|default|user|demo|temp|abc|hello|my|super|top|the)+$/;

/** Letters that are written as other characters. */
const plainLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** One word or two in any way of writing, before a year, a counter or a mark. */
const wordsAndNumber =
  /^(?<words>(?:[A-Z]?[a-z]+|[A-Z]+)(?:[_.-]?(?:[A-Z][a-z]+)|[_.-](?:[a-z]+|[A-Z]+))?)[^A-Za-z0-9\s]{0,2}\d{0,6}[^A-Za-z0-9\s]{0,2}$/;

/** Letters at random have more consonants in a row than words have. */
const consonants = /[bcdfghjklmnpqrstvwxz]{5}/i;
const shortestRandom = 12;
const shortestSecret = 6;

/** Words that show where a secret goes. */
const standIn = /^(?:my|our|some|the)(?:[_.-][a-z]+)+$/i;

/** Whether a password is one that a list of words and numbers finds: a default rather than a secret. */
export function isGuessable(password: string): boolean {
  if (password.length < shortestSecret || /^\d{1,10}$/.test(password) || standIn.test(password)) return true;
  const plain = password
    .replace(/[^A-Za-z]{1,4}$/, '')
    .toLowerCase()
    .replaceAll(/[013457@$!]/g, (character) => plainLetters[character] ?? '')
    .replaceAll(/[^a-z]/g, '');
  if (common.test(plain)) return true;
  const words = wordsAndNumber.exec(password)?.groups?.['words'];
  return words !== undefined && !(words.length >= shortestRandom && consonants.test(words));
}
