import { definePack } from '../../pack.ts';
import {
  argument,
  constantText,
  makes,
  members,
  misuses,
  neutral,
  sanitizers,
  sinks,
  sources,
  subtypes,
  typed,
} from './rows.ts';

/** What makes a class for models to extend. */
const declarativeBases = ['sqlalchemy.orm.declarative_base', 'sqlalchemy.ext.declarative.declarative_base'];

/** Modules that follow PEP 249: connect() gives a connection, cursor() a cursor. */
const drivers = [
  'sqlite3',
  'psycopg2',
  'psycopg',
  'MySQLdb',
  'pymysql',
  'mysql.connector',
  'cx_Oracle',
  'oracledb',
  'pyodbc',
  'pymssql',
  'aiosqlite',
  'aiomysql',
  'aiopg',
  'snowflake.connector',
  'pysqlite2.dbapi2',
  'sqlcipher3',
  'mariadb',
  'ibm_db_dbi',
  'hdbcli.dbapi',
  'vertica_python',
  'trino.dbapi',
  'duckdb',
  'prestodb.dbapi',
  'pyhive.hive',
  'pyhive.presto',
  'impala.dbapi',
  'clickhouse_driver',
  'clickhouse_driver.dbapi',
  'phoenixdb',
  'redshift_connector',
  'pg8000',
  'pg8000.dbapi',
  'asyncmy',
  'databricks.sql',
  'teradatasql',
  'firebirdsql',
  'fdb',
  'crate.client',
  'libsql',
];
const mapped = ['aiomysql.sa', 'aiopg.sa'];
const peeweeTypes = 'Sqlite Postgresql MySQL'
  .split(' ')
  .flatMap((name) => [
    `peewee.${name}Database`,
    ...members('playhouse.pool', `Pooled${name}Database PooledExtDatabase`.replace('ExtD', `${name}ExtD`)),
    `playhouse.${name.toLowerCase()}_ext.${name}ExtDatabase`,
  ]);
const pools = [
  'psycopg2.pool.SimpleConnectionPool',
  'psycopg2.pool.ThreadedConnectionPool',
  'psycopg2.pool.AbstractConnectionPool',
  'psycopg_pool.ConnectionPool',
  'psycopg_pool.AsyncConnectionPool',
  ...['aiomysql', 'aiopg', 'asyncmy'].flatMap((driver) => members(driver, 'create_pool Pool')),
  ...members('oracledb', 'create_pool create_pool_async ConnectionPool SessionPool'),
  ...members('cx_Oracle', 'SessionPool'),
  'mysql.connector.pooling.MySQLConnectionPool',
  ...members('dbutils', 'pooled_db.PooledDB persistent_db.PersistentDB'),
];
const reads = 'fetchone fetchall fetchmany fetchval fetchrow fetch';
const looksLikeSql = [{ input: 'Argument[0]', looksLike: 'sql' as const }];

