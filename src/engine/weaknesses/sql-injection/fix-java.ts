import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { noFix, type Strategy } from '../../fixes/fix.ts';
import { withHelper } from '../../fixes/helpers.ts';
import { javaClass } from '../../fixes/imports.ts';
import { declaredType, statementAround, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutStatement } from '../../fixes/statements.ts';
import { render } from '../../fixes/text/render.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { nameGuard } from './name-guard.ts';
import { namer } from './names.ts';
import { type Parameterised, parameterise, statementRoots } from './parameterise.ts';
import { valueCode } from './values.ts';
import { explained, namesLeft, nothingToBind } from './wording.ts';

const jdbc = new Set(['executeQuery', 'executeUpdate', 'execute', 'executeLargeUpdate']);
const spring = new Set([
  'query',
  'queryForList',
  'queryForMap',
  'queryForObject',
  'queryForRowSet',
  'queryForInt',
  'queryForLong',
  'queryForStream',
  'update',
]);
const persistence = new Set([
  'createQuery',
  'createNativeQuery',
  'createSQLQuery',
  'createMutationQuery',
  'createSelectionQuery',
  'createNativeMutationQuery',
]);

/** Values leave the statement: prepared statements, arguments of templates, parameters of queries. */
const javaSql: Strategy = {
  languages: ['java'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const [first] = call?.args ?? [];
    if (!call || !first) return undefined;
    const roots = statementRoots(source, first);
    if (!roots) return noFix(nothingToBind);
    const native =
      call.name !== 'createQuery' &&
      call.name !== 'createSelectionQuery' &&
      call.name !== 'createMutationQuery';
    const isQuery = persistence.has(call.name);
    // Statements of Panache are numbered.
    const isPanache = call.name === 'update' && isOfPanache(source, call);
    const names = namer();
    const isClient = call.name === 'sql';
    const guard = nameGuard(source, call.node);
    const result = parameterise(
      source,
      roots,
      (index, parameter) => {
        if (isQuery && !native) return `:${names(parameter, index)}`;
        if (isPanache) return `?${parameter.before + index + 1}`;
        return isQuery ? `?${index + 1}` : '?';
      },
      { guard: guard.wrap },
    );
    if (!result) return noFix(namesLeft);
    const codes = result.parameters.map((parameter) => valueCode(source, parameter));
    const guarding = result.guarded > 0 ? guard.edits() : [];
    if (codes.length === 0) {
      const rewritten = [...result.roots].map(([root, pieces]) =>
        replaced(root.node, render(source, pieces)),
      );
      return { ...explained(result), edits: [...rewritten, ...guarding] };
    }
    const moves = jdbc.has(call.name) && isStatement(source, call);
    const edits = [...result.roots]
      .filter(([root]) => !(moves && root.node === first))
      .map(([root, pieces]) => replaced(root.node, render(source, pieces)));
    const placed = isQuery
      ? chained(
          call,
          codes.map(
            (code, i) =>
              `.setParameter(${native ? i + 1 : `"${names(result.parameters[i] as Parameterised['parameters'][number], i)}"`}, ${code})`,
          ),
        )
      : isClient
        ? chained(
            call,
            codes.map((code) => `.param(${code})`),
          )
        : call.name === 'prepareStatement'
          ? (setAfterwards(source, call, result, codes) ?? preparedInPlace(source, call, result, codes))
          : call.name === 'sqlRestriction'
            ? restricted(source, call, result, codes)
            : moves
              ? preparedAnyhow(source, call, first, {
                  sql:
                    first === [...result.roots.keys()][0]?.node
                      ? render(source, [...result.roots.values()][0] ?? [])
                      : source.textOf(first),
                  values: result.parameters.map((parameter, i) => boundOf(parameter, codes[i] ?? '')),
                })
              : call.name === 'execute' && isTemplate(source, call)
                ? [
                    replaced(call.nameNode, 'update'),
                    ...(arguments_(source, call, codes.map(oneObject)) ?? []),
                  ]
                : spring.has(call.name) || isJooq(source, call)
                  ? arguments_(source, call, codes.map(oneObject))
                  : undefined;
    if (!placed) return undefined;
    return { ...explained(result), edits: [...edits, ...placed, ...guarding] };
  },
};

const chained = (call: Call, parts: readonly string[]): Edit[] => [
  { at: call.node.end, end: call.node.end, text: parts.join('') },
];

function isStatement(source: Source, call: Call): boolean {
  if (call.args.length !== 1 || !call.receiver) return false;
  if (creationOf(source, call.receiver)) return true;
  const node = bare(call.receiver);
  const name = node.type === 'field_access' ? fieldOf(node, 'field') : node;
  return name?.type === 'identifier' && declaredType(source, source.textOf(name), node) === 'Statement';
}

/** The `connection.createStatement()` that a receiver is, or comes from. */
function creationOf(source: Source, receiver: SyntaxNode): Call | undefined {
  const node = bare(receiver);
  const value =
    node.type === 'identifier' ? variableOf(source, node)?.writes.find((write) => write.value)?.value : node;
  const call = callOf(source, value && bare(value));
  return call?.name === 'createStatement' && call.receiver ? call : undefined;
}

