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
  subtypes,
  types,
} from './rows.ts';

const statement = 'Argument[0]|Argument[0].text|Argument[0].sql|Argument[0].query';
const rows = { source: 'stored', type: 'sql.Rows' } as const;

/** Connections whose `query` and the like take a statement. */
function connection(type: string, methods: string): RowInput[] {
  const apis = members(type, methods);
  return [
    ...sinks('sql-injection', statement, apis),
    ...sources('stored', 'a row of the database', apis),
    ...types('sql.Rows', apis),
    ...calls(apis, 'last', [{}, rows]),
    ...neutral(apis),
  ];
}

/** What `pg` answers has the rows in it; a part of them is such a list, too, and one of them an object. */
const answered: RowInput[] = [
  ...types('sql.Rows', members('sql.Rows', 'rows recordset concat slice')),
  ...types('sql.Row', ['sql.Rows.*']),
];

const drivers: RowInput[] = [
  ...answered,
  ...['mysql', 'mysql2', 'mysql2/promise', 'promise-mysql', 'mariadb'].flatMap((module) => [
    ...types('mysql.Connection', members(module, 'createConnection createPool createPoolCluster')),
    secrets(
      `${module}.createConnection`,
      'Argument[0].password',
      'The password of the database is written in the code.',
    ),
    secrets(
      `${module}.createPool`,
      'Argument[0].password',
      'The password of the database is written in the code.',
    ),
    ...sanitizers(['sql-injection'], members(module, 'escape escapeId format')),
  ]),
  ...sanitizers(
    ['sql-injection'],
    [
      ...members('mysql.Connection', 'escape escapeId format'),
      ...members('sqlstring', 'escape escapeId format'),
    ],
  ),
  ...calls(['mysql.Connection.getConnection'], 'last', [{}, { type: 'mysql.Connection' }]),
  ...types('mysql.Connection', members('mysql.Connection', 'getConnection promise')),
  ...connection('mysql.Connection', 'query execute'),

  ...types('pg.Client', [...members('pg', 'Client Pool'), 'pg-pool', 'pg.native.Client']),
  ...members('pg', 'Client Pool').map((api) =>
    secrets(api, 'Argument[0].password', 'The password of the database is written in the code.'),
  ),
  ...types('pg.Client', ['pg.Client.connect']),
  ...calls(['pg.Client.connect', 'pg.connect'], 'last', [{}, { type: 'pg.Client' }]),
  ...connection('pg.Client', 'query'),
  ...sanitizers(
    ['sql-injection'],
    [...members('pg.Client', 'escapeLiteral escapeIdentifier'), ...members('pg-format', 'literal ident')],
  ),
  // `%L` and `%I` quote what they take, `%s` does not.
  ...['pg-format', 'pg-format.format', 'pg-format.withArray'].map(
    (api): RowInput => ({
      kind: 'sanitizer',
      api,
      clears: ['sql-injection'],
      input: 'Argument[1..]',
      when: [{ input: 'Argument[0]', matches: '%(?:\\d+\\$)?-?\\d*s', not: true }],
    }),
  ),
  ...types('pg-promise.Main', ['pg-promise', 'pg-promise.default']),
  ...types('pg-promise.Database', ['pg-promise.Main']),
  ...connection(
    'pg-promise.Database',
    'any one many none oneOrNone manyOrNone query result each map multi multiResult stream func proc',
  ),
  ...calls(members('pg-promise.Database', 'task tx taskIf txIf'), 'last', [{ type: 'pg-promise.Database' }]),
  // Formats values into a text: those that are named raw or open go in as they are.
  ...sanitizers(['sql-injection'], ['pg-promise.as.format', 'pg-promise.as.value'], 'Argument[1]'),

  ...types('sqlite3', ['sqlite3.verbose']),
  ...types('sqlite3.Database', [
    'sqlite3.Database',
    'sqlite.open',
    'sqlite3.cached.Database',
    'sqlite3.default.Database',
  ]),
  ...connection('sqlite3.Database', 'run all get each exec prepare'),
  ...types('better-sqlite3.Database', [
    'better-sqlite3',
    'node:sqlite.DatabaseSync',
    'sqlite.DatabaseSync',
    'bun:sqlite.Database',
  ]),
  ...connection('better-sqlite3.Database', 'exec prepare query'),

  ...types('mssql.Request', ['mssql.Request', 'mssql.ConnectionPool.request', 'mssql.request']),
  ...types('mssql.ConnectionPool', ['mssql.ConnectionPool', 'mssql.connect']),
  ...connection('mssql.Request', 'query batch'),
  ...sinks('sql-injection', 'Argument[0]', ['mssql.query', 'mssql.ConnectionPool.query']),
  ...sinks('sql-injection', 'Argument[0]', ['tedious.Request']),
  ...types('oracledb.Connection', ['oracledb.getConnection']),
  ...connection('oracledb.Connection', 'execute executeMany'),
  ...types('libsql.Client', [
    '@libsql/client.createClient',
    '@libsql/client/web.createClient',
    '@libsql/client/http.createClient',
    'libsql.Client.transaction',
  ]),
  ...connection('libsql.Client', 'execute executeMultiple'),
  ...sinks('sql-injection', 'Argument[0].*|Argument[0].*.sql', ['libsql.Client.batch']),
  ...types('clickhouse.Client', ['@clickhouse/client.createClient']),
  ...connection('clickhouse.Client', 'query command exec'),
  ...types('snowflake.Connection', ['snowflake-sdk.createConnection']),
  ...sinks('sql-injection', 'Argument[0].sqlText', ['snowflake.Connection.execute']),
  ...sinks('sql-injection', 'Argument[0]|Argument[0].query', ['@google-cloud/bigquery.BigQuery.query']),
  ...types('@google-cloud/bigquery.BigQuery', ['@google-cloud/bigquery.BigQuery']),
];

