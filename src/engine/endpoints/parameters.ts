import type { FunctionIR } from '../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../ir/walk.ts';
import { textsOf } from '../routes/constant-text.ts';
import { lastName } from '../routes/decorators.ts';
import type { EndpointParameter } from './endpoint.ts';

const maximumParameters = 50;

/** What a client can send: placeholders of the path, declared parameters, and fields of the request that the handler reads. */
export function parametersOf(path: string, fn: FunctionIR | undefined): readonly EndpointParameter[] {
  const found = new Map<string, EndpointParameter>();
  const add = (name: string, place: EndpointParameter['in']): void => {
    if (name === '' || found.size >= maximumParameters) return;
    const key = `${place} ${name}`;
    if (!found.has(key)) found.set(key, { name: name.slice(0, 100), in: place });
  };
  for (const [, braced, colon, bracketed] of path.matchAll(placeholder))
    add(braced ?? colon ?? bracketed ?? '', 'path');
  for (const param of fn?.params ?? []) {
    const own = param.target.k === 'var' ? param.target.name : '';
    for (const decorator of param.decorators) {
      const place = declared[lastName(decorator)];
      if (place) add(textsOf(decoratorArgs(decorator)[0]?.value)[0] ?? own, place);
    }
  }
  if (fn) for (const [name, place] of readBy(fn)) add(name, place);
  return [...found.values()];
}

/** `{id}`, `<int:id>`, `:id`, and `[id]` and `[...id]` of files. */
const placeholder =
  /[{<](?:[A-Za-z_]{1,40}:)?([A-Za-z_]\w{0,99})[^}>/]{0,99}[}>]|:([A-Za-z_]\w{0,99})|\[(?:\.{3})?([A-Za-z_]\w{0,99})/g;

const declared: Readonly<Record<string, EndpointParameter['in']>> = {
  PathVariable: 'path',
  PathParam: 'path',
  Param: 'path',
  RequestParam: 'query',
  QueryParam: 'query',
  Query: 'query',
  RequestBody: 'body',
  FormParam: 'body',
  Body: 'body',
  RequestHeader: 'header',
  HeaderParam: 'header',
  Headers: 'header',
  CookieValue: 'cookie',
  CookieParam: 'cookie',
};

/** `req.query.name`, `request.headers.accept` of the handler's request. */
function readBy(fn: FunctionIR): readonly (readonly [string, EndpointParameter['in']])[] {
  const requests = new Set(['request']);
  for (const { target } of fn.params) if (target.k === 'var') requests.add(target.name);
  const found: (readonly [string, EndpointParameter['in']])[] = [];
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k !== 'field') return undefined;
      const [holder = '', part = '', name = '', ...rest] = (dottedName(node) ?? '').split('.');
      const place = parts[part];
      if (place && rest.length === 0 && requests.has(holder) && !methods.has(name)) found.push([name, place]);
      return undefined;
    });
  return found;
}

const parts: Readonly<Record<string, EndpointParameter['in']>> = {
  query: 'query',
  args: 'query',
  GET: 'query',
  body: 'body',
  form: 'body',
  POST: 'body',
  params: 'path',
  headers: 'header',
  cookies: 'cookie',
};
const methods = new Set([
  'get',
  'getlist',
  'items',
  'keys',
  'values',
  'to_dict',
  'toString',
  'hasOwnProperty',
]);
