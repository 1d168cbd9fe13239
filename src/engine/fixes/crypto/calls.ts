import type { SyntaxNode } from '../../languages/syntax.ts';
import { type Call, callAt, callOf } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { type Fix, noFix, type Situation, type Strategy } from '../fix.ts';
import { pythonModule } from '../python-imports.ts';
import { resolved, statementAround, variableOf } from '../scope.ts';
import type { Source } from '../source.ts';
import { replaced, withoutElement, withoutStatement } from '../statements.ts';
import { pythonXml, withoutPickle, yamlSafe } from './python-calls.ts';

type Rewriting = (source: Source, call: Call, situation: Situation) => Edit[] | undefined;

interface CallRule extends Omit<Fix, 'edits' | 'strategy'> {
  readonly vulnClass: string;
  readonly language: Source['language'];
  readonly rewrite: Rewriting;
}

const renamedTo =
  (from: RegExp, to: string): Rewriting =>
  (_, call) =>
    from.test(call.name) ? [replaced(call.nameNode, to)] : undefined;

const literalFor =
  (from: RegExp, to: (mark: string) => string): Rewriting =>
  (source, call) => {
    const found = [...call.args, ...call.keywords.values()]
      .map((arg) => resolved(source, arg))
      .find((arg) => from.test(source.textOf(arg)));
    return found && [replaced(found, to(source.textOf(found).slice(0, 1)))];
  };

/** Takes one call out of a chain; where it is all there is, the whole statement. */
const withoutCall: Rewriting = (source, call) => {
  const parent = source.parentOf(call.node);
  const chained =
    parent &&
    /^(?:member_expression|method_invocation|attribute)$/.test(parent.type) &&
    parent.at === call.node.at;
  if (!call.receiver) return undefined;
  if (chained || parent?.type !== 'expression_statement')
    return [{ at: call.receiver.end, end: call.node.end, text: '' }];
  return call.receiver.type === 'identifier'
    ? [withoutStatement(source, call.node)]
    : [{ at: call.receiver.end, end: call.node.end, text: '' }];
};

const certificates = {
  title: 'Check the certificate of the other side',
  explanation:
    'The default check is in place again: a certificate has to be valid for the host that is asked for. A server with a certificate of its own making needs a trust store that has it.',
};
const keys = {
  title: 'Use keys of 2048 bits',
  explanation:
    'New keys have a length that cannot be broken today. Keys that are there already stay as they are.',
};
const signed = {
  title: 'Accept signed tokens only',
  explanation: 'Only tokens with a valid signature are read; others are an error.',
};
const forged = {
  title: 'Check requests for forgery',
  explanation:
    'Requests that change data must carry the token again. Forms and scripts that do not send it yet are refused until they do; an API that is authorised by a header alone does not need the check.',
};
const stack = {
  title: 'Keep the stack trace from the client',
  explanation:
    'The client gets a short text, and no file names, versions and internals. The error itself belongs in the log.',
};
const yaml = {
  title: 'Load YAML as data',
  explanation:
    'Only plain data is made from the text, and no objects of the program’s classes. Documents with such objects are refused.',
};
const origins = {
  title: 'Take the origins that are allowed from the environment',
  explanation:
    'Only origins that are listed in `ALLOWED_ORIGINS` may read the answers. Which those are is your decision.',
  needs: [
    {
      environment: 'ALLOWED_ORIGINS',
      text: 'Origins of the sites whose pages may read the answers, separated by commas. Until it is set, none may.',
    },
  ],
};

