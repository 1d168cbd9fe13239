import { accessPath } from './codeql-java.ts';
import { sinkKindOf, threatModelOf } from './codeql-kinds.ts';
import type { CodeqlRow } from './codeql-rows.ts';
import { type ConvertedRow, NotTaken, partsOf, textAt } from './converted.ts';

/** Where a path of members, calls and arguments ends. */
interface Reached {
  /** The API, or the type of the object. */
  readonly api: string;
  /** What of a call of it is meant; empty where it is the value itself. */
  readonly place: string;
  /** Types of results on the way that had to get a name. */
  readonly types: readonly ConvertedRow[];
}

/** A row for JavaScript or Python: type, path, kind. @throws NotTaken */
export function convertPath(row: CodeqlRow, known: ReadonlySet<string>): readonly ConvertedRow[] {
  const type = textAt(row, 0, 'type');
  if (row.extensible === 'typeModel') return typeRows(row, type);
  if (row.extensible === 'neutralModel') {
    const { api, place, types } = follow(type, textAt(row, 1, 'path'));
    if (place !== '') throw new NotTaken('A neutral row is about a function.');
    return [...types, { section: 'neutrals', fields: {}, api, package: packageOf(type) }];
  }
  const { api, place, types } = follow(type, textAt(row, 1, 'path'));
  const about = { api, package: packageOf(type) };
  switch (row.extensible) {
    case 'sourceModel': {
      const kind = textAt(row, 2, 'kind');
      const source = threatModelOf(kind);
      if (!source) throw new NotTaken(`Parapet has no sources of the kind "${kind}".`);
      const callback = /^Argument\[(\d+)\]\.Parameter\[(\d+)\]$/.exec(place);
      if (callback) {
        const params = [...Array.from({ length: Number(callback[2]) }, () => ({})), { source }];
        if (params.length > 20) throw new NotTaken('No function has so many parameters.');
        return [
          ...types,
          { section: 'callbacks', fields: { argument: Number(callback[1]), params }, ...about },
        ];
      }
      const to = place === '' ? 'ReturnValue' : accessPath(place);
      return [
        ...types,
        {
          section: 'sources',
          fields: { threatModel: source, ...(to !== 'ReturnValue' && { to }) },
          ...about,
        },
      ];
    }
    case 'sinkModel': {
      const kind = textAt(row, 2, 'kind');
      const weakness = sinkKindOf(kind, known);
      if (!weakness) throw new NotTaken(`Parapet has no weakness for sinks of the kind "${kind}".`);
      if (!place.startsWith('Argument')) throw new NotTaken('Its path does not end at an argument.');
      return [...types, { section: 'sinks', fields: { kind: weakness, input: accessPath(place) }, ...about }];
    }
    case 'summaryModel': {
      if (place !== '') throw new NotTaken('A summary is about a function; its path ends elsewhere.');
      const from = accessPath(textAt(row, 2, 'input'));
      const to = accessPath(textAt(row, 3, 'output'));
      return [...types, { section: 'summaries', fields: { from, to }, ...about }];
    }
  }
}

function typeRows(row: CodeqlRow, type: string): readonly ConvertedRow[] {
  const from = textAt(row, 1, 'second type');
  const path = textAt(row, 2, 'path');
  const { api, place, types } = follow(from, path);
  const named = nameOf(type);
  if (named === api) return types;
  if (place === '' && (path === '' || path === 'Instance'))
    return [{ section: 'subtypes', fields: { of: [named] }, api, package: packageOf(from) }];
  if (place !== '' && place !== 'ReturnValue') throw new NotTaken(`A type at "${place}" is not supported.`);
  return [...types, { section: 'types', fields: { type: named }, api, package: packageOf(from) }];
}

/** `'@scope/name'.Type` and `name.Type!` as API paths: an object and its class bear one name. */
const nameOf = (type: string): string => type.replaceAll(/['"]/g, '').replace(/!$/, '');

function packageOf(type: string): string {
  const name = nameOf(type);
  if (name === 'global' || name === '') return 'global';
  const from = name.startsWith('@') ? name.indexOf('/') : 0;
  const dot = name.indexOf('.', from);
  return dot < 0 ? name : name.slice(0, dot);
}

function follow(type: string, path: string): Reached {
  let api = nameOf(type) === 'global' ? '' : nameOf(type);
  const types: ConvertedRow[] = [];
  const tokens = path === '' ? [] : partsOf(path);
  while (tokens.length > 0) {
    const token = tokens[0] ?? '';
    const member = /^(?:Member|Attribute|Method)\[([^\]]+)\]$/.exec(token)?.[1];
    if (member !== undefined) {
      if (member.includes(','))
        throw new NotTaken('Several members in one path are not supported; write a row for each.');
      api = api === '' ? member : `${api}.${member}`;
    } else if (token === 'AnyMember') api = `${api}.*`;
    else if (token === 'ReturnValue' && tokens.length > 1 && tokens[1] !== 'Awaited') {
      // What the call returns has no name of its own: it gets one in its package.
      const result = `${api}.ReturnValue`;
      types.push({ section: 'types', fields: { type: result }, api, package: packageOf(type) });
      api = result;
    } else if (token !== 'Instance' && token !== 'Awaited') break;
    tokens.shift();
  }
  const place = tokens.filter((token) => token !== 'Awaited').join('.');
  if (place !== '' && !/^(?:Argument|ReturnValue)/.test(place))
    throw new NotTaken(`"${tokens[0] ?? ''}" has no word in Parapet's paths.`);
  if (api === '') throw new NotTaken('It names no API.');
  return { api, place, types };
}
