import type { Call, Expr, FunctionIR, ModuleIR, Stmt, Try } from '../../../ir/ir.ts';
import { dottedName, type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** Exceptions whose text the program did not write itself: it names tables, paths, servers. */
const foreign =
  /(?:^|\.)(?:BaseException|Exception|OSError|IOError|EnvironmentError|ConnectionError|RuntimeError|SQLAlchemyError|DatabaseError|OperationalError|ProgrammingError|IntegrityError|DBAPIError|PyMongoError|RequestException|SubprocessError|CalledProcessError|(?:sqlite3|psycopg2|pymysql|MySQLdb|mysql\.connector|asyncpg|aiomysql)\.Error)$/;

const frameworks =
  /^(?:flask|quart|django|rest_framework|fastapi|starlette|aiohttp|tornado|bottle|pyramid|sanic|falcon|cherrypy|responder)(?:\.|$)/;

/** What makes an answer of a text, by the last part of its name. */
const answers =
  /^(?:jsonify|make_response|json_response|(?:\w*Response)|HttpResponse\w*|HTTPResponse|html|text|json|render_template_string)$/;

const message =
  "An exception's own text is sent to the client; it may tell of tables, files or servers. Log it, and answer with a short text.";

/** `except Exception as e: return jsonify(error=str(e)), 500`: what went wrong inside is told outside. */
export function* exposedExceptions(module: ModuleIR): Iterable<RuleMatch> {
  if (!module.imports.some((binding) => frameworks.test(binding.module))) return;
  const found: RuleMatch[] = [];
  for (const fn of module.functions)
    for (const statement of fn.body)
      walk(statement, (node) => {
        if (node.k === 'try')
          for (const handler of node.handlers) found.push(...exposedBy(handler, answersItself(fn)));
        return undefined;
      });
  for (const fn of module.functions) found.push(...exposedByHandler(fn));
  yield* found;
}

const handlers = /(?:^|\.)(?:errorhandler|app_errorhandler|exception_handler|exception)$/;

/** `@app.errorhandler(Exception)`: a page of errors that tells what went wrong inside. */
function exposedByHandler({ decorators, params, body }: FunctionIR): RuleMatch[] {
  const param = params.find(
    ({ target }) => target.k === 'var' && /^_?(?:e|ex|exc|err|error|exception)$/.test(target.name),
  );
  const isFor = (expr: Expr): boolean =>
    expr.k === 'call' &&
    handlers.test(dottedName(expr) ?? '') &&
    expr.args.some(
      ({ value }) => (value.k === 'const' && value.value === 500) || foreign.test(dottedName(value) ?? ''),
    );
  if (!param || !decorators.some(({ expr }) => isFor(expr))) return [];
  return body.flatMap((statement) => exposedBy({ param: param.target, body: statement }, true));
}

/** A view: what it returns is the answer. Other functions have to say that they make one. */
const answersItself = (fn: FunctionIR): boolean =>
  fn.decorators.some(({ expr }) => routes.test(dottedName(expr) ?? '')) ||
  fn.params.some(({ target }) => target.k === 'var' && (target.name === 'request' || target.name === 'req'));

const routes =
  /(?:^|\.)(?:route|get|post|put|patch|delete|api_route|view_config|api_view|websocket|errorhandler)$/;

function exposedBy({ param, types, body }: Try['handlers'][number], isView: boolean): RuleMatch[] {
  if (param?.k !== 'var') return [];
  if (types && !types.some(({ candidates }) => candidates.some((name) => foreign.test(name)))) return [];
  const found: RuleMatch[] = [];
  const note = ({ at, end }: Expr | Stmt): void => {
    if (!found.some((other) => other.at <= at && other.end >= end))
      found.push({
        vulnClass: 'information-exposure',
        at,
        end,
        message,
        variant: 'exception-text',
        confidence: 55,
      });
  };
  walk(body, (node) => {
    if (node.k === 'return' && node.value && tells(node.value, param.name, isView)) note(node);
    if (node.k === 'throw' && node.value && isServerError(node.value) && tells(node.value, param.name, true))
      note(node);
    return node.k !== 'function';
  });
  return found;
}

/** `HTTPException(status_code=500, detail=str(e))` */
const isServerError = (value: Expr): value is Call =>
  (value.k === 'call' || value.k === 'new') &&
  /(?:^|\.)HTTPException$/.test(dottedName(value) ?? '') &&
  value.args.some(({ value: arg }) => arg.k === 'const' && typeof arg.value === 'number' && arg.value >= 500);

/** Whether the text of an exception is in what is answered. */
function tells(value: Expr, name: string, isAnswer: boolean): boolean {
  let found = false;
  walk(value, (node) => {
    if (node.k === 'call' && !isAnswer && answers.test(lastName(node)))
      found ||= node.args.some((arg) => tells(arg.value, name, true));
    if (isAnswer) found ||= isText(node, name);
    return !found && node.k !== 'function';
  });
  return found;
}

const lastName = (call: Call): string => (dottedName(call) ?? '').split('.').at(-1) ?? '';

/** `str(e)`, `f"{e}"`, `"failed: %s" % e`, `e.args`. */
function isText(node: IRNode, name: string): boolean {
  const isIt = (expr: Expr): boolean => expr.k === 'var' && expr.name === name;
  switch (node.k) {
    case 'call':
      return (
        ((node.callee.k === 'var' && (node.callee.name === 'str' || node.callee.name === 'repr')) ||
          (node.callee.k === 'field' && node.callee.name === 'format')) &&
        node.args.some(({ value }) => isIt(value))
      );
    case 'template':
      return node.parts.some(isIt);
    case 'field':
      return isIt(node.object) && (node.name === 'args' || node.name === 'message');
    default:
      return false;
  }
}
