import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  both,
  calls,
  documented,
  members,
  neutral,
  sanitizers,
  secrets,
  sinks,
  sources,
  types,
} from './rows.ts';

const finders =
  'find findOne findOneAndUpdate findOneAndDelete findOneAndRemove findOneAndReplace distinct where';
/** These take a filter as well, and give back numbers. */
const counters =
  'count countDocuments deleteOne deleteMany updateOne updateMany update replaceOne remove exists';
/** A filter, or a value in it that may be an object with operators. */
const filter = 'Argument[0]|Argument[0].*|Argument[0].$or.*.*|Argument[0].$and.*.*|Argument[0].$nor.*.*';
const changes = 'Argument[1]|Argument[1].$set';
const document = { source: 'stored', type: 'document.Rows' } as const;

function collection(type: string): RowInput[] {
  const apis = members(type, finders);
  const numbers = members(type, counters);
  return [
    ...sinks('nosql-injection', filter, [...apis, ...numbers]),
    ...sinks('nosql-injection', 'Argument[0].$where', [...apis, ...numbers], {
      what: 'a script that the database runs',
      judgedBy: 'code-injection',
    }),
    ...neutral(numbers),
    ...sources('stored', 'a document of the database', apis),
    ...types('document.Rows', apis),
    ...calls(apis, 'last', [{}, document]),
    ...neutral(apis),
    ...sinks('nosql-injection', 'Argument[0]|Argument[0].*', members(type, 'aggregate'), { confidence: 60 }),
    ...sinks(
      'mass-assignment',
      changes,
      members(type, 'updateOne updateMany update findOneAndUpdate findByIdAndUpdate'),
      {
        when: [{ input: 'Argument[1]', type: 'express.Body' }],
      },
    ),
  ];
}

/** Cypher: parameters go apart from the text. */
const neo4j: RowInput[] = [
  ...types('neo4j.Driver', ['neo4j-driver.driver', 'neo4j-driver.default.driver']),
  ...types('neo4j.Session', members('neo4j.Driver', 'session rxSession')),
  ...types('neo4j.Transaction', ['neo4j.Session.beginTransaction']),
  ...calls(members('neo4j.Session', 'readTransaction writeTransaction executeRead executeWrite'), 0, [
    { type: 'neo4j.Transaction' },
  ]),
  ...sinks(
    'nosql-injection',
    'Argument[0]',
    members('neo4j', 'Session.run Transaction.run Driver.executeQuery'),
    {
      what: 'a statement of the database',
      judgedBy: 'sql-injection',
    },
  ),
];

const mongo: RowInput[] = [
  ...types('mongodb.MongoClient', ['mongodb.MongoClient', 'mongodb.MongoClient.connect', 'mongodb.connect']),
  ...calls(['mongodb.MongoClient.connect', 'mongodb.connect'], 'last', [{}, { type: 'mongodb.MongoClient' }]),
  ...types('mongodb.Db', ['mongodb.MongoClient.db', 'mongodb.Db', 'mongoose.Connection.db']),
  // `db.collection(…)` tells what it is wherever the database object came from.
  ...types('mongodb.Collection', [
    'mongodb.Db.collection',
    'mongodb.MongoClient.collection',
    '*.collection',
    'mongoist.collection',
    'marsdb.Collection',
    'nedb',
    '@seald-io/nedb',
  ]),
  ...collection('mongodb.Collection'),
  ...sanitizers(
    ['nosql-injection'],
    [
      'mongodb.ObjectId',
      'mongodb.ObjectID',
      'bson.ObjectId',
      'mongoose.Types.ObjectId',
      'mongoose.mongo.ObjectId',
    ],
  ),
  ...sanitizers(
    ['nosql-injection'],
    ['mongo-sanitize', 'express-mongo-sanitize.sanitize', 'mongoose.sanitizeFilter'],
  ),
  ...[
    'mongodb.MongoClient',
    'mongodb.MongoClient.connect',
    'mongoose.connect',
    'mongoose.createConnection',
  ].map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'hard-coded-secret',
      when: [{ input: 'Argument[0]', matches: '^mongodb(?:\\+srv)?://[^/:@]+:[^/@{}$]+@' }],
      message: 'The password of the database is written in the code.',
    }),
  ),
];

