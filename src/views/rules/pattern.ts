/** Makes a pattern of code: what a rule begins with, to be edited by a person. */

/** Words that stay: they are the code's structure, in any of the languages. */
const kept = new Set(
  (
    'and as assert async await break case catch class const continue def del do elif else except export extends false ' +
    'False finally for from function global if implements import in instanceof interface is lambda let new None nonlocal ' +
    'not null of or pass private protected public raise return self static super switch this throw throws True true try ' +
    'typeof undefined var void while with yield'
  ).split(' '),
);

const token =
  /(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<name>[A-Za-z_$][\w$]*)|(?<number>\b\d[\w.]*)|(?<other>[\s\S])/g;

/**
 * Generalizes code to a pattern: arguments and operands become metavariables, strings `"..."`; what is called, accessed or
 * named (keys and keyword arguments) stays.
 */
export function patternOf(code: string): string {
  const text = withoutEnd(dedented(code));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  let depth = 0;
  return text.replace(token, (whole: string, ...rest: unknown[]) => {
    const offset = rest.find((one) => typeof one === 'number') ?? 0;
    const first = whole[0] ?? '';
    if ('([{'.includes(first) && whole.length === 1) depth++;
    if (')]}'.includes(first) && whole.length === 1) depth = Math.max(0, depth - 1);
    if (whole.length > 1 && (first === '"' || first === "'")) return '"..."';
    if (!/^[A-Za-z_]/.test(whole) || kept.has(whole)) return whole;
    const before = text.slice(0, offset).trimEnd();
    const after = text.slice(offset + whole.length).trimStart();
    const isMember = before.endsWith('.') && !before.endsWith('...');
    const isCalledOrAccessed = /^(\(|\.|\?\.|::)/.test(after);
    const isKey = depth > 0 && /^(:(?!:)|=(?![=>]))/.test(after);
    const isDeclared = /\b(new|class|import|from|def|function|interface|extends)$/.test(before);
    if (isMember || isCalledOrAccessed || isKey || isDeclared) return whole;
    const known = names.get(whole);
    if (known !== undefined) return known;
    const metavariable = metavariableOf(whole, taken);
    names.set(whole, metavariable);
    return metavariable;
  });
}

/** `userName` is `$USER_NAME`; one that is taken gets a number. */
function metavariableOf(name: string, taken: Set<string>): string {
  const base = `$${
    name
      .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .toUpperCase()
      .replaceAll(/[^A-Z\d_]/g, '')
      .replace(/^[\d_]+/, '') || 'X'
  }`;
  let found = base;
  for (let number = 2; taken.has(found); number++) found = `${base}_${number}`;
  taken.add(found);
  return found;
}

/** Without a `;` that a selection happens to end with. */
const withoutEnd = (code: string): string => code.replace(/;$/, '');

/** Code without the spaces that all of its lines begin with. */
export function dedented(code: string): string {
  const lines = code.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n');
  while (lines.length > 0 && lines[0]?.trim() === '') lines.shift();
  // A selection may begin behind the spaces of its first line.
  const [first = '', ...others] = lines;
  const indents = others.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const own = first.search(/\S/);
  const least = Math.min(
    own > 0 || indents.length === 0 ? Math.max(own, 0) : Number.POSITIVE_INFINITY,
    ...indents,
  );
  const rest = others.map((line) => line.slice(Math.min(least, Math.max(line.search(/\S/), 0))));
  return [first.trimStart(), ...rest].join('\n').trim();
}

const languages: Readonly<Record<string, string>> = {
  javascript: 'javascript',
  javascriptreact: 'javascript',
  typescript: 'typescript',
  typescriptreact: 'typescript',
  python: 'python',
  java: 'java',
};

/**
 * A file with one rule.
 * @param languageId the editor's
 */
export function ruleText(id: string, languageId: string, code: string): string {
  const language = languages[languageId];
  const pattern = language === undefined ? withoutEnd(dedented(code)) : patternOf(code);
  const indented = pattern
    .split('\n')
    .map((line) => (line === '' ? '' : `      ${line}`))
    .join('\n');
  return `rules:
  - id: ${id}
    languages: [${language ?? 'generic'}]
    severity: WARNING
    message: Say what is wrong here, and what to do instead.
    pattern: |-
${indented}
`;
}
