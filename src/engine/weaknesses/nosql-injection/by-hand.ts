import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, part }) => `${callee}({ name: { $eq: String(${field(part, '.name')}) } })`,
  python: ({ callee, part }) => `${callee}({"name": {"$eq": str(${field(part, '["name"]')})}})`,
  java: ({ callee, part }) => `${callee}(Filters.eq("name", String.valueOf(${part})))`,
};

/** One field of a whole request: what is meant has a name. */
const field = (part: string, name: string): string =>
  /(?:body|query|json|params|args|form)(?:\(\))?$/.test(part) ? part + name : part;
