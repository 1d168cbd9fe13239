import type { Span } from '../../../files/structured/value.ts';

export interface IniLine extends Span {
  readonly section: string;
  readonly key: string;
  readonly text: string;
}

/** The values of an INI file, each line of a value by itself (docs.python.org/library/configparser). */
export function iniLines(text: string): IniLine[] {
  const found: IniLine[] = [];
  let section = '';
  let key = '';
  let offset = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const assigned = header === undefined ? /^([^\s=:#;[][^=:]*)[=:]/.exec(line) : undefined;
    if (header !== undefined) {
      section = header.trim();
      key = '';
    } else if (assigned) key = assigned[1]?.trim() ?? '';
    else if (!/^\s/.test(line)) key = '';
    const from = assigned ? assigned[0].length : 0;
    const value = line.slice(from);
    const indent = from + value.length - value.trimStart().length;
    const isComment = /^[#;]/.test(line.trimStart());
    if (header === undefined && key !== '' && !isComment && indent < line.length)
      found.push({
        section,
        key,
        text: line.slice(indent),
        start: offset + indent,
        end: offset + line.length,
      });
    offset += raw.length + 1;
  }
  return found;
}
