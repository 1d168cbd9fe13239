import { definePack } from '../../pack.ts';
import { argument, makes, members, neutral, sanitizers, sinks, typed } from './rows.ts';

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
    ]),
    ...typed('pymongo.Collection', [
      'pymongo.Database.*',
      'pymongo.Database.get_collection',
      'pymongo.collection.Collection',
      'pymongo.Collection.*',
    ]),
    ...typed('flask_pymongo.PyMongo', ['flask_pymongo.PyMongo']),
    ...sinks(
      'nosql-injection',
      `${looksLikeFilter}|Argument[0].*|Argument[filter]|Argument[filter].*`,
      members('pymongo.Collection', filtered),
    ),
    ...sinks(
      'nosql-injection',
      'Argument[0]|Argument[0].*',
      members('pymongo.Collection', 'aggregate map_reduce inline_map_reduce group'),
    ),
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
          ].map((stage) => `Argument[0].*.${stage}.${part}`),
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
    ...sinks(
      'nosql-injection',
      'Argument[0].$where|Argument[0].$function|Argument[filter].$where',
      members('pymongo.Collection', filtered),
      { judgedBy: 'code-injection' },
    ),
    // Collections of which nothing is known but what is done with them.
    ...sinks(
      'nosql-injection',
      'Argument[0]|Argument[0].*|Argument[filter]|Argument[filter].*',
      members('*', ownNames),
      { confidence: 70 },
    ),
    ...sinks(
      'nosql-injection',
      'Argument[0].$where|Argument[0].$function|Argument[filter].$where',
      members('*', `${ownNames} find`),
      {
        judgedBy: 'code-injection',
        confidence: 70,
        // Texts have a `find`, too.
        when: [{ input: 'Argument[0].$where|Argument[0].$function|Argument[filter].$where', absent: false }],
      },
    ),
    ...neutral(members('pymongo.Collection', `${filtered} aggregate insert_one insert_many`)),
    ...neutral(['bson.ObjectId', 'bson.objectid.ObjectId']),
    ...sinks('nosql-injection', 'Argument[__raw__]|Argument[__raw__].*', [
      'mongoengine.QuerySet.filter',
      'mongoengine.Document.objects',
      'mongoengine.QuerySet.get',
    ]),
    ...typed('mongoengine.QuerySet', ['mongoengine.Document.objects']),
    ...sinks('nosql-injection', 'Argument[0]', members('mongoengine.QuerySet', 'where exec_js')),
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
