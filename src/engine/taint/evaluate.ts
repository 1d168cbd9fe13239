import type { Arg, Expr, Node, ObjectLiteral, TypeRef } from '../ir/ir.ts';
import { dottedName, readingName } from '../ir/walk.ts';
import { noteMethod } from './assign.ts';
import { fold, foldUnary, formatted } from './constants.ts';
import { noteDeciding } from './deciding.ts';
import { emptyObject, fork, mergeInto } from './heap.ts';
import { dataLabels, joinLabels, type Labels, noLabels } from './labels.ts';
import type { ArgValue, Frame, Machine } from './machine.ts';
import { resolveName } from './names.ts';
import { deepLabels, elements } from './reading.ts';
import {
  type Callable,
  constant,
  exact,
  join,
  nothing,
  ofApi,
  ofCallable,
  reference,
  tainted,
  truthOf,
  unknown,
  type Value,
  withLabels,
} from './values.ts';

/** The abstract value of an expression; its effects are on `frame.state`. */
export function evaluate(machine: Machine, expr: Expr, frame: Frame): Value {
  const entry = frame.entry;
  if (entry.exhausted) return unknown;
  entry.steps++;
  switch (expr.k) {
    case 'const':
      return constant(expr.value);
    case 'regexp':
      return patternValue(machine, expr.source, expr.flags, 'RegExp', frame, expr);
    case 'var':
      return resolveName(machine, expr.name, frame);
    case 'field':
      return (
        claimed(expr, frame) ??
        machine.readField(machine.evaluate(expr.object, frame), expr.name, frame, expr)
      );
    case 'index': {
      const object = machine.evaluate(expr.object, frame);
      const value = machine.readIndex(object, machine.evaluate(expr.index, frame), frame, expr);
      const isOwn =
        expr.index.k === 'var' &&
        frame.keysOf.size > 0 &&
        frame.keysOf.get(expr.index.name) === dottedName(expr.object);
      return isOwn ? withLabels(value, dataLabels(value.labels)) : value;
    }
    case 'call': {
      if (expr.callee.k === 'super') return callSuper(machine, expr.args, frame, expr);
      const shown = claimed(expr, frame);
      if (shown) return shown;
      let receiver: Value | undefined;
      let receiverExpr: Expr | undefined;
      let callee: Value;
      let name: string | undefined;
      if (expr.callee.k === 'field' || expr.callee.k === 'index') {
        receiverExpr = expr.callee.object;
        receiver = machine.evaluate(receiverExpr, frame);
        if (expr.callee.k === 'field') {
          name = expr.callee.name;
          callee = unknown;
        } else {
          const key = machine.evaluate(expr.callee.index, frame);
          const known = exact(key);
          if (known && typeof known.value === 'string') name = known.value;
          callee = name === undefined ? machine.readIndex(receiver, key, frame, expr.callee) : unknown;
        }
      } else {
        callee = machine.evaluate(expr.callee, frame);
      }
      const args = evaluateArgs(machine, expr.args, frame);
      if (receiverExpr?.k === 'super' && name !== undefined) {
        const inherited = callInherited(machine, name, args, frame, expr);
        if (inherited) return inherited;
      }
      return machine.call(callee, name, {
        site: { node: expr, frame },
        receiver,
        receiverExpr,
        args,
        isNew: false,
      });
    }
    case 'new': {
      const callee =
        expr.body !== undefined
          ? ofCallable({
              kind: 'class',
              cls: frame.fn.module.classes[expr.body] as never,
              environment: frame.environment,
            })
          : machine.evaluate(expr.callee, frame);
      const args = evaluateArgs(machine, expr.args, frame);
      return machine.call(callee, undefined, {
        site: { node: expr, frame },
        receiver: undefined,
        receiverExpr: undefined,
        args,
        isNew: true,
      });
    }
    case 'unary':
      return foldUnary(expr.op, machine.evaluate(expr.operand, frame));
    case 'binary': {
      const left = machine.evaluate(expr.left, frame);
      const right = machine.evaluate(expr.right, frame);
      const own = ownOperator(machine, expr, left, right, frame);
      if (own) return own;
      const folded = fold(expr.op, left, right);
      if (folded === undefined) noteSides(frame, left, right);
      if (folded && !folded.concatenates) return folded.value;
      if (expr.op === '+' || expr.op === '%' || expr.op === '/' || expr.op === '*') {
        // `/` joins paths (Python), `*` repeats: text in, text out.
        const labels = joinLabels(deepText(machine, left, frame), deepText(machine, right, frame));
        return {
          ...unknown,
          labels,
          known: folded?.value.known,
          api: left.api === right.api ? left.api : (left.api ?? right.api),
        };
      }
      return unknown;
    }
    case 'logical':
      return evaluateLogical(machine, expr, frame);
    case 'conditional': {
      const { entry } = frame;
      const before = entry.seen;
      const test = machine.evaluate(expr.test, frame);
      const guards = entry.seen !== before;
      const truth = truthOf(test);
      if (truth === undefined) noteDeciding(frame, test);
      else entry.decided++;
      return branch(
        machine,
        frame,
        truth === false
          ? undefined
          : () =>
              !guards || machine.refine(expr.test, true, frame)
                ? machine.evaluate(expr.then, frame)
                : undefined,
        truth === true
          ? undefined
          : () =>
              !guards || machine.refine(expr.test, false, frame)
                ? machine.evaluate(expr.else, frame)
                : undefined,
      );
    }
    case 'template':
      return evaluateTemplate(machine, expr, frame);
    case 'function': {
      const fn = frame.fn.module.functions[expr.fn];
      if (!fn) return unknown;
      return makeClosure(frame, {
        kind: 'function',
        fn,
        environment: frame.environment,
        self: fn.ir.lexicalThis ? frame.self : undefined,
      });
    }
    case 'class': {
      const cls = frame.fn.module.classes[expr.cls];
      return cls ? ofCallable({ kind: 'class', cls, environment: frame.environment }) : unknown;
    }
    case 'object':
      return evaluateObject(machine, expr, frame);
    case 'array': {
      const items: Value[] = [];
      let rest: Value | undefined;
      for (const item of expr.items) {
        const value = machine.evaluate(item.value, frame);
        if (item.spread) {
          const all = elements(machine, value, frame);
          rest = rest ? join(rest, all) : all;
        } else if (rest) rest = join(rest, value);
        else items.push(value);
      }
      const object = rest
        ? { ...emptyObject, rest: items.reduce(join, rest) }
        : {
            ...emptyObject,
            items: items.length <= 64 ? items : undefined,
            rest: items.length > 64 ? items.reduce(join) : undefined,
          };
      return reference(
        machine.allocate(object, frame, expr),
        frame.fn.module.ir.language === 'python' ? 'list' : 'Array',
      );
    }
    case 'assign': {
      const value = evaluateAssigned(machine, expr, frame);
      machine.assign(expr.target, value, frame, expr);
      return value;
    }
    case 'await': {
      const value = machine.evaluate(expr.value, frame);
      return value;
    }
    case 'yield': {
      const value = expr.value ? machine.evaluate(expr.value, frame) : nothing;
      const given = expr.delegate ? elements(machine, value, frame) : value;
      frame.yielded = frame.yielded ? join(frame.yielded, given) : given;
      return unknown;
    }
    case 'sequence': {
      let value = nothing;
      for (const item of expr.items) value = machine.evaluate(item, frame);
      return value;
    }
    case 'this':
      return frame.self;
    case 'super':
      return frame.self;
    case 'cast':
      return typed(machine, machine.evaluate(expr.value, frame), expr.type, frame);
    case 'type': {
      const found = machine.project.typeOf(expr.type, frame.fn.module);
      if (typeof found === 'object') return ofCallable({ kind: 'class', cls: found, environment: undefined });
      return ofApi(found);
    }
    case 'import':
      return evaluateImport(machine, expr.module, frame, expr);
    case 'api':
      return ofApi(expr.api);
    case 'comprehension': {
      for (const clause of expr.clauses) {
        machine.assign(
          clause.target,
          elements(machine, machine.evaluate(clause.iterable, frame), frame),
          frame,
          clause.iterable,
        );
        for (const condition of clause.conditions) {
          machine.evaluate(condition, frame);
          machine.refine(condition, true, frame);
        }
      }
      const key = expr.key ? machine.evaluate(expr.key, frame) : undefined;
      let rest = machine.evaluate(expr.element, frame);
      if (key && key.labels.length > 0)
        rest = withLabels(rest, joinLabels(rest.labels, dataLabels(key.labels)));
      return reference(
        machine.allocate({ ...emptyObject, rest }, frame, expr),
        expr.result === 'map' ? 'dict' : 'list',
      );
    }
    case 'opaque': {
      let value: Value = unknown;
      for (const part of expr.parts) value = join(value, machine.evaluate(part, frame));
      return tainted(dataLabels(value.labels));
    }
  }
}

