import { sinkKindOf, threatModelOf } from './codeql-kinds.ts';
import type { CodeqlRow } from './codeql-rows.ts';
import { type ConvertedRow, NotTaken, partsOf, textAt } from './converted.ts';

/** A row for Java: package, type, subtypes, name, signature, ext, places, kind. @throws NotTaken */
export function convertJava(row: CodeqlRow, known: ReadonlySet<string>): readonly ConvertedRow[] {
  const packageName = textAt(row, 0, 'package');
  const type = textAt(row, 1, 'type').replaceAll('$', '.');
  if (row.extensible === 'neutralModel') {
    const kind = textAt(row, 4, 'kind');
    if (kind !== 'summary') throw new NotTaken(`That something is no ${kind} need not be said.`);
    return [
      {
        section: 'neutrals',
        fields: {},
        api: apiOf(packageName, type, textAt(row, 2, 'name')),
        package: packageName,
      },
    ];
  }
  if (row.extensible === 'typeModel') throw new NotTaken('Types of Java are read from the code.');
  const api = apiOf(packageName, type, textAt(row, 3, 'name'));
  const ext = textAt(row, 5, 'ext');
  if (ext !== '')
    throw new NotTaken(
      `Rows about what is ${ext} are not supported; write an "entries" or "parameters" row.`,
    );
  const place = accessPath(textAt(row, 6, 'access path'));
  switch (row.extensible) {
    case 'sourceModel': {
      const kind = textAt(row, 7, 'kind');
      const source = threatModelOf(kind);
      if (!source) throw new NotTaken(`Parapet has no sources of the kind "${kind}".`);
      const fields = { threatModel: source, ...(place !== 'ReturnValue' && { to: place }) };
      return [{ section: 'sources', fields, api, package: packageName }];
    }
    case 'sinkModel': {
      const kind = textAt(row, 7, 'kind');
      const weakness = sinkKindOf(kind, known);
      if (!weakness) throw new NotTaken(`Parapet has no weakness for sinks of the kind "${kind}".`);
      return [{ section: 'sinks', fields: { kind: weakness, input: place }, api, package: packageName }];
    }
    case 'summaryModel': {
      const to = accessPath(textAt(row, 7, 'output'));
      return [{ section: 'summaries', fields: { from: place, to }, api, package: packageName }];
    }
  }
}

/** A constructor bears the name of its type. */
function apiOf(packageName: string, type: string, name: string): string {
  const owner = packageName === '' ? type : `${packageName}.${type}`;
  if (name === '')
    throw new NotTaken('A row about every method of a type is not supported; name the methods.');
  return name === type.slice(type.lastIndexOf('.') + 1) ? owner : `${owner}.${name}`;
}

/** @throws NotTaken for what ours has no word for */
export function accessPath(text: string): string {
  const [head = '', ...below] = partsOf(text);
  return [baseOf(head), ...below.flatMap(fieldOf)].join('.');
}

function baseOf(head: string): string {
  if (head === 'ReturnValue') return head;
  const inside = /^Argument\[(.+)\]$/.exec(head)?.[1];
  if (inside === undefined) throw new NotTaken(`The access path begins with "${head}".`);
  if (inside === 'this' || inside === 'self' || inside === '-1') return 'Receiver';
  const parts = inside.split(',').flatMap((part) => {
    const range = /^(\d+)\.\.(\d+)$/.exec(part.trim());
    if (!range) return [part.trim()];
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (to < from || to > 255) throw new NotTaken(`No call has the arguments ${part}.`);
    return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  });
  if (parts.some((part) => !/^(?:\d+(?:\.\.)?|\*|any|any-named|[A-Za-z_]\w*:)$/.test(part)))
    throw new NotTaken(`Arguments "${inside}" are not supported.`);
  return `Argument[${parts.map((part) => (part.startsWith('any') ? '*' : part)).join(',')}]`;
}

const anyContent =
  /^(?:Element|ArrayElement|ListElement|SetElement|MapValue|MapKey|AnyMember|DictionaryElementAny|TupleElement\[\d+\])$/;

function fieldOf(token: string): readonly string[] {
  if (anyContent.test(token)) return ['Field[*]'];
  if (token === 'Awaited') return [];
  const name = /^(?:Field|Member|DictionaryElement|Attribute)\[(?:.*\.)?([\w$-]+)\]$/.exec(token)?.[1];
  if (name !== undefined) return [`Field[${name}]`];
  throw new NotTaken(`"${token}" has no word in Parapet's access paths.`);
}
