import type { Span } from '../../embedded.ts';
import type { Attribute } from './attributes.ts';
import type { Page } from './page.ts';

/** An action whose body is being read. */
export interface Action {
  /** The variable that holds what is written within it. */
  readonly held?: string;
  /** It may do something with what is written within it. */
  readonly isForeign?: true;
  readonly end?: () => void;
  /** Parameters within it are set for what it writes. */
  readonly takesParameters?: true;
}

/** The attribute under which a parameter is kept that a page sets for a page that it includes. */
export const parameterKey = (name: string): string => `param ${name}`;

interface Tag {
  readonly whole: Span;
  readonly attributes: readonly Attribute[];
}

type Begin = (page: Page, tag: Given) => Action;

/** A tag with its attributes at hand. */
class Given implements Tag {
  readonly whole: Span;
  readonly attributes: readonly Attribute[];
  readonly #page: Page;

  constructor(page: Page, { whole, attributes }: Tag) {
    this.whole = whole;
    this.attributes = attributes;
    this.#page = page;
  }

  get(...names: readonly string[]): Attribute | undefined {
    return this.attributes.find(({ name }) => names.includes(name));
  }

  text(...names: readonly string[]): string | undefined {
    const found = this.get(...names);
    return found && this.#page.text.slice(found.at, found.end).trim();
  }

  glue(text: string): void {
    this.#page.body.glue(text, this.whole);
  }

  /** Writes an attribute's value as Java, `null` where there is none. */
  value(...names: readonly string[]): void {
    const found = this.get(...names);
    if (found) this.#page.value(found);
    else this.glue('null');
  }

  /** `before value after` */
  around(before: string, attribute: string, after: string): void {
    this.glue(before);
    this.value(attribute);
    this.glue(after);
  }

  /** Puts the value, which is written as Java, under the name that `var` has. */
  keep(name: string, value: () => void): void {
    this.glue(`request.setAttribute(${JSON.stringify(name)}, `);
    value();
    this.glue(');\n');
  }
}

const nothing: Action = {};
const foreign: Action = { isForeign: true };

/** Libraries whose tags write their bodies as they are. */
const writing: ReadonlySet<string> = new Set(
  'c fmt sql spring form s html bean logic nested tiles jsp sec security'.split(' '),
);

/** Runs its body under a condition. */
const branch: Begin = (_, tag) => {
  tag.glue('if (');
  if (tag.get('test')) tag.value('test');
  else tag.glue('$template.plain()');
  tag.glue(') {\n');
  return { end: () => tag.glue('}\n') };
};

/** Writes a value as it is, or escaped. */
const output =
  (attribute: string, isEscaped: (tag: Given) => boolean): Begin =>
  (page, tag) => {
    if (tag.get(attribute)) page.write(tag.whole, isEscaped(tag), () => tag.value(attribute));
    return nothing;
  };

const isFalse = (text: string | undefined): boolean => text === 'false';

/** What its body writes is one text, which `use` is given by the name of its variable. */
function holding(page: Page, tag: Given, use: (variable: string) => void): Action {
  const held = page.variable();
  tag.glue(`String ${held} = "";\n`);
  return { held, end: () => use(held) };
}

const loop: Begin = (page, tag) => {
  const name = tag.text('var', 'id');
  const status = tag.text('varStatus', 'status');
  const item = page.variable();
  tag.glue(`for (Object ${item} : `);
  if (tag.get('items', 'collection')) tag.value('items', 'collection');
  else tag.glue('$template.plain()');
  tag.glue(') {\n');
  if (name !== undefined) tag.keep(name, () => tag.glue(item));
  if (status !== undefined) tag.keep(status, () => tag.glue('0'));
  return { end: () => tag.glue('}\n') };
};

const set: Begin = (page, tag) => {
  const name = tag.text('var');
  if (name === undefined) return nothing;
  if (tag.get('value')) tag.keep(name, () => tag.value('value'));
  else return holding(page, tag, (held) => tag.keep(name, () => tag.glue(held)));
  return nothing;
};

/** An address: it is written as it is where no variable takes it. */
const address: Begin = (page, tag) => {
  const name = tag.text('var');
  if (name !== undefined) tag.keep(name, () => tag.value('value'));
  else if (tag.get('value')) page.write(tag.whole, false, () => tag.value('value'));
  // Parameters within are encoded.
  return { held: unused(page, tag) };
};

/** A variable for what is written and does no harm. */
function unused(page: Page, tag: Given): string {
  const held = page.variable();
  tag.glue(`String ${held} = "";\n`);
  return held;
}

/** A statement of SQL, in an attribute or as the body. */
const statement =
  (method: string): Begin =>
  (page, tag) => {
    const run = (value: () => void): void => {
      const name = tag.text('var');
      if (name !== undefined) tag.glue(`request.setAttribute(${JSON.stringify(name)}, `);
      tag.glue(`$statement.${method}(`);
      value();
      tag.glue(name === undefined ? ');\n' : '));\n');
    };
    if (!tag.get('sql')) return holding(page, tag, (held) => run(() => tag.glue(held)));
    run(() => tag.value('sql'));
    return nothing;
  };

