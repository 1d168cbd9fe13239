import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Fix, FixResult, Situation, Strategy } from '../../fixes/fix.ts';
import { javaClass, javascriptModule } from '../../fixes/imports.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

const wording: Omit<Fix, 'edits'> = {
  strategy: 'weak-random/system',
  title: 'Take random numbers from the system',
  explanation:
    'The value comes from the operating system’s generator, which cannot be predicted from earlier values. It has the same form as before.',
};

/** Secrets are made with the system’s generator. */
const systemRandom: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    switch (source.language) {
      case 'javascript':
        return inJavascript(situation, call);
      case 'python':
        return inPython(source, call);
      case 'java':
        return inJava(source, call);
    }
  },
};

function inJavascript({ source, project }: Situation, call: Call): FixResult {
  if (call.name !== 'random') return undefined;
  const inBrowser = /\b(?:document|window|localStorage)\./.test(source.text) || /\.[jt]sx$/.test(source.path);
  if (inBrowser)
    return {
      ...wording,
      edits: [replaced(call.node, 'crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32')],
    };
  const crypto = javascriptModule(source, 'crypto', project);
  const whole = (node: SyntaxNode, text: string): Fix => ({
    ...wording,
    edits: [...crypto.edits, replaced(node, text)],
  });
  const text = /^Math\s*\.\s*random\(\)\s*\.toString\(\s*(?:36|16)\s*\)/;
  // `Math.random().toString(36).slice(2)`: any text that cannot be guessed.
  let chain = call.node;
  for (
    let parent = source.parentOf(chain);
    parent && text.test(source.textOf(call.node) + source.text.slice(call.node.end, call.node.end + 20));
  ) {
    const grand = source.parentOf(parent);
    if (parent.type !== 'member_expression' || grand?.type !== 'call_expression') break;
    chain = grand;
    parent = source.parentOf(chain);
  }
  if (chain !== call.node)
    return whole(
      chain,
      `${crypto.name}.randomBytes(16).toString(${source.style.quote}hex${source.style.quote})`,
    );
  const product = source.parentOf(call.node);
  const other =
    product?.type === 'binary_expression'
      ? [fieldOf(product, 'left'), fieldOf(product, 'right')].find((one) => one && one !== call.node)
      : undefined;
  const floor = product && callOf(source, source.parentOf(source.parentOf(product) ?? product));
  if (
    other &&
    product &&
    source.text.slice(product.at, product.end).includes('*') &&
    floor?.name === 'floor' &&
    floor.args.length === 1 &&
    bare(floor.args[0] as SyntaxNode) === product
  )
    return whole(floor.node, `${crypto.name}.randomInt(${source.textOf(bare(other))})`);
  return whole(call.node, `(${crypto.name}.randomInt(2 ** 48 - 1) / 2 ** 48)`);
}

function inPython(source: Source, call: Call): FixResult {
  const secrets = pythonModule(source, 'secrets');
  if (call.name === 'choice')
    return { ...wording, edits: [...secrets.edits, replacedCallee(call, `${secrets.name}.choice`)] };
  return {
    ...wording,
    edits: [...secrets.edits, replacedCallee(call, `${secrets.name}.SystemRandom().${call.name}`)],
  };
}

const replacedCallee = (call: Call, name: string): Edit => ({
  at: call.node.at,
  end: call.nameNode.end,
  text: name,
});

function inJava(source: Source, call: Call): FixResult {
  const secure = javaClass(source, 'java.security.SecureRandom');
  const fresh = `new ${secure.name}()`;
  const receiver = call.receiver && bare(call.receiver);
  const text = receiver ? source.textOf(receiver) : '';
  if (text === 'Math' && call.name === 'random')
    return { ...wording, edits: [...secure.edits, replaced(call.node, `${fresh}.nextDouble()`)] };
  if (text.endsWith('RandomStringUtils')) {
    const [length] = call.args;
    const kind = /^random(Alphanumeric|Alphabetic|Numeric|Ascii|Graph|Print)?$/.exec(call.name);
    if (!length || !kind || call.args.length > 1) return undefined;
    const code = `${text}.secure().next${kind[1] ?? ''}(${source.textOf(length)})`;
    return {
      ...wording,
      explanation: `${wording.explanation} \`secure()\` is there from version 3.16 of commons-lang3.`,
      edits: [replaced(call.node, code)],
    };
  }
  if (receiver && /^ThreadLocalRandom\.current\(\)$/.test(text))
    return { ...wording, edits: [...secure.edits, replaced(receiver, fresh)] };
  if (receiver && /^new\s+(?:java\.util\.)?Random\(/.test(text))
    return { ...wording, edits: [...secure.edits, replaced(receiver, fresh)] };
  const identifier = receiver?.type === 'field_access' ? fieldOf(receiver, 'field') : receiver;
  const writes = identifier?.type === 'identifier' ? (variableOf(source, identifier)?.writes ?? []) : [];
  const edits = writes.flatMap(({ value }) =>
    value && /^new\s+(?:java\.util\.)?Random\(/.test(source.textOf(value)) ? [replaced(value, fresh)] : [],
  );
  return edits.length > 0 ? { ...wording, edits: [...secure.edits, ...edits] } : undefined;
}

export const fixes: readonly Strategy[] = [systemRandom];
