import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ line }) => `if (process.env.NODE_ENV === 'development') ${line}`,
  python: ({ callee }) => `${callee}(debug=os.environ.get("APP_DEBUG") == "1")`,
  java: () => 'spring.devtools.add-properties=false',
};