/** A compiled pattern: its source is kept, for guards and for judging what it costs. */
export function patternValue(
  machine: Machine,
  source: string,
  flags: string,
  api: string,
  frame: Frame,
  node: Node,
): Value {
  const fields = new Map([
    ['source', constant(source)],
    ['flags', constant(flags)],
  ]);
  return reference(machine.allocate({ ...emptyObject, fields }, frame, node), api);
}

/** What a guard said of this very expression (`req.query.name`, `query.getName()`), which is not a variable. */
function claimed(expr: Expr, frame: Frame): Value | undefined {
  if (!frame.refined || (expr.k !== 'field' && expr.k !== 'call')) return undefined;
  const name = readingName(expr);
  return name === undefined ? undefined : frame.state.variables.get(`?${name}`);
}

export function evaluateArgs(machine: Machine, args: readonly Arg[], frame: Frame): readonly ArgValue[] {
  const result: ArgValue[] = [];
  for (const arg of args) {
    const value = machine.evaluate(arg.value, frame);
    if (arg.spread === 'list') {
      // A spread of a list whose elements are known is the elements.
      const [id] = value.refs;
      const object =
        value.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
      if (object?.items) {
        for (const item of object.items)
          result.push({ value: item, expr: undefined, name: undefined, spread: undefined });
        continue;
      }
      result.push({
        value: elements(machine, value, frame),
        expr: undefined,
        name: undefined,
        spread: 'list',
      });
      continue;
    }
    result.push({ value, expr: arg.value, name: arg.name, spread: arg.spread });
  }
  return result;
}