export const databases = definePack({
  id: 'python/dbapi',
  languages: ['python'],
  title: 'SQL databases',
  provenance: 'PEP 249; psycopg2, mysqlclient, PyMySQL, asyncpg, records and peewee documentation',
  rows: [
    ...sanitizers(['sql-injection'], ['*.escape_string', '*.mogrify'], { input: 'Argument[0]' }),
    ...makes('dbapi.Connection', [
      ...drivers.flatMap((driver) => members(driver, 'connect Connection')),
      'MySQLdb.Connect',
      'MySQLdb.connections.Connection',
      'sqlite3.dbapi2.connect',
      'psycopg2.extensions.connection',
      'pymysql.connections.Connection',
    ]),
    ...makes('dbapi.Pool', pools),
    ...makes('dbapi.Connection', members('dbapi.Pool', 'getconn connection acquire get_connection')),
    ...makes('dbapi.Cursor', [
      ...members('dbapi.Connection', 'cursor'),
      ...members('dbapi.Pool', 'cursor'),
      'psycopg2.extensions.cursor',
      'psycopg2.extras.DictCursor',
      'psycopg2.extras.RealDictCursor',
      'sqlite3.Cursor',
    ]),
    { kind: 'alias', api: 'django.db.connection', of: 'dbapi.Connection' },
    ...typed('dbapi.Connection', ['django.db.connections.*']),
    ...sinks('sql-injection', argument(0, 'query'), [
      ...members('dbapi.Cursor', 'execute executemany executescript mogrify copy_expert callproc'),
      ...members(
        'dbapi.Connection',
        'execute executemany executescript query execute_insert execute_fetchall',
      ),
    ]),
    ...sinks('sql-injection', argument(0, 'sql'), members('dbapi.Cursor', 'execute')),
    ...makes('dbapi.Cursor', [
      ...members('dbapi.Cursor', 'execute executemany executescript'),
      ...members('dbapi.Connection', 'execute executemany executescript'),
    ]),
    // Composed statements quote names and values.
    ...['psycopg2', 'psycopg'].flatMap((module) =>
      sanitizers(['sql-injection'], members(`${module}.sql`, 'Identifier Literal Placeholder')),
    ),
    // What a program reads back is its own to trust as a name or an address, not as code, a statement or a page.
    ...sources('stored', 'a row of the database', members('dbapi.Cursor', reads)),
    ...sanitizers(
      [
        'path-traversal',
        'ssrf',
        'open-redirect',
        'unsafe-reflection',
        'template-injection',
        'regex-injection',
        'ldap-injection',
        'xpath-injection',
      ],
      members('dbapi.Cursor', reads),
      { input: 'ReturnValue' },
    ),
    ...neutral(members('dbapi.Cursor', reads)),

    ...makes('asyncpg.Connection', [
      'asyncpg.connect',
      'asyncpg.Connection',
      'asyncpg.Pool',
      'asyncpg.create_pool',
      'asyncpg.Pool.acquire',
      'asyncpg.connection.Connection',
      'asyncpg.pool.Pool',
    ]),
    { kind: 'subtype', api: 'asyncpg.Pool', of: ['asyncpg.Connection'] },
    ...makes('asyncpg.Connection', ['asyncpg.Connection.acquire']),
    ...sinks(
      'sql-injection',
      argument(0, 'query'),
      members('asyncpg.Connection', 'execute executemany fetch fetchrow fetchval cursor prepare'),
    ),
    ...neutral(members('asyncpg.Connection', 'execute executemany fetch fetchrow fetchval')),

    // Clients of ClickHouse and Cassandra, which have statements of their own kind.
    ...makes('clickhouse_driver.Client', [
      ...members('clickhouse_driver', 'Client client.Client Client.from_url'),
      ...members('aioch', 'Client client.Client'),
    ]),
    ...sinks(
      'sql-injection',
      argument(0, 'query'),
      members(
        'clickhouse_driver.Client',
        'execute execute_with_progress execute_iter query_dataframe insert_dataframe',
      ),
    ),
    ...makes(
      'clickhouse_connect.Client',
      members('clickhouse_connect', 'get_client create_client get_async_client'),
    ),
    ...sinks('sql-injection', argument(0, 'query'), [
      ...members(
        'clickhouse_connect.Client',
        'query query_df query_np query_arrow raw_query query_rows_stream',
      ),
    ]),
    ...sinks('sql-injection', argument(0, 'cmd'), ['clickhouse_connect.Client.command']),
    ...makes('cassandra.cluster.Cluster', members('cassandra.cluster', 'Cluster')),
    ...makes('cassandra.cluster.Session', ['cassandra.cluster.Cluster.connect', 'cassandra.cluster.Session']),
    ...makes('cassandra.Statement', ['cassandra.query.SimpleStatement', 'cassandra.cluster.Session.prepare']),
    ...sinks('sql-injection', argument(0, 'query'), [
      ...members('cassandra.cluster.Session', 'execute execute_async prepare'),
    ]),
    ...sinks('sql-injection', argument(0, 'query_string'), ['cassandra.query.SimpleStatement']),

    ...makes('records.Database', ['records.Database']),
    ...sinks('sql-injection', 'Argument[0]', members('records.Database', 'query bulk_query')),
    ...makes('databases.Database', ['databases.Database']),
    ...sinks(
      'sql-injection',
      argument(0, 'query'),
      members('databases.Database', 'execute execute_many fetch_all fetch_one fetch_val iterate'),
    ),

    ...sinks('sql-injection', 'Argument[0]', [
      'peewee.RawQuery',
      'peewee.SQL',
      'pandas.read_sql',
      'pandas.read_sql_query',
    ]),
    ...makes('peewee.Database', [...peeweeTypes, 'peewee.Database']),
    ...makes('dbapi.Connection', members('peewee.Database', 'connection')),
    ...makes('dbapi.Cursor', members('peewee.Database', 'cursor')),
    ...sinks('sql-injection', 'Argument[0]', members('peewee.Database', 'execute_sql')),
    ...sinks('sql-injection', 'Argument[0]', members('peewee.Model', 'raw')),
    ...neutral(members('peewee.Model', 'select get get_or_none filter where create insert update delete')),

    // Receivers of which nothing is known, where the text itself says what it is.
    ...sinks(
      'sql-injection',
      'Argument[0]',
      members(
        '*',
        'execute executemany executescript raw query execute_sql fetch fetchrow fetchval fetch_all fetch_one run_query read_sql',
      ),
      { when: looksLikeSql, confidence: 85 },
    ),
    ...neutral(['*.execute', '*.executemany']),

    ...misuses(
      'hard-coded-secret',
      'The password is written into the code. Load it from the environment or a secret store.',
      drivers.flatMap((driver) => members(driver, 'connect')),
      {
        when: [{ input: 'Argument[password]|Argument[passwd]', matches: '^.{3,}$' }],
        variant: 'password',
        confidence: 75,
      },
    ),
    ...misuses(
      'hard-coded-secret',
      'The password is written into the code. Load it from the environment or a secret store.',
      [
        'asyncpg.connect',
        'asyncpg.create_pool',
        'paramiko.SSHClient.connect',
        'ftplib.FTP.login',
        'redis.Redis',
        'redis.StrictRedis',
      ],
      {
        when: [{ input: 'Argument[password]|Argument[passwd]', matches: '^.{3,}$' }],
        variant: 'password',
        confidence: 75,
      },
    ),
    ...misuses(
      'hard-coded-secret',
      'The password is written into the code. Load it from the environment or a secret store.',
      ['smtplib.SMTP.login'],
      { when: [constantText('Argument[1]|Argument[password]')], variant: 'password', confidence: 75 },
    ),
  ],
});

