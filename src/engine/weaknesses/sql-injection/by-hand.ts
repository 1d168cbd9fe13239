import type { Code } from '../../fixes/by-hand/code.ts';
import type { Examples } from '../../fixes/by-hand/guide.ts';
import { statementOf } from '../../fixes/by-hand/statement.ts';

export const examples: Examples = { javascript: sqlJavascript, python: sqlPython, java: sqlJava };

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