function callSuper(machine: Machine, args: readonly Arg[], frame: Frame, node: Node): Value {
  const values = evaluateArgs(machine, args, frame);
  const cls = frame.fn.cls;
  // Python's `super()` is the object itself, seen through its bases; JavaScript's and Java's calls the constructor.
  if (!cls || frame.fn.module.ir.language === 'python') return frame.self;
  for (const base of cls.bases) {
    for (const inherited of machine.project.method(base, 'constructor').slice(0, 1)) {
      machine.invoke(
        inherited,
        undefined,
        frame.self,
        values.map((arg) => arg.value),
        { node, frame },
      );
    }
  }
  for (const api of cls.apiBases) {
    const model = machine.catalog.model(api);
    if (model) {
      machine.applyModel(model, api, {
        site: { node, frame },
        receiver: undefined,
        receiverExpr: undefined,
        args: values,
        isNew: true,
      });
    }
  }
  return nothing;
}

/** `super().name(…)`: the method of the nearest base that has one. */
function callInherited(
  machine: Machine,
  name: string,
  args: readonly ArgValue[],
  frame: Frame,
  node: Node,
): Value | undefined {
  for (const base of frame.fn.cls?.bases ?? []) {
    const [fn] = machine.project.method(base, name);
    if (!fn) continue;
    const callable: Callable = { kind: 'function', fn, environment: undefined, self: undefined };
    return machine.callCallable(callable, frame.self, args, { node, frame });
  }
  return undefined;
}

/** The labels of a value used as text: its own and those of the text that its objects hold. */
function deepText(machine: Machine, value: Value, frame: Frame): Labels {
  if (value.refs.length === 0) return dataLabels(value.labels);
  return dataLabels(deepLabels(machine, value, frame, 2));
}

/** Whether an operator's sides decide; a comparison with nothing asks whether there is a value, not which. */
function noteSides(frame: Frame, left: Value, right: Value): void {
  if (isNothing(left) || isNothing(right)) return;
  noteDeciding(frame, left);
  noteDeciding(frame, right);
}

const isNothing = (value: Value): boolean => {
  const known = exact(value);
  return known !== undefined && (known.value === null || known.value === undefined);
};