/** Spring's templates take values after everything else. */
function arguments_(source: Source, call: Call, codes: readonly string[]): Edit[] | undefined {
  const type =
    call.receiver?.type === 'identifier'
      ? declaredType(source, source.textOf(call.receiver), call.receiver)
      : '';
  if (type?.startsWith('NamedParameter')) return undefined;
  const list = call.args.slice(1).find((arg) => /^new Object\s*\[/.test(source.textOf(arg)));
  if (list) return undefined;
  const last = call.args.at(-1);
  return last && [{ at: last.end, end: last.end, text: `, ${codes.join(', ')}` }];
}

/**
 * A statement becomes a prepared one. Where it is a local variable that runs this one statement, it is prepared right
 * before it runs and gets its values there; elsewhere a small method of the class does both.
 * @param sql the statement's text as it will be
 */
function preparedStatement(
  source: Source,
  call: Call,
  statement: SyntaxNode,
  { sql, values }: { readonly sql: string; readonly values: readonly Bound[] },
): Edit[] | undefined {
  const { receiver } = call;
  const creation = receiver && creationOf(source, receiver);
  if (!receiver || !creation?.receiver) return undefined;
  const connection = source.textOf(creation.receiver);
  // Kinds of result sets, as they were asked for.
  const kinds = creation.args.map((arg) => source.textOf(arg));
  const node = bare(receiver);
  const prepared = javaClass(source, 'java.sql.PreparedStatement');
  const whole = `prepared(${[connection, sql, ...values.map(({ code }) => oneObject(code))].join(', ')})`;
  if (
    kinds.length > 0 &&
    (node.type !== 'identifier' || variableOf(source, node)?.writes[0]?.node.type === 'resource')
  )
    return undefined;
  const helped = [...prepared.edits, ...prepareHelper(source, call.node)];
  const empty = { at: statement.at, end: statement.end, text: '' };
  if (node.type !== 'identifier') return [...helped, { at: node.at, end: node.end, text: whole }, empty];
  const variable = variableOf(source, node);
  const [write] = variable?.writes ?? [];
  const others = variable?.reads.filter((read) => read !== node) ?? [];
  if (
    !write ||
    variable?.writes.length !== 1 ||
    !others.every((use) => /^\s*\.close\(\)/.test(source.text.slice(use.end)))
  )
    return undefined;
  const declaration = statementAround(source, write.node);
  const running = statementAround(source, call.node);
  const type = fieldOf(write.node.type === 'resource' ? write.node : declaration, 'type');
  if (write.node.type === 'resource') {
    if (
      statement.type === 'identifier' &&
      (variableOf(source, statement)?.writes[0]?.node.at ?? Infinity) > write.node.at
    )
      return undefined;
    const retyped = type && source.textOf(type) === 'Statement' ? [replaced(type, prepared.name)] : [];
    return [...helped, ...retyped, replaced(creation.node, whole), empty];
  }
  if (
    declaration.type !== 'local_variable_declaration' ||
    source.parentOf(declaration) !== source.parentOf(running)
  )
    return undefined;
  const indentation = source.indentationAt(running.at);
  const { eol } = source.style;
  const name = source.textOf(node);
  const lines = [
    `${prepared.name} ${name} = ${connection}.prepareStatement(${[sql, ...kinds].join(', ')});`,
    ...values.map(({ setter, code }, i) => `${name}.${setter}(${i + 1}, ${code});`),
  ];
  return [
    ...prepared.edits,
    withoutStatement(source, declaration),
    { at: running.at, end: running.at, text: lines.map((line) => line + eol + indentation).join('') },
    empty,
  ];
}

/** A statement that is prepared already, with text put into it: its values are set right after. */
function setAfterwards(
  source: Source,
  call: Call,
  result: Parameterised,
  codes: readonly string[],
): Edit[] | undefined {
  const statement = statementAround(source, call.node);
  const declarator = source.around(call.node, 'variable_declarator');
  const name = declarator && fieldOf(declarator, 'name');
  if (statement.type !== 'local_variable_declaration' || !name) return undefined;
  const existing = Math.max(0, ...result.parameters.map(({ before }) => before));
  // Places that come later would have to be numbered anew.
  if (result.parameters.some(({ before }) => before !== existing) || /\?/.test(textAfter(result)))
    return undefined;
  const indentation = source.indentationAt(statement.at);
  const { eol } = source.style;
  const lines = result.parameters.map((parameter, i) => {
    const { setter, code } = boundOf(parameter, codes[i] ?? '');
    return `${eol}${indentation}${source.textOf(name)}.${setter}(${existing + i + 1}, ${code});`;
  });
  return [{ at: statement.end, end: statement.end, text: lines.join('') }];
}

/** `connection.prepareStatement(sql).execute()`, or among the resources of a `try`: a small method prepares it and sets the values. */
function preparedInPlace(
  source: Source,
  call: Call,
  result: Parameterised,
  codes: readonly string[],
): Edit[] | undefined {
  const outer = callOf(source, source.parentOf(call.node));
  const [root] = result.roots.keys();
  const given = result.parameters.some(({ before }) => before > 0) || /\?/.test(textAfter(result));
  if (!root || root.node !== call.args[0] || call.args.length !== 1) return undefined;
  const isResource = source.parentOf(call.node)?.type === 'resource';
  if ((outer?.receiver !== call.node && !isResource) || !call.receiver || given) return undefined;
  const connection = source.textOf(call.receiver);
  const values = codes.map((code) => `, ${oneObject(code)}`).join('');
  return [
    ...javaClass(source, 'java.sql.PreparedStatement').edits,
    ...prepareHelper(source, call.node),
    { at: call.node.at, end: root.node.at, text: `prepared(${connection}, ` },
    { at: root.node.end, end: call.node.end, text: `${values})` },
  ];
}

/** A restriction of Hibernate takes one value with its type, or arrays of both; here it is one text. */
function restricted(
  source: Source,
  call: Call,
  { parameters }: Parameterised,
  codes: readonly string[],
): Edit[] | undefined {
  const [only] = codes;
  const end = call.args[0]?.end;
  const isOneText = codes.length === 1 && parameters[0]?.quoted === true && parameters[0].before === 0;
  if (!isOneText || only === undefined || end === undefined || call.args.length !== 1) return undefined;
  const types = javaClass(source, 'org.hibernate.type.StandardBasicTypes');
  return [...types.edits, { at: end, end, text: `, ${only}, ${types.name}.STRING` }];
}

/** Spring's template runs a statement with values by `update`, and by `execute` only one without. */
function isTemplate(source: Source, call: Call): boolean {
  const node = call.receiver && bare(call.receiver);
  const type = node?.type === 'identifier' ? declaredType(source, source.textOf(node), node) : undefined;
  return type === 'JdbcTemplate' || type === 'JdbcOperations';
}

const isOfPanache = (source: Source, call: Call): boolean =>
  /(?<![\w.])io\.quarkus\.[\w.]*\bpanache\b/.test(source.text) && !isTemplate(source, call);

const isJooq = (source: Source, call: Call): boolean =>
  /\borg\.jooq\b/.test(source.text) &&
  /^(?:fetch\w*|resultQuery|query|execute|condition|where|and|or)$/.test(call.name) &&
  call.args.length === 1;

/** What the statement says after its last new place. */
function textAfter(result: Parameterised): string {
  const text = [...result.roots.values()]
    .flat()
    .map((piece) => (piece.kind === 'text' ? piece.units.map(({ ch }) => ch).join('') : ''))
    .join('');
  const places = [...text.matchAll(/\?/g)].map(({ index }) => index);
  const before = Math.max(0, ...result.parameters.map((parameter) => parameter.before));
  return text.slice((places[before + result.parameters.length - 1] ?? text.length) + 1);
}

/** Where the statement itself has to stay, its connection prepares another one. */
function preparedAnyhow(
  source: Source,
  call: Call,
  statement: SyntaxNode,
  change: { readonly sql: string; readonly values: readonly Bound[] },
): Edit[] | undefined {
  const { receiver } = call;
  const known = preparedStatement(source, call, statement, change);
  if (known || !receiver || (creationOf(source, receiver)?.args.length ?? 0) > 0) return known;
  const node = bare(receiver);
  const codes = [
    `${source.textOf(node)}.getConnection()`,
    change.sql,
    ...change.values.map(({ code }) => oneObject(code)),
  ];
  return [
    ...javaClass(source, 'java.sql.PreparedStatement').edits,
    ...prepareHelper(source, call.node),
    { at: receiver.at, end: receiver.end, text: `prepared(${codes.join(', ')})` },
    { at: statement.at, end: statement.end, text: '' },
  ];
}

/** Among `Object...`, what a generic method makes of a function could be all of them as well. */
const oneObject = (code: string): string => (/::|->/.test(code) ? `(Object) ${code}` : code);

interface Bound {
  readonly code: string;
  readonly setter: string;
}

function boundOf(parameter: Parameterised['parameters'][number], code: string): Bound {
  if (code.startsWith('Long.parseLong(')) return { code, setter: 'setLong' };
  return { code, setter: parameter.quoted ? 'setString' : 'setObject' };
}

function prepareHelper(source: Source, at: SyntaxNode): Edit[] {
  const body = withHelper(source, at, 'prepared', (unit) => [
    'private static PreparedStatement prepared(Connection connection, String sql, Object... values)',
    `${unit}${unit}throws SQLException {`,
    `${unit}PreparedStatement statement = connection.prepareStatement(sql);`,
    `${unit}for (int i = 0; i < values.length; i++) {`,
    `${unit}${unit}statement.setObject(i + 1, values[i]);`,
    `${unit}}`,
    `${unit}return statement;`,
    '}',
  ]);
  if (body.length === 0) return [];
  return [
    ...javaClass(source, 'java.sql.Connection').edits,
    ...javaClass(source, 'java.sql.SQLException').edits,
    ...body,
  ];
}

export const fixes: readonly Strategy[] = [javaSql];
