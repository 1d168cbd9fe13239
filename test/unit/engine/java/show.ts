import type { Arg, Expr, FunctionIR, ModuleIR, Pattern, Stmt } from '../../../../src/engine/ir/ir.ts';

/** Writes IR as short text, so that a test reads like the code it means. */
export function showFunction(module: ModuleIR, fn: FunctionIR): string {
  return fn.body.map((statement) => showStatement(module, statement)).join(' ');
}

function args(module: ModuleIR, list: readonly Arg[]): string {
  return list.map((arg) => (arg.name ? `${arg.name}=` : '') + show(module, arg.value)).join(', ');
}

export function show(module: ModuleIR, e: Expr | Pattern): string {
  const x = (inner: Expr | Pattern): string => show(module, inner);
  switch (e.k) {
    case 'const':
      return JSON.stringify(e.value);
    case 'var':
      return e.name;
    case 'field':
      return `${x(e.object)}.${e.name}`;
    case 'index':
      return `${x(e.object)}[${x(e.index)}]`;
    case 'call':
      return `${x(e.callee)}(${args(module, e.args)})`;
    case 'new':
      return `new ${x(e.callee)}(${args(module, e.args)})${e.body === undefined ? '' : ` class ${e.body}`}`;
    case 'unary':
      return `${e.op}${x(e.operand)}`;
    case 'binary':
    case 'logical':
      return `(${x(e.left)} ${e.op} ${x(e.right)})`;
    case 'conditional':
      return `(${x(e.test)} ? ${x(e.then)} : ${x(e.else)})`;
    case 'function': {
      const fn = module.functions[e.fn];
      if (!fn) return '?';
      return `(${fn.params.map((p) => x(p.target)).join(', ')}) => {${showFunction(module, fn)}}`;
    }
    case 'array':
      return `[${args(module, e.items)}]`;
    case 'assign':
      return `${x(e.target)} ${e.op ?? ''}= ${x(e.value)}`;
    case 'sequence':
      return `(${e.items.map(x).join('; ')})`;
    case 'cast':
      return `<${e.type.candidates[0]}>${x(e.value)}`;
    case 'type':
      return `@${e.type.candidates[0]}`;
    case 'opaque':
      return `?(${e.parts.map(x).join(', ')})`;
    case 'this':
    case 'super':
      return e.k;
    default:
      return e.k;
  }
}

export function showStatement(module: ModuleIR, s: Stmt): string {
  const x = (inner: Expr | Pattern): string => show(module, inner);
  const all = (body: readonly Stmt[]): string => body.map((b) => showStatement(module, b)).join(' ');
  switch (s.k) {
    case 'expr':
      return `${x(s.value)};`;
    case 'declare':
      return `let ${x(s.target)}${s.type ? `: ${s.type.candidates[0]}${s.type.array ? '[]' : ''}` : ''}${s.init ? ` = ${x(s.init)}` : ''};`;
    case 'block':
      return `{${all(s.body)}}`;
    case 'if':
      return `if ${x(s.test)} ${showStatement(module, s.then)}${s.else ? ` else ${showStatement(module, s.else)}` : ''}`;
    case 'loop':
      return `${s.testFirst ? 'while' : 'do'} ${s.init ? `${showStatement(module, s.init)} ` : ''}${s.test ? x(s.test) : ''}${s.update ? `; ${x(s.update)}` : ''} ${showStatement(module, s.body)}`;
    case 'foreach':
      return `for ${s.target.k === 'declare' ? showStatement(module, s.target) : x(s.target)} of ${x(s.iterable)} ${showStatement(module, s.body)}`;
    case 'switch':
      return `switch ${x(s.subject)} {${s.cases
        .map(
          (c) =>
            `${c.tests.length === 0 ? 'default' : c.tests.map(x).join(', ')}${c.fallsThrough ? ':' : ' ->'} ${all(c.body)}`,
        )
        .join(' | ')}}`;
    case 'try':
      return `try ${showStatement(module, s.block)}${s.handlers
        .map(
          (h) =>
            ` catch ${h.param ? x(h.param) : ''} ${h.types?.map((t) => t.candidates[0]).join('|')} ${showStatement(module, h.body)}`,
        )
        .join('')}${s.finalizer ? ` finally ${showStatement(module, s.finalizer)}` : ''}`;
    case 'return':
    case 'throw':
      return `${s.k}${s.value ? ` ${x(s.value)}` : ''};`;
    case 'break':
    case 'continue':
      return `${s.k}${s.label ? ` ${s.label}` : ''};`;
    case 'labeled':
      return `${s.label}: ${showStatement(module, s.body)}`;
    case 'classDeclaration':
      return `class ${s.name};`;
    default:
      return s.k;
  }
}