function evaluateLogical(machine: Machine, expr: Extract<Expr, { k: 'logical' }>, frame: Frame): Value {
  const { entry } = frame;
  const before = entry.seen;
  const left = machine.evaluate(expr.left, frame);
  const guards = entry.seen !== before;
  const truth = truthOf(left);
  if (truth !== undefined) entry.decided++;
  if (expr.op === '&&') {
    if (truth === false) return left;
    const right = branch(
      machine,
      frame,
      () =>
        !guards || machine.refine(expr.left, true, frame) ? machine.evaluate(expr.right, frame) : undefined,
      truth === true ? undefined : () => unknown,
    );
    return truth === true ? right : { ...right, known: undefined };
  }
  if (expr.op === '||' && truth === true && left.known?.kind === 'exact') return left;
  if (
    expr.op === '??' &&
    left.known?.kind === 'exact' &&
    left.known.value !== null &&
    left.known.value !== undefined
  )
    return left;
  const leftOnly = truth === false ? undefined : left;
  const right = branch(
    machine,
    frame,
    () =>
      expr.op === '??' || !guards || machine.refine(expr.left, false, frame)
        ? machine.evaluate(expr.right, frame)
        : undefined,
    leftOnly ? () => leftOnly : undefined,
  );
  return right;
}

/** Evaluates alternatives, each in a copy of the state, and joins values and states. */
function branch(
  _machine: Machine,
  frame: Frame,
  first: (() => Value | undefined) | undefined,
  second: (() => Value | undefined) | undefined,
): Value {
  const base = frame.state;
  const exits: (typeof base)[] = [];
  let result: Value | undefined;
  for (const alternative of [first, second]) {
    if (!alternative) continue;
    frame.state = fork(base);
    frame.stopped = false;
    const value = alternative();
    if (value === undefined || frame.stopped) continue;
    exits.push(frame.state);
    result = result ? join(result, value) : value;
  }
  frame.state = base;
  frame.stopped = false;
  mergeInto(base, exits);
  return result ?? unknown;
}

function evaluateTemplate(machine: Machine, expr: Extract<Expr, { k: 'template' }>, frame: Frame): Value {
  const parts = expr.parts.map((part) => machine.evaluate(part, frame));
  if (expr.tag) {
    const tag = expr.tag;
    const receiver = tag.k === 'field' ? machine.evaluate(tag.object, frame) : undefined;
    const callee = tag.k === 'field' ? unknown : machine.evaluate(tag, frame);
    const args = parts
      .filter((_, i) => i % 2 === 1)
      .map((value): ArgValue => ({ value, expr: undefined, name: undefined, spread: undefined }));
    const strings: ArgValue = {
      value: constant(formatted(parts.filter((_, i) => i % 2 === 0))),
      expr: undefined,
      name: undefined,
      spread: undefined,
    };
    return machine.call(callee, tag.k === 'field' ? tag.name : undefined, {
      site: { node: expr, frame },
      receiver,
      receiverExpr: tag.k === 'field' ? tag.object : undefined,
      args: [strings, ...args],
      isNew: false,
    });
  }
  let result = constant('');
  for (const part of parts) {
    const folded = fold(
      '+',
      result,
      part.known?.kind === 'exact' ? constant(String(part.known.value)) : part,
    );
    result = {
      ...unknown,
      labels: joinLabels(result.labels, deepText(machine, part, frame)),
      known: folded?.value.known,
    };
  }
  return result;
}

/** Notes a function that closes over variables: if nothing calls it, it is called where its maker ends. */
export function makeClosure(frame: Frame, callable: Extract<Callable, { kind: 'function' }>): Value {
  if (callable.fn.scope.closesOver || frame.depth > 0 || callable.fn.ir.parent !== 0) {
    if (callable.fn.ir.parent !== 0 || callable.fn.scope.closesOver) {
      frame.entry.uncalled.set(callable.fn.key, { callable, state: frame.state });
    }
  }
  return ofCallable(callable);
}