const builders: RowInput[] = [
  ...types('sequelize.Sequelize', ['sequelize', 'sequelize.Sequelize', 'sequelize.default']),
  { kind: 'subtype', api: 'sequelize-typescript.Sequelize', of: ['sequelize.Sequelize'] },
  ...connection('sequelize.Sequelize', 'query'),
  ...sinks('sql-injection', 'Argument[0]', [
    'sequelize.literal',
    'sequelize.Sequelize.literal',
    'sequelize.default.literal',
  ]),
  ...types('sequelize.Model', ['sequelize.Sequelize.define', 'sequelize.Model']),
  secrets('sequelize', 'Argument[2]', 'The password of the database is written in the code.'),
  secrets('sequelize.Sequelize', 'Argument[2]', 'The password of the database is written in the code.'),

  ...types('knex.Knex', ['knex', 'knex.knex', 'knex.Knex.transaction', 'knex.Knex.table']),
  ...sinks('sql-injection', 'Argument[0]', [
    'knex.raw',
    ...members(
      'knex.Knex',
      'raw whereRaw orWhereRaw andWhereRaw havingRaw orHavingRaw orderByRaw groupByRaw joinRaw fromRaw schemaRaw selectRaw',
    ),
  ]),
  ...sinks(
    'sql-injection',
    'Argument[0]',
    members('*', 'whereRaw orWhereRaw havingRaw orderByRaw groupByRaw joinRaw fromRaw'),
  ),
  ...types(
    'knex.Knex',
    members(
      'knex.Knex',
      'where whereRaw andWhere orWhere select from join leftJoin orderBy limit offset insert update del',
    ),
  ),

  ...types('typeorm.DataSource', [
    ...members('typeorm', 'DataSource createConnection getConnection getManager EntityManager'),
    ...members('typeorm.DataSource', 'manager createQueryRunner createEntityManager'),
  ]),
  ...types('typeorm.Repository', [
    'typeorm.getRepository',
    ...members(
      'typeorm.DataSource',
      'getRepository getMongoRepository getTreeRepository getCustomRepository',
    ),
    'typeorm.EntityManager.getRepository',
  ]),
  ...subtypes('typeorm.DataSource', members('typeorm', 'EntityManager QueryRunner Connection')),
  ...connection('typeorm.DataSource', 'query'),
  ...connection('typeorm.Repository', 'query'),
  ...types('typeorm.QueryBuilder', [
    ...members('typeorm.Repository', 'createQueryBuilder'),
    ...members('typeorm.DataSource', 'createQueryBuilder'),
    ...members(
      'typeorm.QueryBuilder',
      'select addSelect where andWhere orWhere having andHaving orHaving leftJoin innerJoin leftJoinAndSelect innerJoinAndSelect orderBy addOrderBy groupBy addGroupBy from update delete insert set skip take limit setParameter setParameters',
    ),
  ]),
  ...subtypes(
    'typeorm.QueryBuilder',
    members('typeorm', 'SelectQueryBuilder UpdateQueryBuilder DeleteQueryBuilder'),
  ),
  ...sinks(
    'sql-injection',
    'Argument[0]',
    members(
      'typeorm.QueryBuilder',
      'where andWhere orWhere having andHaving orHaving orderBy addOrderBy groupBy addGroupBy addSelect',
    ),
  ),
  ...sinks(
    'sql-injection',
    'Argument[2]',
    members('typeorm.QueryBuilder', 'leftJoin innerJoin leftJoinAndSelect innerJoinAndSelect'),
  ),

  ...types('@prisma/client.PrismaClient', [
    '@prisma/client.PrismaClient',
    '@prisma/client.PrismaClient.$extends',
  ]),
  ...sinks('sql-injection', 'Argument[0]', [
    ...members('@prisma/client.PrismaClient', '$queryRawUnsafe $executeRawUnsafe'),
    ...members('*', '$queryRawUnsafe $executeRawUnsafe'),
    '@prisma/client.Prisma.raw',
  ]),
  ...sinks('sql-injection', 'Argument[0]', ['drizzle-orm.sql.raw', 'kysely.sql.raw', 'kysely.sql.lit']),
  ...types('postgres.Sql', ['postgres']),
  ...sinks('sql-injection', 'Argument[0]', ['postgres.Sql.unsafe', 'slonik.sql.unsafe']),
  ...neutral(['drizzle-orm.sql', 'kysely.sql', 'postgres.Sql', 'slonik.sql']),
];

/** A statement is recognised by its words where the receiver is not known. */
const byShape: RowInput[] = sinks(
  'sql-injection',
  'Argument[0]',
  members('*', 'query execute exec run all get each prepare raw any one oneOrNone manyOrNone none'),
  { when: [{ input: 'Argument[0]', looksLike: 'sql' }], confidence: 85 },
);

/** SQL: drivers, query builders and object mappers. */
export const sql = definePack({
  id: 'javascript/sql',
  languages: [...both],
  title: 'SQL databases',
  provenance: documented,
  rows: [
    ...sinks('sql-injection', 'Argument[0].Statement', [
      '@aws-sdk/client-dynamodb.ExecuteStatementCommand',
      '@aws-sdk/lib-dynamodb.ExecuteStatementCommand',
    ]),
    ...drivers,
    ...builders,
    ...byShape,
  ],
});