const rules: readonly CallRule[] = [
  {
    vulnClass: 'tls-verification-disabled',
    language: 'java',
    ...certificates,
    rewrite: (source, call) =>
      /hostnameVerifier$/i.test(call.name) ? withoutCall(source, call, {} as Situation) : undefined,
  },
  {
    vulnClass: 'weak-cipher',
    language: 'java',
    title: 'Use a current version of TLS',
    explanation:
      'TLS negotiates the newest version that both sides have. Sides that have only the broken one are refused.',
    rewrite: literalFor(/^"(?:SSL|SSLv2|SSLv3|TLSv1|TLSv1\.1)"$/, () => '"TLS"'),
  },
  {
    vulnClass: 'tls-verification-disabled',
    language: 'python',
    ...certificates,
    rewrite: (source, call) =>
      call.name === '_create_unverified_context' ? defaultContext(source, call) : undefined,
  },
  {
    vulnClass: 'weak-cipher',
    language: 'python',
    title: 'Use a current version of TLS',
    explanation:
      'The library’s own settings take a version of TLS that is sound, and check certificates. Sides that have only the broken one are refused.',
    rewrite: (source, call) => (call.name === 'SSLContext' ? defaultContext(source, call) : undefined),
  },
  {
    vulnClass: 'weak-cipher',
    language: 'python',
    title: 'Leave the choice of ciphers to the library',
    explanation:
      'The ciphers that the standard library takes by itself are sound. A peer that has none of them is refused.',
    rewrite: (source, call) =>
      call.name === 'set_ciphers' &&
      source.parentOf(call.node)?.type === 'expression_statement' &&
      isAmongOthers(source, call.node)
        ? [withoutStatement(source, call.node)]
        : undefined,
  },
  {
    vulnClass: 'tls-verification-disabled',
    language: 'python',
    title: 'Refuse unknown host keys',
    explanation:
      'A server whose key is not known is refused. Load the known hosts first (`load_system_host_keys`).',
    rewrite: (source, call) => {
      const [policy] = call.args;
      const text = policy ? source.textOf(policy) : '';
      return policy && /(?:AutoAdd|Warning)Policy/.test(text)
        ? [replaced(policy, text.replace(/(?:AutoAdd|Warning)Policy/, 'RejectPolicy'))]
        : undefined;
    },
  },
  {
    vulnClass: 'weak-cipher',
    language: 'java',
    ...keys,
    rewrite: literalFor(/^(?:512|768|1024)$/, () => '2048'),
  },
  {
    vulnClass: 'weak-cipher',
    language: 'python',
    ...keys,
    rewrite: literalFor(/^(?:512|768|1024)$/, () => '2048'),
  },
  {
    vulnClass: 'jwt-misuse',
    language: 'java',
    ...signed,
    rewrite: renamedTo(/^(?:parse|parseClaimsJwt|parsePlaintextJwt)$/, 'parseClaimsJws'),
  },
  {
    vulnClass: 'jwt-misuse',
    language: 'javascript',
    ...signed,
    rewrite: (source, call) => withoutNone(source, call),
  },
  {
    vulnClass: 'jwt-misuse',
    language: 'python',
    ...signed,
    rewrite: (source, call) => withoutNone(source, call),
  },
  ...(['javascript', 'python'] as const).map((language) => ({
    vulnClass: 'jwt-misuse',
    language,
    title: 'Sign tokens with the key that is there',
    explanation:
      '`HS256` takes the key for a secret that both sides have, and tokens without a signature are no longer made or taken. Where the key is the private one of a pair, name its algorithm instead, `RS256` say.',
    rewrite: (source: Source, call: Call) => signedWithKey(source, call),
  })),
  {
    vulnClass: 'csrf-disabled',
    language: 'java',
    ...forged,
    rewrite: (source, call) => {
      const [only] = call.args;
      if (call.name === 'csrf' && call.list && only && /^\w+::disable$/.test(source.textOf(only)))
        return [replaced(call.list, '(csrf -> {})')];
      if (call.name !== 'disable' || !call.receiver) return undefined;
      const text = source.textOf(call.receiver);
      const list =
        source.around(source.parentOf(call.node), 'lambda_expression') &&
        source.around(call.node, 'argument_list');
      const csrf = list && source.parentOf(list);
      if (csrf && /\.csrf\($/.test(source.text.slice(csrf.at, list.at + 1)))
        return [replaced(list, '(csrf -> {})')];
      if (!/\.csrf\(\)$/.test(text)) return undefined;
      const before = callOf(source, call.receiver)?.receiver;
      if (!before) return undefined;
      const parent = source.parentOf(call.node);
      if (parent?.type === 'expression_statement' && before.type === 'identifier')
        return [withoutStatement(source, call.node)];
      return [{ at: before.end, end: call.node.end, text: '' }];
    },
  },
  {
    vulnClass: 'csrf-disabled',
    language: 'javascript',
    ...forged,
    rewrite: (source, call) => {
      const text = source.textOf(call.node);
      const found = /(?:,\s*)?['"](?:POST|PUT|PATCH|DELETE)['"]/.exec(text);
      return found
        ? [{ at: call.node.at + found.index, end: call.node.at + found.index + found[0].length, text: '' }]
        : undefined;
    },
  },
  {
    vulnClass: 'information-exposure',
    language: 'java',
    ...stack,
    rewrite: (source, call) =>
      call.name === 'printStackTrace' && call.list
        ? [{ at: call.list.at, end: call.list.end, text: source.text === '' ? '' : '()' }]
        : undefined,
  },
  {
    vulnClass: 'information-exposure',
    language: 'python',
    ...stack,
    rewrite: (source, call) =>
      call.name === 'format_exc'
        ? [replaced(call.node, `${source.style.quote}Internal Server Error${source.style.quote}`)]
        : undefined,
  },
  {
    vulnClass: 'information-exposure',
    language: 'javascript',
    ...stack,
    rewrite: (source, call) => stackOut(source, call),
  },
  {
    vulnClass: 'unsafe-deserialization',
    language: 'python',
    ...yaml,
    rewrite: (source, call) => yamlSafe(source, call),
  },
  {
    vulnClass: 'unsafe-deserialization',
    language: 'javascript',
    ...yaml,
    rewrite: (source, call) =>
      call.name === 'load' && call.args[1] && /schema/.test(source.textOf(call.args[1]))
        ? [withoutElement(source, call.args[1])]
        : undefined,
  },
  {
    vulnClass: 'unsafe-deserialization',
    language: 'python',
    title: 'Load data only, and no objects',
    explanation:
      'Arrays and weights are loaded, and nothing in the file is run. Files that hold other objects are refused.',
    rewrite: (source, call) => withoutPickle(source, call),
  },
  {
    vulnClass: 'insecure-temporary-file',
    language: 'python',
    title: 'Make the temporary file with its name',
    explanation:
      'The file is made at once, readable by its owner only, so that nobody can take its name first. It exists, empty, from then on.',
    rewrite: (_, call) =>
      call.name === 'mktemp' && call.receiver && call.args.length === 0 && call.list
        ? [
            replaced(call.nameNode, 'NamedTemporaryFile'),
            {
              at: call.list.at + 1,
              end: call.list.at + 1,
              text: `delete=False${call.keywords.size > 0 ? ', ' : ''}`,
            },
            { at: call.node.end, end: call.node.end, text: '.name' },
          ]
        : undefined,
  },
  {
    vulnClass: 'cors-misconfiguration',
    language: 'java',
    ...origins,
    rewrite: (source, call) => {
      const [first] = call.args;
      if (!first || source.textOf(first) !== '"*"' || !/^allowedOrigin/.test(call.name)) return undefined;
      return [replaced(first, 'System.getenv().getOrDefault("ALLOWED_ORIGINS", "").split(",")')];
    },
  },
  {
    vulnClass: 'debug-enabled',
    language: 'java',
    title: 'Turn debugging off',
    explanation: 'Requests with their credentials stay out of the log.',
    rewrite: literalFor(/^true$/, () => 'false'),
  },
  {
    vulnClass: 'xxe',
    language: 'python',
    title: 'Parse XML without external entities',
    explanation:
      'Entities and document types from outside are not loaded. Documents that rely on them are read without what they refer to.',
    rewrite: (source, call) => pythonXml(source, call),
  },
  {
    vulnClass: 'insecure-temporary-file',
    language: 'java',
    title: 'Make a temporary file of its own',
    explanation:
      'The system makes a new file with a name that nobody can take first. Whoever reads the file by its old name needs the new one.',
    rewrite: (source, call) => ownTemporaryFile(source, call),
  },
];

/** The context that the standard library recommends: for clients, or for servers where the file makes one. */
function defaultContext(source: Source, call: Call): Edit[] {
  const module = call.receiver
    ? { name: source.textOf(call.receiver), edits: [] }
    : pythonModule(source, 'ssl');
  const isServer = /\bserver_side\s*=\s*True|\.load_cert_chain\(|\bstart_server\(|\bssl_context\s*=/.test(
    source.text,
  );
  const purpose = isServer ? `${module.name}.Purpose.CLIENT_AUTH` : '';
  return [...module.edits, replaced(call.node, `${module.name}.create_default_context(${purpose})`)];
}

/** `new File("/tmp/report.csv")` behind a variable that hands the new name on; a lone text names the file for others. */
function ownTemporaryFile(source: Source, call: Call): Edit[] | undefined {
  const [first] = call.args;
  const variable = first?.type === 'identifier' ? variableOf(source, first) : undefined;
  const made = call.name === 'File' ? call : callOf(source, first && resolved(source, first));
  const [path] = made?.args ?? [];
  const isHandedOn = call.name === 'File' || (variable !== undefined && variable.reads.length > 1);
  if (!made?.isNew || made.name !== 'File' || !path || made.args.length !== 1 || !isHandedOn)
    return undefined;
  if (source.parentOf(made.node)?.type !== 'variable_declarator') return undefined;
  const parts = /^"\/(?:var\/)?tmp\/(?:[\w-]+\/)*([\w-]{3,})(\.\w+)?"$/.exec(
    source.textOf(resolved(source, path)),
  );
  if (!parts) return undefined;
  const file = source.textOf(made.nameNode);
  return [replaced(made.node, `${file}.createTempFile("${parts[1]}", "${parts[2] ?? '.tmp'}")`)];
}

/** A block of Python may not be left without a statement. */
const isAmongOthers = (source: Source, node: SyntaxNode): boolean =>
  (source.parentOf(statementAround(source, node))?.children.length ?? 0) > 1;

/** `none` as the only algorithm, beside a key. */
function signedWithKey(source: Source, call: Call): Edit[] | undefined {
  const key = call.args[1] ?? call.keywords.get('key');
  if (!key || !call.list || /^(?:''|""|None|null|undefined)$/.test(source.textOf(key))) return undefined;
  const only = /\balgorithms?['"]?\s*[:=]\s*(?:\[\s*)?(['"])none\1\s*[\])},]/i.exec(source.textOf(call.list));
  if (!only) return undefined;
  const at = call.list.at + only.index + only[0].search(/['"]none/i) + 1;
  return [{ at, end: at + 'none'.length, text: 'HS256' }];
}

/** `algorithms` without `none`. */
function withoutNone(source: Source, call: Call): Edit[] | undefined {
  const text = source.textOf(call.node);
  const found = /,\s*(['"])none\1|(['"])none\2\s*,\s*/i.exec(text);
  return found
    ? [{ at: call.node.at + found.index, end: call.node.at + found.index + found[0].length, text: '' }]
    : undefined;
}

function stackOut(source: Source, call: Call): Edit[] | undefined {
  const edits: Edit[] = [];
  for (const arg of call.args) {
    if (/\.stack\)?$/.test(source.textOf(arg)) || /^`[^`]*\$\{\w+\.stack\}[^`]*`$/.test(source.textOf(arg)))
      edits.push(replaced(arg, `${source.style.quote}Internal Server Error${source.style.quote}`));
    for (const pair of arg.type === 'object' ? arg.children : [])
      if (/:\s*\w+\.stack$/.test(source.textOf(pair))) edits.push(withoutElement(source, pair));
  }
  return edits.length > 0 ? edits : undefined;
}

/** Calls that are wrong by their form are written as they should be. */
export const rewrittenCalls: Strategy = {
  classes: [...new Set(rules.map(({ vulnClass }) => vulnClass))],
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    for (const { vulnClass, language, title, explanation, needs, rewrite } of rules) {
      if (vulnClass !== finding.vulnClass || language !== source.language) continue;
      const edits = rewrite(source, call, situation);
      if (edits) return { strategy: `${vulnClass}/call`, title, explanation, edits, ...(needs && { needs }) };
    }
    return undefined;
  },
};

/** Marks that something needs a person, with why. */
export const knownObstacles: Strategy = {
  classes: ['weak-cipher'],
  languages: ['javascript', 'python', 'java'],
  fix: () =>
    noFix(
      'Another cipher or mode changes the form of what is encrypted, so that both sides and everything stored have to change together: use AES in GCM mode with a new random nonce for each text, kept beside it.',
    ),
};