function evaluateObject(machine: Machine, expr: ObjectLiteral, frame: Frame): Value {
  let object = { ...emptyObject, fields: new Map<string, Value>() };
  for (const prop of expr.props) {
    const value = machine.evaluate(prop.value, frame);
    if (prop.key === undefined) {
      for (const id of value.refs) {
        const source = machine.object(id, frame.state);
        if (!source) continue;
        for (const [name, field] of source.fields) object.fields.set(name, field);
        if (source.rest)
          object = { ...object, rest: object.rest ? join(object.rest, source.rest) : source.rest };
        if (source.open) object = { ...object, open: true };
      }
      if (value.labels.length > 0 || value.refs.length === 0) {
        const rest = tainted(dataLabels(value.labels));
        object = {
          ...object,
          open: true,
          rest: object.rest ? join(object.rest, rest) : value.labels.length > 0 ? rest : undefined,
        };
      }
      continue;
    }
    if (typeof prop.key === 'string') {
      object.fields.set(prop.key, value);
      continue;
    }
    const key = machine.evaluate(prop.key, frame);
    const known = exact(key);
    if (known) object.fields.set(String(known.value), value);
    else object = { ...object, rest: object.rest ? join(object.rest, value) : value };
  }
  const made = reference(
    machine.allocate(object, frame, expr),
    frame.fn.module.ir.language === 'python' ? 'dict' : 'Object',
  );
  if (frame.fn.ir.index === 0) for (const value of object.fields.values()) noteMethod(machine, made, value);
  return made;
}

function evaluateAssigned(machine: Machine, expr: Extract<Expr, { k: 'assign' }>, frame: Frame): Value {
  if (expr.op === undefined) return machine.evaluate(expr.value, frame);
  const target = expr.target;
  if (target.k === 'objectPattern' || target.k === 'arrayPattern') return machine.evaluate(expr.value, frame);
  if (expr.op === '||' || expr.op === '&&' || expr.op === '??') {
    return join(machine.evaluate(target, frame), machine.evaluate(expr.value, frame));
  }
  return machine.evaluate(
    { k: 'binary', op: expr.op, left: target, right: expr.value, at: expr.at, end: expr.end },
    frame,
  );
}

/** Python's operators are methods of what stands on the left: `Markup('<p>%s</p>') % name` escapes. */
function ownOperator(
  machine: Machine,
  expr: Extract<Expr, { k: 'binary' }>,
  left: Value,
  right: Value,
  frame: Frame,
): Value | undefined {
  const method = operatorMethods[expr.op];
  if (left.api === undefined || method === undefined || frame.fn.module.ir.language !== 'python')
    return undefined;
  const model = machine.catalog.member(left.api, method);
  if (!model) return undefined;
  const result = machine.applyModel(model, `${left.api}.${method}`, {
    site: { node: expr, frame },
    receiver: left,
    receiverExpr: expr.left,
    args: [{ value: right, expr: expr.right, name: undefined, spread: undefined }],
    isNew: false,
  });
  return { ...result, api: left.api };
}

const operatorMethods: Readonly<Record<string, string>> = { '%': '__mod__', '+': '__add__' };

/** A value with a written type: it is an instance of it, unless more is known already. */
export function typed(machine: Machine, value: Value, type: TypeRef | undefined, frame: Frame): Value {
  if (!type) return value;
  if (machine.project.isScalar(type, frame.fn.module)) {
    return value.labels.length > 0 ? withLabels(value, noLabels) : value;
  }
  if (value.api !== undefined && value.api !== 'Object' && value.api !== 'Array') return value;
  if (value.cls || value.callables.length > 0) return value;
  const found = machine.project.typeOf(type, frame.fn.module);
  if (found === undefined) return value;
  return typeof found === 'string' ? { ...value, api: found } : { ...value, cls: found };
}

function evaluateImport(machine: Machine, module: string | Expr, frame: Frame, node: Node): Value {
  if (typeof module !== 'string') {
    const value = machine.evaluate(module, frame);
    const arg: ArgValue = { value, expr: module, name: undefined, spread: undefined };
    return machine.call(ofApi('require'), undefined, {
      site: { node, frame },
      receiver: undefined,
      receiverExpr: undefined,
      args: [arg],
      isNew: false,
    });
  }
  const target = machine.project.moduleOf(module, frame.fn.module);
  if (target) return machine.moduleExports(target, frame.state);
  return module.startsWith('.') ? unknown : ofApi(module.startsWith('node:') ? module.slice(5) : module);
}
