/** `Not exploitable`, `not-exploitable` and `NOT_EXPLOITABLE` are one word. */
export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}