const mongoose: RowInput[] = [
  ...types('mongoose.Model', [
    'mongoose.model',
    'mongoose.Connection.model',
    'mongoose.Model',
    'mongoose.default.model',
  ]),
  // What is put into a schema's `statics` is a method of its model.
  ...types('mongoose.Model', ['mongoose.Schema.statics']),
  { kind: 'store', api: 'mongoose.Model' },
  ...types('mongoose.Connection', ['mongoose.createConnection', 'mongoose.connection']),
  ...collection('mongoose.Model'),
  ...sources('stored', 'a document of the database', members('mongoose.Model', 'findById findByIdAndUpdate')),
  ...types('document.Rows', members('mongoose.Model', 'findById findByIdAndUpdate')),
  ...neutral(members('mongoose.Model', 'findById findByIdAndUpdate findByIdAndDelete create')),
  ...calls(members('mongoose.Model', 'findById'), 'last', [{}, document]),
  ...types('document.Rows', members('document.Rows', 'exec lean populate sort limit skip select then')),
  // A query that is not yet sent takes more conditions.
  ...types('document.Rows', members('document.Rows', 'where and or nor')),
  ...sinks(
    'nosql-injection',
    'Argument[0]|Argument[0].*',
    members('document.Rows', 'where and or nor merge'),
  ),
  ...sinks('nosql-injection', 'Argument[1]|Argument[1].*', [
    'mongoose.Model.distinct',
    'document.Rows.distinct',
  ]),
  ...sinks(
    'mass-assignment',
    'Argument[0]',
    ['mongoose.Model', ...members('mongoose.Model', 'create insertMany')],
    {
      when: [{ input: 'Argument[0]', type: 'express.Body' }],
    },
  ),
  ...sinks(
    'mass-assignment',
    'Argument[0]',
    members('sequelize.Model', 'create update build bulkCreate upsert'),
    {
      when: [{ input: 'Argument[0]', type: 'express.Body' }],
    },
  ),
  ...sinks('mass-assignment', 'Argument[0].data', members('*', 'create update upsert'), {
    when: [{ input: 'Argument[0].data', type: 'express.Body' }],
  }),
  ...sinks('mass-assignment', 'Argument[0]', members('*', 'create insertMany bulkCreate'), {
    when: [{ input: 'Argument[0]', type: 'express.Body' }],
    confidence: 60,
  }),
  ...['*', 'mongoose.Model'].flatMap((owner) =>
    sinks('mass-assignment', 'Argument[1]', members(owner, 'findByIdAndUpdate findOneAndUpdate'), {
      when: [{ input: 'Argument[1]|Argument[1].$set', type: 'express.Body' }],
    }),
  ),
  ...sinks('mass-assignment', 'Argument[0]', members('document.Rows', 'set update'), {
    when: [{ input: 'Argument[0]', type: 'express.Body' }],
  }),
  ...sinks('mass-assignment', 'Argument[1]', ['Object.assign'], {
    when: [
      { input: 'Argument[1]', type: 'express.Body' },
      { input: 'Argument[0]', type: 'document.Rows' },
    ],
  }),
];

/** Finders and writers that object mappers of all kinds name so: what they give is not what they were asked for. */
const mappers =
  'findAll findOne findMany findUnique findFirst findById findByPk findOrCreate findAndCountAll findOneBy findBy findOneOrFail countDocuments paginate deleteOne deleteMany updateOne updateMany insertOne insertMany bulkCreate upsert findByIdAndUpdate findByIdAndDelete findOneAndUpdate findOneAndDelete';

const anyMapper: RowInput[] = [
  ...neutral(members('*', mappers)),
  ...types('document.Rows', members('*', mappers)),
  ...calls(members('*', mappers), 'last', [{}, { type: 'document.Rows' }]),
];

const others: RowInput[] = [
  ...types('redis.Client', ['redis.createClient', 'ioredis', 'ioredis.Redis']),
  ...sinks('code-injection', 'Argument[0]', ['redis.Client.eval'], {
    what: 'a script that the database runs',
  }),
  ...sources('stored', 'a value of the cache', members('redis.Client', 'get hget hgetall lrange')),
  ...neutral(members('redis.Client', 'get hget hgetall lrange')),
  secrets(
    'redis.createClient',
    'Argument[0].password',
    'The password of the database is written in the code.',
  ),
  ...types('nano.Database', ['nano.use', 'nano.db.use']),
  ...sinks('nosql-injection', 'Argument[0]|Argument[0].selector|Argument[0].selector.*', [
    'nano.Database.find',
  ]),
];

/** Document stores and caches. */
export const documents = definePack({
  id: 'javascript/documents',
  languages: [...both],
  title: 'MongoDB, Mongoose, Redis and CouchDB',
  provenance: documented,
  rows: [...neo4j, ...mongo, ...mongoose, ...anyMapper, ...others],
});
