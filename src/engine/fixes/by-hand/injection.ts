import type { Code } from './code.ts';
import type { Guide } from './guide.ts';
import { statementOf } from './statement.ts';

const list = (names: readonly string[]): string => names.join(', ');

const example = 'SELECT * FROM users WHERE id =';

/** A place for a name takes it from a list: a name cannot be handed over as a value. */
function sqlJavascript({ receiver, name, value, text, part }: Code): string {
  const made = statementOf(value, () => '?');
  if (made && !made.isOfValues)
    return `const names = { name: 'name', date: 'created_at' };\nconst chosen = names[${part}];\nif (!chosen) throw new Error('Unknown name.');\n${text.replace(part, 'chosen')}`;
  return made
    ? `${receiver}.${name}('${made.text}', [${list(made.values)}])`
    : `// ${value} has one ? for each value: '${example} ?'\n${receiver}.${name}(${value}, [id])`;
}

function sqlPython({ receiver, name, value, text, part }: Code): string {
  const made = statementOf(value, () => '%s');
  if (made && !made.isOfValues)
    return `NAMES = {"name": "name", "date": "created_at"}\nchosen = NAMES[${part}]\n${text.replace(part, 'chosen')}`;
  return made
    ? `${receiver}.${name}("${made.text}", (${list(made.values)},))`
    : `# ${value} has one %s for each value: "${example} %s"\n${receiver}.${name}(${value}, (user_id,))`;
}

function sqlJava({ value, text, part }: Code): string {
  const made = statementOf(value, () => '?');
  if (made && !made.isOfValues)
    return `Map<String, String> names = Map.of("name", "name", "date", "created_at");\nString chosen = Objects.requireNonNull(names.get(${part}));\n${text.replace(part, 'chosen')};`;
  const values = made?.values ?? ['id'];
  return [
    ...(made ? [] : [`// ${value} has one ? for each value: "${example} ?"`]),
    `PreparedStatement statement = connection.prepareStatement(${made ? `"${made.text}"` : value});`,
    ...values.map((one, i) => `statement.setString(${i + 1}, ${one});`),
    'statement.execute();',
  ].join('\n');
}

