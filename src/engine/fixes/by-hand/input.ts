import type { Guide } from './guide.ts';

export const inputGuides: Readonly<Record<string, Guide>> = {
  ssrf: {
    say: 'List the servers that may be asked, and compare the host of the address with the list.',
    examples: {
      javascript: ({ text, part }) =>
        `const { hostname } = new URL(${part});\nif (!allowedHosts.includes(hostname)) throw new Error('This host is not allowed.');\n${text}`,
      python: ({ text, part }) =>
        `if urlsplit(${part}).hostname not in ALLOWED_HOSTS:\n    raise ValueError("This host is not allowed.")\n${text}`,
      java: ({ text, value }) =>
        `if (!ALLOWED_HOSTS.contains(URI.create(String.valueOf(${value})).getHost())) {\n    throw new IllegalArgumentException("This host is not allowed.");\n}\n${text};`,
    },
  },
  'open-redirect': {
    say: 'Let the address begin with one slash and a path of this site, or choose it from a list.',
    examples: {
      javascript: ({ text, value }) =>
        `const next = String(${value});\nconst target = /^\\/(?![/\\\\])/.test(next) ? next : '/';\n${text.replace(value, 'target')}`,
      python: ({ text, value }) =>
        `target = ${value}\nif not re.match(r"/(?![/\\\\])", target):\n    target = "/"\n${text.replace(value, 'target')}`,
      java: ({ text, value }) =>
        `String target = ${value}.matches("/(?![/\\\\\\\\]).*") ? ${value} : "/";\n${text.replace(value, 'target')};`,
    },
  },
  xxe: {
    say: 'Switch document types and external entities off where the parser is made, before it reads anything.',
    examples: {
      javascript: ({ callee, value }) => `${callee}(${value}, { noent: false, nonet: true })`,
      python: ({ callee, value }) =>
        `parser = etree.XMLParser(resolve_entities=False, no_network=True)\n${callee}(${value}, parser)`,
      java: ({ text }) =>
        `factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);\n${text};`,
    },
  },
  'unsafe-deserialization': {
    say: 'Keep the data in a format that holds data only, such as JSON, and move what is stored to it.',
    examples: {
      javascript: ({ value }) => `JSON.parse(${value})`,
      python: ({ value }) => `json.loads(${value})`,
      java: ({ value }) =>
        `new ObjectMapper().readValue(${value}, Order.class) // a class of the data that is expected`,
    },
  },
  'log-injection': {
    say: 'Take line breaks out of what comes from outside before it is logged.',
    examples: {
      javascript: ({ callee, value }) => `${callee}(String(${value}).replaceAll(/[\\r\\n]/g, ' '))`,
      python: ({ callee, value }) => `${callee}("%r", ${value})`,
      java: ({ callee, value }) => `${callee}(String.valueOf(${value}).replaceAll("[\\r\\n]", " "))`,
    },
  },
  'trust-boundary': {
    say: 'Check the value before it is kept in the session: choose it from what is allowed, or take it from the store of accounts.',
    examples: {
      javascript: ({ target, value }) =>
        `const allowed = ['reader', 'editor'];\nif (!allowed.includes(${value})) throw new Error('Not allowed.');\n${target} = ${value};`,
      python: ({ target, value }) =>
        `if ${value} not in {"reader", "editor"}:\n    raise ValueError("Not allowed.")\n${target} = ${value}`,
      java: ({ text, value }) =>
        `if (!Set.of("reader", "editor").contains(${value})) {\n    throw new IllegalArgumentException("Not allowed.");\n}\n${text};`,
    },
  },
  'prototype-pollution': {
    say: 'Refuse `__proto__`, `constructor` and `prototype` as keys, or keep the data in a `Map`.',
    examples: {
      javascript: ({ text, name, args }) => {
        const refused = "const refused = ['__proto__', 'constructor', 'prototype'];";
        if (/^set/.test(name))
          return `${refused}\nif (refused.some((key) => String(${args[1] ?? 'key'}).includes(key))) throw new Error('Not a key.');\n${text}`;
        const last = args.at(-1) ?? 'data';
        return `${refused}\nconst safe = Object.fromEntries(Object.entries(${last}).filter(([key]) => !refused.includes(key)));\n${text.replace(last, 'safe')}`;
      },
    },
  },
  redos: {
    say: 'Say more exactly what the expression matches, so that no text has two ways to match, or bound its length first.',
    examples: {
      javascript: ({ text, value }) =>
        `if (String(${value}).length > 200) throw new Error('Too long.');\n${text}`,
      python: ({ text, value }) => `if len(${value}) > 200:\n    raise ValueError("Too long.")\n${text}`,
      java: ({ text, value }) =>
        `if (${value}.length() > 200) {\n    throw new IllegalArgumentException("Too long.");\n}\n${text};`,
    },
  },
  'regex-injection': {
    say: 'Escape the value before it becomes part of the expression.',
    examples: {
      javascript: ({ text, part }) => text.replace(part, () => `RegExp.escape(String(${part}))`),
      python: ({ text, part }) => text.replace(part, () => `re.escape(${part})`),
      java: ({ text, part }) => text.replace(part, () => `Pattern.quote(${part})`),
    },
  },
  'header-injection': {
    say: 'Take line breaks out of the value before it becomes part of the header.',
    examples: {
      javascript: ({ text, part }) => text.replace(part, () => `String(${part}).replaceAll(/[\\r\\n]/g, '')`),
      python: ({ text, part }) =>
        text.replace(part, () => `str(${part}).replace("\\r", "").replace("\\n", "")`),
      java: ({ text, part }) =>
        text.replace(part, () => `String.valueOf(${part}).replaceAll("[\\r\\n]", "")`),
    },
  },
  'unsafe-reflection': {
    say: 'List the classes, modules or methods that may be named, and look the name up in the list.',
    examples: {
      javascript: ({ value, callee }) => {
        const name = /^(?:[\d.]+|["'].*["'])$/.test(value) ? callee : value;
        return `const modules = { csv: require('./csv'), json: require('./json') };\nif (!Object.hasOwn(modules, ${name})) throw new Error('Unknown.');\nmodules[${name}]`;
      },
      python: ({ name, args, value }) =>
        `HANDLERS = {"csv": read_csv, "json": read_json}\nHANDLERS[${name === 'getattr' ? (args[1] ?? value) : value}]`,
      java: ({ value }) =>
        `Map<String, Supplier<Handler>> handlers = Map.of("csv", CsvHandler::new, "json", JsonHandler::new);\nHandler handler = handlers.get(${value}).get();`,
    },
  },
  'mass-assignment': {
    say: 'List the fields that a client may set, and take only those from the request.',
    examples: {
      javascript: ({ text, part }) =>
        `const { name, email } = ${part};\n${text.replace(part, '{ name, email }')}`,
      python: ({ callee, name, args, part }) =>
        name === 'setattr'
          ? `if ${args[1] ?? 'name'} in {"name", "email"}:\n    ${callee}(${args.join(', ')})`
          : `${callee}(name=${part}["name"], email=${part}["email"])`,
      java: ({ args: [target = 'target'] }) =>
        `${target}.setName(request.getParameter("name"));\n${target}.setEmail(request.getParameter("email"));`,
    },
  },
  'information-exposure': {
    say: 'Write the error to the log, and answer with a text of your own.',
    examples: {
      javascript: ({ callee, target, part, text }) => {
        const answer = "{ error: 'Something went wrong.' }";
        const log = /process\.env/.test(text) ? '' : `console.error(${errorOf(part)});\n`;
        return target === 'result' ? `${log}${callee}(${answer})` : `${log}${target} = ${answer}`;
      },
      python: ({ part }) =>
        `logger.error("Request failed: %r", ${errorOf(part)})\nreturn {"error": "Something went wrong."}, 500`,
      java: ({ part }) =>
        `log.error("Request failed", ${errorOf(part)});\nresponse.sendError(500, "Something went wrong.");`,
    },
  },
};

/** The error itself, of which a message or a trace is answered. */
const errorOf = (part: string): string =>
  /(?:^|[({\s])(e|ex|err|error|exc|exception|problem|cause|t)\b/.exec(part)?.[1] ?? 'error';