const textClauses = members('sqlalchemy', 'sql.expression.TextClause sql.elements.TextClause');

export const sqlalchemy = definePack({
  id: 'python/sqlalchemy',
  languages: ['python'],
  title: 'SQLAlchemy',
  provenance: 'SQLAlchemy, Flask-SQLAlchemy and SQLModel documentation',
  rows: [
    ...sinks('sql-injection', argument(0, 'text'), [
      'sqlalchemy.text',
      'sqlalchemy.sql.text',
      'sqlalchemy.sql.expression.text',
      ...textClauses,
      'sqlalchemy.literal_column',
      'sqlalchemy.sql.literal_column',
      'sqlalchemy.sql.expression.literal_column',
      'flask_sqlalchemy.SQLAlchemy.text',
    ]),
    ...makes('sqlalchemy.TextClause', [
      'sqlalchemy.text',
      'sqlalchemy.sql.text',
      'sqlalchemy.sql.expression.text',
      'flask_sqlalchemy.SQLAlchemy.text',
      ...textClauses,
    ]),
    ...makes('sqlalchemy.TextClause', members('sqlalchemy.TextClause', 'bindparams columns params')),
    ...makes('sqlalchemy.Engine', [
      'sqlalchemy.create_engine',
      'sqlalchemy.ext.asyncio.create_async_engine',
      'sqlalchemy.engine.Engine',
      'sqlalchemy.engine.base.Engine',
      'sqlalchemy.engine.create_engine',
      'sqlalchemy.engine_from_config',
      'sqlalchemy.future.create_engine',
      'sqlmodel.create_engine',
      ...members('flask_sqlalchemy.SQLAlchemy', 'engine get_engine engines.*'),
      'sqlalchemy.ext.asyncio.AsyncEngine',
      'sqlalchemy.Engine.execution_options',
      ...members('streamlit.SQLConnection', 'engine'),
      ...mapped.flatMap((module) => members(module, 'create_engine')),
    ]),
    ...makes('dbapi.Connection', ['sqlalchemy.Engine.raw_connection', 'sqlalchemy.Connection.connection']),
    ...makes('sqlalchemy.Connection', [
      ...members('sqlalchemy.Engine', 'connect begin acquire'),
      ...members('sqlalchemy.Connection', 'connect execution_options'),
      ...members('sqlalchemy', 'engine.base.Connection future.Connection'),
      'streamlit.SQLConnection.connect',
      'sqlalchemy.orm.Session.connection',
      'sqlalchemy.engine.Connection',
      'sqlalchemy.ext.asyncio.AsyncConnection',
    ]),
    ...makes('streamlit.SQLConnection', ['streamlit.connection']),
    ...typed('sqlalchemy.orm.Session', ['streamlit.SQLConnection.session']),
    ...makes('sqlalchemy.sessionmaker', [
      'sqlalchemy.orm.sessionmaker',
      'sqlalchemy.orm.scoped_session',
      ...members('flask_sqlalchemy.SQLAlchemy', 'create_session create_scoped_session'),
      'sqlalchemy.ext.asyncio.async_sessionmaker',
    ]),
    ...makes('sqlalchemy.orm.Session', [
      'sqlalchemy.orm.Session',
      'sqlalchemy.orm.session.Session',
      'sqlalchemy.ext.asyncio.AsyncSession',
      'sqlalchemy.ext.asyncio.session.AsyncSession',
      'sqlmodel.Session',
      'sqlmodel.ext.asyncio.session.AsyncSession',
      'flask_sqlalchemy.SQLAlchemy.session',
      'sqlalchemy.sessionmaker',
      'sqlalchemy.sessionmaker.begin',
    ]),
    { kind: 'subtype', api: 'sqlalchemy.ext.asyncio.AsyncSession', of: ['sqlalchemy.orm.Session'] },
    { kind: 'subtype', api: 'sqlmodel.Session', of: ['sqlalchemy.orm.Session'] },
    { kind: 'subtype', api: 'sqlalchemy.orm.scoped_session', of: ['sqlalchemy.orm.Session'] },
    { kind: 'subtype', api: 'sqlalchemy.sessionmaker', of: ['sqlalchemy.orm.Session'] },
    ...typed('flask_sqlalchemy.SQLAlchemy', ['flask_sqlalchemy.SQLAlchemy']),
    // Models take what they are given by name: `User(**data)` lets the client name the columns.
    ...subtypes(
      ['sqlalchemy.Model'],
      [
        '*.Model',
        'flask_sqlalchemy.Model',
        'sqlmodel.SQLModel',
        'sqlalchemy.orm.DeclarativeBase',
        ...declarativeBases,
        'django.db.models.Model',
        'peewee.Model',
        'mongoengine.Document',
        'tortoise.models.Model',
      ],
    ),
    ...[
      '*.Model',
      'flask_sqlalchemy.Model',
      'sqlmodel.SQLModel',
      'sqlalchemy.orm.DeclarativeBase',
      ...declarativeBases,
      'django.db.models.Model',
      'peewee.Model',
      'mongoengine.Document',
      'tortoise.models.Model',
    ].flatMap((model) => sinks('mass-assignment', 'Argument[__unnamed__].__unnamed__', [model])),
    ...sinks('sql-injection', argument(0, 'statement'), [
      ...members('sqlalchemy.orm.Session', 'execute scalar scalars exec'),
      ...members('sqlalchemy.Connection', 'execute scalar scalars exec_driver_sql'),
      ...members('sqlalchemy.Engine', 'execute scalar'),
    ]),
    ...sinks('sql-injection', argument(0, 'sql'), ['streamlit.SQLConnection.query']),
    ...makes('sqlalchemy.Result', [
      ...members('sqlalchemy.orm.Session', 'execute scalars exec'),
      ...members('sqlalchemy.Connection', 'execute scalars exec_driver_sql'),
      ...members('sqlalchemy.Engine', 'execute'),
    ]),
    ...neutral(
      members(
        'sqlalchemy.Result',
        'fetchone fetchall fetchmany first all one one_or_none scalar scalars scalar_one mappings unique',
      ),
    ),

    // Queries bind the values of comparisons; only text that is given as text is SQL.
    ...makes('sqlalchemy.orm.Query', [
      ...members('sqlalchemy.orm.Session', 'query'),
      'flask_sqlalchemy.BaseQuery',
      ...members(
        'sqlalchemy.orm.Query',
        'join outerjoin limit offset options distinct from_statement with_entities',
      ),
    ]),
    ...makes(
      'sqlalchemy.orm.Query',
      members('sqlalchemy.orm.Query', 'filter filter_by order_by group_by having'),
    ),
    ...sinks('sql-injection', 'Argument[0]', ['sqlalchemy.orm.Query.from_statement']),
    ...neutral(
      members(
        'sqlalchemy.orm.Query',
        'get first all one one_or_none count paginate first_or_404 get_or_404 delete update scalar',
      ),
    ),
    ...neutral([...members('sqlalchemy.orm.Session', 'get add add_all delete merge commit flush refresh')]),
    ...makes('sqlalchemy.Select', [
      'sqlalchemy.select',
      'sqlalchemy.insert',
      'sqlalchemy.update',
      'sqlalchemy.delete',
      'sqlmodel.select',
      'sqlalchemy.future.select',
      'sqlalchemy.sql.select',
      ...members(
        'sqlalchemy.Select',
        'where filter filter_by join limit offset values order_by group_by having options',
      ),
    ]),
    // Flask-SQLAlchemy's models: `User.query.filter_by(…)`.
    ...neutral(['*.filter_by', '*.first_or_404', '*.get_or_404', '*.one_or_none']),
  ],
});
