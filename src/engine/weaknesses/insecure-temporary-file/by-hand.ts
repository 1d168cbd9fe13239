import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, args }) =>
    `const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'app-'));\n${callee}(${["path.join(folder, 'cache')", ...args.slice(1)].join(', ')})`,
  python: ({ target }) => `with tempfile.NamedTemporaryFile() as ${lastName(target)}:\n    ...`,
  java: ({ target }) => `Path ${lastName(target)} = Files.createTempFile("app", null);`,
};

const lastName = (target: string): string =>
  /([A-Za-z_$][\w$]*)["'\]]*$/.exec(target === 'result' ? 'file' : target)?.[1] ?? 'file';
