import { definePack } from '../../pack.ts';
import { argument, makes, members, neutral, sanitizers, sinks, subtypes, typed } from './rows.ts';

const clients = [
  'pymongo.MongoClient',
  'pymongo.mongo_client.MongoClient',
  'motor.motor_asyncio.AsyncIOMotorClient',
  'motor.motor_tornado.MotorClient',
  'pymongo.AsyncMongoClient',
];
const filtered =
  'find find_one find_one_and_delete find_one_and_replace find_one_and_update delete_one delete_many update_one update_many replace_one count_documents count remove update distinct find_and_modify';
/** Names that no other library gives its methods. */
const ownNames =
  'find_one find_one_and_delete find_one_and_replace find_one_and_update delete_one delete_many update_one update_many replace_one count_documents';
const looksLikeFilter = 'Argument[0]';
/** Programs that a filter has the server run. */
const programs = ['Argument[0]', 'Argument[filter]']
  .flatMap((filter) => [`${filter}.$where`, `${filter}.$function`, `${filter}.$expr.$function.body`])
  .join('|');

export const mongo = definePack({
  id: 'python/mongodb',
  languages: ['python'],
  title: 'MongoDB',
  provenance: 'PyMongo, Motor, MongoEngine and Flask-PyMongo documentation',
  rows: [
    ...makes('pymongo.MongoClient', clients),
    // A client's attributes and items are databases, theirs are collections.
    ...typed('pymongo.Database', [
      'pymongo.MongoClient.*',
      'pymongo.MongoClient.get_database',
      'pymongo.MongoClient.get_default_database',
      'flask_pymongo.PyMongo.db',
      'pymongo.database.Database',
      // MongoEngine's connections are clients of PyMongo.
      ...members('mongoengine', 'get_db connection.get_db'),
      ...members('flask_mongoengine.MongoEngine', 'get_db'),
      'mongoengine.Document._get_db',
    ]),
    ...makes('pymongo.MongoClient', [
      ...members('mongoengine', 'connect get_connection connection.connect connection.get_connection'),
      ...members('flask_mongoengine.MongoEngine', 'connection'),
      'flask_pymongo.PyMongo.cx',
    ]),
    ...makes('flask_mongoengine.MongoEngine', ['flask_mongoengine.MongoEngine', 'flask_mongoengine.db']),
    ...subtypes(
      ['mongoengine.Document'],
      [
        ...members('mongoengine', 'DynamicDocument document.Document document.DynamicDocument'),
        ...members('flask_mongoengine.MongoEngine', 'Document DynamicDocument'),
        'flask_mongoengine.Document',
        // `db.Document` of an object that is made elsewhere.
        ...members('*', 'Document DynamicDocument'),
      ],
    ),
    ...typed('pymongo.Collection', [
      'pymongo.Database.*',
      'pymongo.Database.get_collection',
      'pymongo.collection.Collection',
      'pymongo.Collection.*',
      'mongoengine.Document._get_collection',
    ]),
    ...typed('flask_pymongo.PyMongo', ['flask_pymongo.PyMongo']),
    ...sinks(
      'nosql-injection',
      `${looksLikeFilter}|Argument[0].*|Argument[filter]|Argument[filter].*`,
      members('pymongo.Collection', filtered),
    ),
    ...sinks('nosql-injection', 'Argument[0]|Argument[0].*|Argument[pipeline]|Argument[pipeline].*', [
      ...members('pymongo.Collection', 'aggregate aggregate_raw_batches'),
      'pymongo.Database.aggregate',
    ]),
    // Their functions are programs.
    ...sinks(
      'nosql-injection',
      'Argument[0]|Argument[1]|Argument[map]|Argument[reduce]|Argument[finalize]',
      members('pymongo.Collection', 'map_reduce inline_map_reduce'),
      { judgedBy: 'code-injection' },
    ),
    ...sinks(
      'nosql-injection',
      'Argument[2]|Argument[3]|Argument[reduce]|Argument[finalize]',
      members('pymongo.Collection', 'group'),
      { judgedBy: 'code-injection' },
    ),
    ...sinks('nosql-injection', 'Argument[query]|Argument[query].*', [
      ...members('pymongo.Collection', 'map_reduce inline_map_reduce'),
    ]),
    // Programs that the server runs.
    ...sinks(
      'nosql-injection',
      ['body', 'accumulate', 'init', 'merge']
        .flatMap((part) =>
          [
            '$match.$expr.$function',
            '$project.*.$function',
            '$addFields.*.$function',
            '$group.*.$accumulator',
          ].flatMap((stage) => [`Argument[0].*.${stage}.${part}`, `Argument[pipeline].*.${stage}.${part}`]),
        )
        .join('|'),
      members('pymongo.Collection', 'aggregate'),
      { judgedBy: 'code-injection' },
    ),
    ...sinks('nosql-injection', 'Argument[0]|Argument[1]', members('pymongo.Database', 'command eval')),
    // What a form or an address holds is text, and text is no operator; but `$where` is a program.
    ...sanitizers(
      ['nosql-injection'],
      [
        'werkzeug.MultiDict.*',
        'werkzeug.MultiDict.get',
        'django.http.QueryDict.*',
        'django.http.QueryDict.get',
        ...members(
          'tornado.web.RequestHandler',
          'get_argument get_query_argument get_body_argument get_arguments get_query_arguments get_body_arguments get_cookie',
        ),
      ],
      { input: 'Receiver|Argument[1]|Argument[default]' },
    ),
    // Other frameworks' queries, forms, paths, headers and cookies.
    ...sanitizers(
      ['nosql-injection'],
      [
        ...members('aiohttp.web.Request', 'query match_info headers cookies query_string path url post'),
        ...members(
          'bottle.request',
          'query forms params headers cookies GET POST url path fullpath get_cookie get_header',
        ),
        ...members('sanic.Request', 'args form headers cookies url path'),
        ...members('starlette.requests.Request', 'query_params path_params headers cookies form'),
        ...members('pyramid.request.Request', 'GET POST params matchdict headers cookies'),
        ...members('falcon.Request', 'get_param get_header params headers cookies path uri'),
      ],
      { input: 'ReturnValue' },
    ),
    ...sinks('nosql-injection', programs, members('pymongo.Collection', filtered), {
      judgedBy: 'code-injection',
    }),
    // Collections of which nothing is known but what is done with them.
    ...sinks(
      'nosql-injection',
      'Argument[0]|Argument[0].*|Argument[filter]|Argument[filter].*',
      members('*', ownNames),
      { confidence: 70 },
    ),
    ...sinks('nosql-injection', programs, members('*', `${ownNames} find`), {
      judgedBy: 'code-injection',
      confidence: 70,
      // Texts have a `find`, too.
      when: [{ input: programs, absent: false }],
    }),
    ...neutral(members('pymongo.Collection', `${filtered} aggregate insert_one insert_many`)),
    ...neutral(['bson.ObjectId', 'bson.objectid.ObjectId']),
    ...sinks('nosql-injection', 'Argument[__raw__]|Argument[__raw__].*', [
      'mongoengine.QuerySet.filter',
      'mongoengine.Document.objects',
      'mongoengine.QuerySet.get',
    ]),
    // What is asked for is in the database: it is not the question.
    ...makes('mongoengine.QuerySet', [
      'mongoengine.Document.objects',
      ...members('mongoengine.QuerySet', 'filter exclude order_by limit skip only no_cache'),
    ]),
    ...neutral(members('mongoengine.QuerySet', 'first get count')),
    ...sinks('nosql-injection', 'Argument[0]', members('mongoengine.QuerySet', 'where exec_js')),
    // Keys that begin with `$` are taken out.
    ...sanitizers(['nosql-injection'], ['mongosanitizer.sanitizer.sanitize']),
    // A text cannot be an operator.
    ...sanitizers(['nosql-injection'], ['str', 'repr', 'json.dumps', 'flask.escape', 'markupsafe.escape']),
  ],
});

export const redis = definePack({
  id: 'python/redis',
  languages: ['python'],
  title: 'Redis',
  provenance: 'redis-py documentation',
  rows: [
    ...makes('redis.Redis', [
      'redis.Redis',
      'redis.StrictRedis',
      'redis.from_url',
      'redis.Redis.from_url',
      'redis.asyncio.Redis',
      'redis.asyncio.from_url',
      'flask_redis.FlaskRedis',
    ]),
    ...sinks('code-injection', argument(0, 'script'), members('redis.Redis', 'eval register_script')),
  ],
});
