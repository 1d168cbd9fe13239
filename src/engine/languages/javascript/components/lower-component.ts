import type { Expr, Pattern, Stmt } from '../../../ir/ir.ts';
import { append } from '../../append.ts';
import type { LanguageId } from '../../registry.ts';
import type { SyntaxNode } from '../../syntax.ts';
import type { Lowering } from '../lowering.ts';
import { collectImports } from '../modules.ts';

type BuiltIn = readonly (readonly [local: string, module: string, member: string])[];

/** What templates call, as members of the framework's package. */
const builtIn: Readonly<Partial<Record<LanguageId, BuiltIn>>> = {
  vue: [
    ['$$html', 'vue', 'v-html'],
    ['$$attribute', 'vue', 'v-bind'],
    ['$$attributes', 'vue', 'v-bind-all'],
    ['$$component', 'vue', 'component'],
    ['$$on', 'vue', 'v-on'],
    ['$$slot', 'vue', 'slot'],
    ['$$answer', 'vue-apollo', 'answer'],
    ['$$route', 'vue-router', 'useRoute'],
    ['$$router', 'vue-router', 'useRouter'],
  ],
  svelte: [
    ['$$html', 'svelte', 'html'],
    ['$$attribute', 'svelte', 'attribute'],
    ['$$attributes', 'svelte', 'attributes'],
    ['$$component', 'svelte', 'component'],
    ['$$on', 'svelte', 'on'],
    ['$$get', 'svelte/store', 'get'],
    ['$$event', 'svelte', 'event'],
  ],
  astro: [
    ['$$html', 'astro', 'html'],
    ['$$attribute', 'astro', 'attribute'],
    ['$$attributes', 'astro', 'attributes'],
    ['$$component', 'astro', 'component'],
  ],
};

interface Component {
  readonly id: LanguageId;
  readonly parts: readonly SyntaxNode[];
  readonly path: string;
}

/**
 * Lowers a component to a function of its properties, which the module exports: its script and its template run with each
 * use. What the module exported so far is what describes the component.
 */
export function lowerComponent({ id, parts, path }: Component, to: Lowering, body: Stmt[]): void {
  const whole = { at: 0, end: to.text.length };
  for (const [local, module, member] of builtIn[id] ?? [])
    to.imports.push({ at: 0, end: 0, local, module, member });
  for (const part of parts) {
    for (const child of part.children) {
      if (child.type === 'import_statement') collectImports(child, to);
      // A script within the markup.
      else if (child.type === 'statement_block')
        for (const inner of child.children) if (inner.type === 'import_statement') collectImports(inner, to);
    }
  }
  keepDescription(body);
  const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.')).replace(/[^\w$]/g, '_');
  const fn = to.defineFunction(
    {
      ...whole,
      kind: 'function',
      name,
      nameAt: 0,
      decorators: [],
      isStatic: false,
      isAsync: true,
      isGenerator: false,
      lexicalThis: false,
    },
    undefined,
    (open) => {
      open.params.push({ at: 0, end: 0, target: variable('$$props', 0), decorators: [] });
      const statements: Stmt[] = [];
      for (const part of parts) for (const child of part.children) to.statement(child, statements);
      append(
        open.body,
        id === 'svelte' ? compiled(statements) : statements.filter(({ k }) => k !== 'export'),
      );
    },
  );
  const value: Expr = { k: 'function', ...whole, fn };
  body.push({ k: 'export', ...whole, name: 'default', value });
}

const variable = (name: string, at: number) => ({ k: 'var', at, end: at, name }) as const;

/** What a script exports as the component itself is kept in a variable. */
function keepDescription(body: Stmt[]): void {
  for (const [i, statement] of body.entries()) {
    if (statement.k !== 'export' || statement.name !== 'default' || !statement.value) continue;
    const { at, end, value } = statement;
    body[i] = { k: 'declare', at, end, target: variable('$$options', at), scope: 'block', init: value };
  }
}

/** What Svelte's compiler makes of a script: exported variables are properties, and assignments under `$:` declare. */
function compiled(statements: readonly Stmt[]): Stmt[] {
  const exported = new Set(
    statements.flatMap((statement) =>
      statement.k === 'export' && statement.name !== undefined ? [statement.name] : [],
    ),
  );
  const declared = new Set<string>();
  const made: Stmt[] = [];
  for (const statement of statements) {
    if (statement.k === 'declare') {
      const property = asProperty(statement, exported);
      if (statement.target.k === 'var') declared.add(statement.target.name);
      made.push(property);
    } else if (statement.k === 'labeled' && statement.label === '$') {
      made.push(asDeclaration(statement.body, declared));
    } else if (statement.k !== 'export') made.push(statement);
  }
  return made;
}

type Declaration = Extract<Stmt, { k: 'declare' }>;

/** `export let title = 'none'` is what is given under that name, else the default. */
function asProperty(statement: Declaration, exported: ReadonlySet<string>): Stmt {
  const { target, at, end, init } = statement;
  if (target.k !== 'var' || !exported.has(target.name)) return statement;
  const given: Expr = { k: 'field', at, end, object: variable('$$props', at), name: target.name };
  const value: Expr = init ? { k: 'logical', at, end, op: '??', left: given, right: init } : given;
  return { ...statement, init: value };
}

function asDeclaration(statement: Stmt, declared: Set<string>): Stmt {
  if (statement.k !== 'expr' || statement.value.k !== 'assign' || statement.value.op !== undefined)
    return statement;
  const { target, value, at, end } = statement.value;
  if (!isNew(target, declared)) return statement;
  return { k: 'declare', at, end, target, scope: 'block', init: value };
}

function isNew(target: Pattern, declared: Set<string>): boolean {
  if (target.k === 'objectPattern') return target.props.every((prop) => isNew(prop.target, declared));
  if (target.k !== 'var' || declared.has(target.name)) return false;
  declared.add(target.name);
  return true;
}
