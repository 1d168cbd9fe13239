import type { Expr, FunctionIR, ModuleIR, TypeRef } from '../../../ir/ir.ts';
import { type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** Exceptions whose text the program did not write itself: it names tables, paths, servers. */
const foreign =
  /(?:^|\.)(?:Throwable|Exception|RuntimeException|Error|SQLException|DataAccessException|PersistenceException|HibernateException|IOException|NamingException|JAXBException|SAXException|ServletException|XPathExpressionException|ParserConfigurationException|TransformerException|ClassNotFoundException|NullPointerException|ReflectiveOperationException|GeneralSecurityException)$/;
const anyException = /(?:Throwable|Exception|Error)$/;

const writes = /^(?:print|println|write|append|printf|format)$/;
const traces = /^(?:getStackTrace|getStackTraceAsString|getFullStackTrace|getStackFrames)$/;
const handler = /\.(?:\w+Mapping|ExceptionHandler)$/;

const stackTrace =
  'The stack trace is sent to the client and shows the inside of the program. Log it, and answer with a short text.';
const message =
  "An exception's own text is sent to the client; it may tell of tables, files or servers. Log it, and answer with a short text.";

const isOf = (type: TypeRef | undefined, names: RegExp): boolean =>
  type?.candidates.some((name) => names.test(name)) ?? false;

/** `out.println(e.getMessage())`, `response.sendError(500, traceOf(e))`: what went wrong inside is told outside. */
export function* exposedExceptions(module: ModuleIR): Iterable<RuleMatch> {
  // `traceOf(e)`: methods of the file that write the trace into a text and give that back.
  const tellers = new Set(
    module.functions.filter((fn) => new Exposure(fn, new Set()).givesTrace).map((fn) => fn.name),
  );
  for (const fn of module.functions) {
    const exposure = new Exposure(fn, tellers);
    for (const [node, isTrace] of exposure.found)
      yield {
        vulnClass: 'information-exposure',
        at: node.at,
        end: node.end,
        message: isTrace ? stackTrace : message,
        variant: isTrace ? 'stack-trace' : 'exception-text',
        confidence: isTrace ? 70 : 55,
      };
  }
}

/** Exceptions of one function, texts with their stack traces, writers of the answer, and where these meet. */
class Exposure {
  readonly found = new Map<IRNode, boolean>();
  /** Variables with exceptions; whether their text is a foreign one. */
  readonly #exceptions = new Map<string, boolean>();
  readonly #traces = new Set<string>();
  readonly #writers = new Set<string>();
  /** A writer around another, by its name. */
  readonly #wrapped = new Map<string, string>();
  readonly #answers: boolean;
  readonly #tellers: ReadonlySet<string>;
  /** Whether the function returns a text in which a stack trace stands. */
  givesTrace = false;

  constructor(fn: FunctionIR, tellers: ReadonlySet<string>) {
    this.#tellers = tellers;
    this.#answers = fn.decorators.some(({ expr }) => {
      const written = expr.k === 'call' ? expr.callee : expr;
      return written.k === 'type' && isOf(written.type, handler);
    });
    for (const { target, type } of fn.params) {
      if (target.k !== 'var') continue;
      if (isOf(type, anyException)) this.#exceptions.set(target.name, false);
      if (isOf(type, /\.JspWriter$/)) this.#writers.add(target.name);
    }
    for (const statement of fn.body)
      walk(statement, (node) => {
        this.#visit(node);
        return true;
      });
  }

  #visit(node: IRNode): void {
    switch (node.k) {
      case 'try':
        for (const { param, types } of node.handlers)
          if (param?.k === 'var')
            this.#exceptions.set(param.name, types?.some((type) => isOf(type, foreign)) ?? false);
        return;
      case 'declare':
        if (node.target.k === 'var' && node.init) this.#declare(node.target.name, node.init);
        return;
      case 'call':
        this.#visitCall(node);
        return;
      case 'return':
        if (!node.value || !this.#isTrace(node.value)) return;
        this.givesTrace = true;
        if (this.#answers) this.found.set(node, true);
        return;
      default:
    }
  }

  #declare(name: string, init: Expr): void {
    if (this.#isWriter(init)) this.#writers.add(name);
    const [first] = init.k === 'new' ? init.args : [];
    if (first?.value.k === 'var') {
      if (this.#writers.has(first.value.name)) this.#writers.add(name);
      this.#wrapped.set(name, first.value.name);
    }
    if (this.#isTrace(init)) this.#traces.add(name);
  }

  #visitCall(node: Extract<IRNode, { k: 'call' }>): void {
    const { callee, args } = node;
    if (callee.k !== 'field') return;
    const { object, name } = callee;
    if (name === 'printStackTrace' && this.#isException(object)) {
      const [first] = args;
      const inner = first?.value.k === 'new' ? first.value.args[0]?.value : first?.value;
      if (inner?.k === 'var') this.#traces.add(this.#wrapped.get(inner.name) ?? inner.name);
      return;
    }
    const sends =
      (writes.test(name) && this.#isWriter(object)) || (name === 'sendError' && args.length === 2);
    if (!sends) return;
    for (const { value } of args) {
      if (this.#isTrace(value)) this.found.set(node, true);
      else if (this.#isText(value) && !this.found.has(node)) this.found.set(node, false);
    }
  }

  #isException(value: Expr): boolean {
    return (value.k === 'var' && this.#exceptions.has(value.name)) || value.k === 'new';
  }

  #isWriter(value: Expr): boolean {
    if (value.k === 'var') return this.#writers.has(value.name);
    if (value.k !== 'call' || value.callee.k !== 'field') return false;
    const { name, object } = value.callee;
    return (
      name === 'getWriter' || name === 'getOutputStream' || (writes.test(name) && this.#isWriter(object))
    );
  }

  /** A text in which a stack trace stands. */
  #isTrace(value: Expr): boolean {
    let found = false;
    walk(value, (node) => {
      if (node.k === 'var') found ||= this.#traces.has(node.name);
      const called =
        node.k === 'call' && (node.callee.k === 'field' || node.callee.k === 'var') && node.callee.name;
      if (called && (traces.test(called) || this.#tellers.has(called))) {
        const { args, callee } = node as Extract<IRNode, { k: 'call' }>;
        const subject = args[0]?.value ?? (callee.k === 'field' ? callee.object : callee);
        found ||= subject.k === 'var' && this.#exceptions.has(subject.name);
      }
      return !found;
    });
    return found;
  }

  /** A text in which an exception's own stands. */
  #isText(value: Expr): boolean {
    if (value.k === 'var') return this.#exceptions.get(value.name) === true;
    if (value.k === 'binary') return this.#isText(value.left) || this.#isText(value.right);
    return (
      value.k === 'call' &&
      value.callee.k === 'field' &&
      /^(?:getMessage|getLocalizedMessage|toString)$/.test(value.callee.name) &&
      this.#isText(value.callee.object)
    );
  }
}