/** A command line as the words of its arguments. */
function words(value: string): string {
  const made = statementOf(value, (i) => `\u0000${i}\u0000`);
  if (!made) return '';
  return made.text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const only = /^\0(\d+)\0$/.exec(word.replaceAll(/['"]/g, ''));
      return only ? (made.values[Number(only[1])] ?? 'value') : `'${word.replaceAll(/\0(\d+)\0|['"]/g, '')}'`;
    })
    .join(', ');
}

export const injectionGuides: Readonly<Record<string, Guide>> = {
  'sql-injection': {
    say: 'Give the statement a place for each value, and hand the values over beside it. Choose names of tables and columns from a list.',
    examples: { javascript: sqlJavascript, python: sqlPython, java: sqlJava },
  },
  'nosql-injection': {
    say: 'Make each value a text or a number before it becomes part of the query, and write the operators yourself.',
    examples: {
      javascript: ({ callee, part }) => `${callee}({ name: { $eq: String(${field(part, '.name')}) } })`,
      python: ({ callee, part }) => `${callee}({"name": {"$eq": str(${field(part, '["name"]')})}})`,
      java: ({ callee, part }) => `${callee}(Filters.eq("name", String.valueOf(${part})))`,
    },
  },
  'command-injection': {
    say: 'Run the program with a list of arguments and without a shell. Choose the program itself from a list.',
    examples: {
      javascript: ({ callee, name, args, value, others }) =>
        /^(?:spawn|execFile|fork)/.test(name) && value === args[0]
          ? `const programs = { list: 'ls', show: 'cat' };\n${callee}(programs[${value}]${others})`
          : `execFile(${execWords(value, 'javascript')})`,
      python: ({ value }) => `subprocess.run([${execWords(value, 'python')}], check=True)`,
      java: ({ value }) => `new ProcessBuilder(${execWords(value, 'java')}).start()`,
    },
  },
  'code-injection': {
    say: 'Parse the value, for example as a number or as JSON, instead of evaluating it. Choose operations from a table.',
    examples: {
      javascript: ({ value }) =>
        `const number = Number(${value}); // for a number\nconst data = JSON.parse(${value}); // for data\nconst result = operations[${value}]?.(); // for an operation of a table`,
      python: ({ value }) =>
        `number = float(${value})  # for a number\ndata = json.loads(${value})  # for data\nresult = OPERATIONS[${value}]()  # for an operation of a table`,
      java: ({ value }) =>
        `// for a number\ndouble number = Double.parseDouble(${value});\n// for an operation of a table\nObject result = OPERATIONS.get(${value}).get();`,
    },
  },
  'ldap-injection': {
    say: 'Escape each value where it becomes part of the filter (RFC 4515) or of the name (RFC 4514).',
    examples: {
      javascript: ({ callee, part }) =>
        `const filter = new EqualityFilter({ attribute: 'uid', value: String(${part}) });\n${callee}(base, { filter })`,
      python: ({ text, part }) => text.replace(part, () => `escape_filter_chars(${part})`),
      java: ({ text, part }) => text.replace(part, () => `LdapEncoder.filterEncode(${part})`),
    },
  },
  'xpath-injection': {
    say: 'Bind the value as a variable of the expression, or refuse quotation marks in it.',
    examples: {
      javascript: ({ part }) =>
        `xpath.parse('//user[@name=$name]').select({ node, variables: { name: String(${part}) } })`,
      python: ({ callee, part }) => `${callee}("//user[@name=$name]", name=${part})`,
      java: ({ callee, receiver, part }) =>
        `${receiver}.setXPathVariableResolver(variable -> ${part});\n${callee}("//user[@name=$name]");`,
    },
  },
  'template-injection': {
    say: 'Use a template whose text is fixed, and hand the value to it.',
    examples: {
      javascript: ({ callee, value }) => `${callee}('Hello <%= text %>', { text: ${value} })`,
      python: ({ value }) => `render_template("page.html", text=${value})`,
      java: ({ value }) =>
        `Template template = configuration.getTemplate("page.ftl");\ntemplate.process(Map.of("text", ${value}), out);`,
    },
  },
  'path-traversal': {
    say: 'Resolve the path, and refuse it unless it lies in the folder that is meant.',
    examples: {
      javascript: ({ callee, value, others }) =>
        `const resolved = path.resolve(folder, String(${value}));\nif (!resolved.startsWith(folder + path.sep)) throw new Error('Not in the folder.');\n${callee}(resolved${others})`,
      python: ({ callee, value, others }) =>
        `resolved = (FOLDER / ${value}).resolve()\nif not resolved.is_relative_to(FOLDER):\n    raise ValueError("Not in the folder.")\n${callee}(resolved${others})`,
      java: ({ value }) =>
        `Path resolved = folder.resolve(${value}).normalize();\nif (!resolved.startsWith(folder)) {\n    throw new IllegalArgumentException("Not in the folder.");\n}`,
    },
  },
  xss: {
    say: 'Escape the value for the place where it stands, or set it as text. An address has to begin with `https:` or a slash.',
    examples: {
      javascript: ({ text, value, name, receiver, target, part }) => {
        const address = /\b(?:href|src|action)=\{([^{}]+)\}/.exec(text)?.[1];
        if (address !== undefined)
          return text.replace(`{${address}}`, `{/^(?:https:|\\/)/.test(${address}) ? ${address} : '#'}`);
        if (/innerHTML|outerHTML/.test(target))
          return `${target.replace(/\.\w+$/, '')}.textContent = ${value}`;
        if (/^(?:insertAdjacentHTML|write|writeln)$/.test(name)) return `${receiver}.append(${value})`;
        return text.replace(part, () => `escapeHtml(${part})`);
      },
      python: ({ text, part }) => text.replace(part, () => `escape(${part})`),
      java: ({ text, part }) => text.replace(part, () => `HtmlUtils.htmlEscape(${part})`),
    },
  },
};

/** One field of a whole request: what is meant has a name. */
const field = (part: string, name: string): string =>
  /(?:body|query|json|params|args|form)(?:\(\))?$/.test(part) ? part + name : part;

function execWords(value: string, language: 'javascript' | 'python' | 'java'): string {
  const parts = words(value);
  if (parts === '')
    return language === 'javascript'
      ? `'program', [${value}]`
      : language === 'python'
        ? `"program", ${value}`
        : `"program", ${value}`;
  if (language !== 'javascript') return parts.replaceAll("'", '"');
  const [program = "'program'", ...rest] = parts.split(', ');
  return `${program}, [${rest.join(', ')}]`;
}
