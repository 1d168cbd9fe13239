import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, part }) =>
    `const { name, email } = ${part};\n${text.replace(part, '{ name, email }')}`,
  python: ({ callee, name, args, part }) =>
    name === 'setattr'
      ? `if ${args[1] ?? 'name'} in {"name", "email"}:\n    ${callee}(${args.join(', ')})`
      : `${callee}(name=${part}["name"], email=${part}["email"])`,
  java: ({ args: [target = 'target'] }) =>
    `${target}.setName(request.getParameter("name"));\n${target}.setEmail(request.getParameter("email"));`,
};
