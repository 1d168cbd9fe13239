import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value }) => `JSON.parse(${value})`,
  python: ({ value }) => `json.loads(${value})`,
  java: ({ value }) =>
    `new ObjectMapper().readValue(${value}, Order.class) // a class of the data that is expected`,
};
