// One collection, with the operators that a query may hold.
const stored = [
  { user: 'ann', password: 'decoy-word', age: 30 },
  { user: 'bob', password: 'decoy-word-2', age: 40 },
];
const operators = {
  $ne: (value, other) => value !== other,
  $gt: (value, other) => value > other,
  $regex: (value, other) => new RegExp(other).test(value),
  $in: (value, others) => others.includes(value),
};
const matches = (value, wanted) =>
  wanted !== null && typeof wanted === 'object'
    ? Object.entries(wanted).every(([name, other]) => operators[name](value, other))
    : value === wanted;
const find = (query) =>
  stored.filter((one) => Object.entries(query).every(([name, wanted]) => matches(one[name], wanted)));
const collection = {
  findOne: async (query) => find(query)[0] ?? null,
  find: (query) => ({ toArray: async () => find(query) }),
};
exports.MongoClient = class {
  db() {
    return { collection: () => collection };
  }
};
