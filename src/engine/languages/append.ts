/** As `push(...more)`, which runs out of stack where there are as many as a file may have statements. */
export function append<T>(list: T[], more: readonly T[]): void {
  for (const each of more) list.push(each);
}
