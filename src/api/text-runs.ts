/**
 * The text without these characters at its end. An expression (`/x+$/`) would begin anew at every one of them that is
 * not at the end, and take quadratic time.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The text on one line: a break, with the white space around it, becomes a space. */
export function joinLines(text: string): string {
  return text.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run));
}

/** The longest run of a character; 0 where there is none. */
export function longestRunOf(text: string, character: string): number {
  let [longest, run] = [0, 0];
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
