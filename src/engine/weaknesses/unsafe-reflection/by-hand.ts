import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value, callee }) => {
    const name = /^(?:[\d.]+|["'].*["'])$/.test(value) ? callee : value;
    return `const modules = { csv: require('./csv'), json: require('./json') };\nif (!Object.hasOwn(modules, ${name})) throw new Error('Unknown.');\nmodules[${name}]`;
  },
  python: ({ name, args, value }) =>
    `HANDLERS = {"csv": read_csv, "json": read_json}\nHANDLERS[${name === 'getattr' ? (args[1] ?? value) : value}]`,
  java: ({ value }) =>
    `Map<String, Supplier<Handler>> handlers = Map.of("csv", CsvHandler::new, "json", JsonHandler::new);\nHandler handler = handlers.get(${value}).get();`,
};
