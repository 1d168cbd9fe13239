import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value }) =>
    `const number = Number(${value}); // for a number\nconst data = JSON.parse(${value}); // for data\nconst result = operations[${value}]?.(); // for an operation of a table`,
  python: ({ value }) =>
    `number = float(${value})  # for a number\ndata = json.loads(${value})  # for data\nresult = OPERATIONS[${value}]()  # for an operation of a table`,
  java: ({ value }) =>
    `// for a number\ndouble number = Double.parseDouble(${value});\n// for an operation of a table\nObject result = OPERATIONS.get(${value}).get();`,
};