const bean: Begin = (_, tag) => {
  const name = tag.text('id');
  const type = tag.text('class', 'type');
  if (name === undefined || type === undefined || !/^\w+$/.test(name) || !/^[\w.]+$/.test(type))
    return nothing;
  const scope = tag.text('scope') === 'session' ? 'session' : 'request';
  const made = tag.get('class') ? `new ${type}()` : `(${type}) ${scope}.getAttribute("${name}")`;
  tag.glue(`${type} ${name} = ${made};\nrequest.setAttribute("${name}", ${name});\n`);
  return nothing;
};

/** `<jsp:getProperty>`, `<bean:write>`: a property of a bean. */
const property =
  (isEscaped: (tag: Given) => boolean): Begin =>
  (page, tag) => {
    const name = tag.text('name');
    const field = tag.text('property');
    if (name === undefined || (field !== undefined && !/^[A-Za-z_][\w.]*$/.test(field))) return nothing;
    const of = `request.getAttribute(${JSON.stringify(name)})${field === undefined ? '' : `.${field}`}`;
    page.write(tag.whole, isEscaped(tag), () => tag.glue(of));
    return nothing;
  };

const setProperty: Begin = (_, tag) => {
  const [name, field] = [tag.text('name'), tag.text('property')];
  if (name === undefined || field === undefined || !/^\w+$/.test(name) || !/^\w+$/.test(field))
    return nothing;
  tag.glue(`${name}.set${field.charAt(0).toUpperCase()}${field.slice(1)}(`);
  if (tag.get('value')) tag.value('value');
  else tag.glue(`request.getParameter(${JSON.stringify(tag.text('param') ?? field)})`);
  tag.glue(');\n');
  return nothing;
};

/** The page is written once the parameters within have been set. */
const include =
  (attribute: string): Begin =>
  (page, tag) => ({
    takesParameters: true,
    end: () => {
      if (tag.get(attribute)) page.include(tag.whole, () => tag.value(attribute));
    },
  });

/** A parameter: of an address it is encoded. */
const parameter: Begin = (page, tag) => {
  const name = tag.text('name');
  if (name === undefined || !page.takesParameters) return { held: unused(page, tag) };
  const keep = (value: () => void): void => tag.keep(parameterKey(name), value);
  if (!tag.get('value')) return holding(page, tag, (held) => keep(() => tag.glue(held)));
  keep(() => tag.value('value'));
  return nothing;
};

/** What another address answers, written as it is or kept. */
const imported: Begin = (page, tag) => {
  const url = tag.text('url') ?? '';
  if (!/^\s*(?:https?:|\$|<%)/.test(url)) return include('url')(page, tag);
  tag.around('new java.net.URL(', 'url', ').openStream();\n');
  return nothing;
};

const escapesMarkup = (tag: Given): boolean => !isFalse(tag.text('escapeXml'));

/** What the tags of the known libraries do, by `library:tag`. */
const actions: Readonly<Record<string, Begin>> = {
  'c:out': output('value', escapesMarkup),
  'c:set': set,
  'c:if': branch,
  'c:when': branch,
  'c:otherwise': branch,
  'c:forEach': loop,
  'c:forTokens': loop,
  'c:url': address,
  'c:param': parameter,
  'jsp:param': parameter,
  'c:redirect': (_, tag) => {
    tag.around('response.sendRedirect(', 'url', ');\n');
    return nothing;
  },
  'c:import': imported,
  'fmt:param': output('value', () => false),
  'sql:query': statement('executeQuery'),
  'sql:update': statement('executeUpdate'),
  'jsp:include': include('page'),
  'jsp:forward': include('page'),
  'jsp:useBean': bean,
  'jsp:getProperty': property(() => false),
  'jsp:setProperty': setProperty,
  'bean:write': property((tag) => !isFalse(tag.text('filter'))),
  's:property': output('value', (tag) => !isFalse(tag.text('escape', 'escapeHtml'))),
  'spring:url': address,
};

/** Writes what a tag does, up to its body. */
export function beginAction(page: Page, library: string, local: string, tag: Tag): Action {
  const key = `${library}:${local}`;
  const given = new Given(page, tag);
  if (library.endsWith('/')) return tagFile(page, `${library}${local}.tag`, given);
  const known = Object.hasOwn(actions, key) ? actions[key] : undefined;
  return known?.(page, given) ?? (writing.has(library) ? nothing : foreign);
}

/** A tag that is a file of its own: its attributes are what it finds under their names. */
function tagFile(page: Page, path: string, tag: Given): Action {
  for (const attribute of tag.attributes) tag.keep(attribute.name, () => page.value(attribute));
  page.include(tag.whole, JSON.stringify(path));
  return nothing;
}
