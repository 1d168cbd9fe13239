import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { flows, neutrals, of, sinks, sources, subtypes, types } from './rows.ts';

const what = { what: 'an SQL statement' };
const jdbc = 'java.sql.';
const spring = 'org.springframework.jdbc.core.';
const statement = `${jdbc}Statement`;
const rdbms = 'org.springframework.jdbc.object.';
const jooqStep = 'org.jooq.Step';
const resultSet = `${jdbc}ResultSet`;
const jdbcTemplate = `${spring}JdbcTemplate`;
const named = `${spring}namedparam.NamedParameterJdbcTemplate`;

const pools = [
  'com.zaxxer.hikari.HikariDataSource',
  'com.alibaba.druid.pool.DruidDataSource',
  'com.mchange.v2.c3p0.ComboPooledDataSource',
  'io.agroal.api.AgroalDataSource',
  'org.apache.commons.dbcp2.BasicDataSource',
  'org.apache.tomcat.jdbc.pool.DataSource',
  'org.h2.jdbcx.JdbcDataSource',
  'org.postgresql.ds.PGSimpleDataSource',
  'org.springframework.jdbc.datasource.DriverManagerDataSource',
  'org.sqlite.SQLiteDataSource',
  'com.microsoft.sqlserver.jdbc.SQLServerDataSource',
  'com.mysql.cj.jdbc.MysqlDataSource',
];

/** What MyBatis builds statements with. */
const clauses = of(
  'org.apache.ibatis.jdbc.SQL',
  'SELECT SELECT_DISTINCT UPDATE SET INSERT_INTO DELETE_FROM FROM JOIN INNER_JOIN LEFT_OUTER_JOIN RIGHT_OUTER_JOIN WHERE GROUP_BY HAVING ORDER_BY',
);

/** Relational databases: JDBC, Spring JDBC, JPA, Hibernate, MyBatis, jOOQ, R2DBC. */
export const sql = definePack({
  id: 'java/sql',
  languages: ['java'],
  title: 'Relational databases',
  provenance:
    'JDBC, JPA, Spring and Hibernate documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...of('org.jdbi.v3.core.Jdbi', 'withHandle useHandle inTransaction useTransaction').map(
      (api): RowInput => ({
        kind: 'callback',
        api,
        argument: 0,
        params: [{ type: 'org.jdbi.v3.core.Handle' }],
      }),
    ),
    ...types({
      'org.jdbi.v3.core.Jdbi.open': 'org.jdbi.v3.core.Handle',
      'org.jdbi.v3.core.Jdbi.create': 'org.jdbi.v3.core.Jdbi',
    }),
    ...['mutiny', 'rxjava3', 'reactivex'].map(
      (name): RowInput => ({ kind: 'alias', api: `io.vertx.${name}`, of: 'io.vertx' }),
    ),
    { kind: 'alias', api: 'jakarta.persistence', of: 'javax.persistence' },
    ...subtypes({
      ...Object.fromEntries(pools.map((type) => [type, ['javax.sql.DataSource']])),
      [`${jdbc}PreparedStatement`]: [statement],
      [`${jdbc}CallableStatement`]: [`${jdbc}PreparedStatement`],
      'javax.sql.RowSet': [resultSet],
      [jdbcTemplate]: [`${spring}JdbcOperations`],
      [named]: [`${spring}namedparam.NamedParameterJdbcOperations`],
      'org.hibernate.Session': ['javax.persistence.EntityManager', 'org.hibernate.SharedSessionContract'],
      'org.hibernate.StatelessSession': ['org.hibernate.SharedSessionContract'],
      'org.hibernate.SharedSessionContract': ['org.hibernate.query.QueryProducer'],
      ...Object.fromEntries(
        ['orm', 'reactive'].flatMap((kind) => {
          const panache = `io.quarkus.hibernate.${kind}.panache.`;
          return [
            [`${panache}PanacheEntity`, [`${panache}PanacheEntityBase`]],
            [`${panache}PanacheRepository`, [`${panache}PanacheRepositoryBase`]],
          ];
        }),
      ),
      ...Object.fromEntries(
        [
          'sqlclient.Pool',
          'sqlclient.SqlConnection',
          'pgclient.PgPool',
          'pgclient.PgConnection',
          'mysqlclient.MySQLPool',
          'mysqlclient.MySQLConnection',
          'jdbcclient.JDBCPool',
        ].map((name) => [
          `io.vertx.${name}`,
          [
            /Connection$/.test(name) && !name.startsWith('sqlclient')
              ? 'io.vertx.sqlclient.SqlConnection'
              : 'io.vertx.sqlclient.SqlClient',
          ],
        ]),
      ),
    }),
    ...types({
      [`${jdbc}DriverManager.getConnection`]: `${jdbc}Connection`,
      ...Object.fromEntries(clauses.map((api) => [api, 'org.apache.ibatis.jdbc.SQL'])),
      'javax.sql.DataSource.getConnection': `${jdbc}Connection`,
      [`${spring}JdbcOperations.getDataSource`]: 'javax.sql.DataSource',
      'org.springframework.jdbc.datasource.DataSourceUtils.getConnection': `${jdbc}Connection`,
      [`${jdbc}Connection.createStatement`]: statement,
      [`${jdbc}Connection.prepareStatement`]: `${jdbc}PreparedStatement`,
      [`${jdbc}Connection.prepareCall`]: `${jdbc}CallableStatement`,
      [`${statement}.executeQuery`]: resultSet,
      [`${statement}.getResultSet`]: resultSet,
      [`${statement}.getGeneratedKeys`]: resultSet,
      [`${statement}.getConnection`]: `${jdbc}Connection`,
      'org.hibernate.SessionFactory.openSession': 'org.hibernate.Session',
      'org.hibernate.SessionFactory.getCurrentSession': 'org.hibernate.Session',
      'javax.persistence.EntityManager.unwrap': 'org.hibernate.Session',
      'javax.persistence.EntityManagerFactory.createEntityManager': 'javax.persistence.EntityManager',
      'javax.persistence.EntityManager.createQuery': 'javax.persistence.Query',
      'javax.persistence.EntityManager.createNativeQuery': 'javax.persistence.Query',
    }),
    ...sinks(
      'sql-injection',
      'Argument[0]',
      [
        ...of(statement, 'execute executeQuery executeUpdate executeLargeUpdate addBatch'),
        ...of(`${jdbc}Connection`, 'prepareStatement prepareCall nativeSQL'),
        ...of(
          `${spring}JdbcOperations`,
          'batchUpdate execute query queryForList queryForMap queryForObject queryForRowSet queryForStream queryForInt queryForLong update',
        ),
        ...of(
          `${spring}namedparam.NamedParameterJdbcOperations`,
          'batchUpdate execute query queryForList queryForMap queryForObject queryForRowSet queryForStream update',
        ),
        `${spring}simple.JdbcClient.sql`,
        'org.springframework.jdbc.core.PreparedStatementCreatorFactory',
        'org.springframework.r2dbc.core.DatabaseClient.sql',
        'io.r2dbc.spi.Connection.createStatement',
        ...of('javax.persistence.EntityManager', 'createQuery createNativeQuery'),
        ...of(
          'org.hibernate.query.QueryProducer',
          'createQuery createSQLQuery createNativeQuery createNativeMutationQuery createMutationQuery createSelectionQuery',
        ),
        ...of('org.hibernate.Session', 'createFilter find iterate delete'),
        ...[
          'SqlUpdate',
          'BatchSqlUpdate',
          'SqlFunction',
          'SqlQuery',
          'MappingSqlQuery',
          'MappingSqlQueryWithParameters',
          'UpdatableSqlQuery',
          'StoredProcedure',
          'SqlCall',
        ].map((name) => `${rdbms}${name}.setSql`),
        ...of('com.couchbase.client.java.Cluster', 'query analyticsQuery queryStreaming'),
        ...of('com.couchbase.client.java.Scope', 'query analyticsQuery'),
        'com.couchbase.client.java.query.N1qlQuery.simple',
        ...of('com.datastax.oss.driver.api.core.CqlSession', 'execute executeAsync prepare'),
        ...of('com.datastax.driver.core.Session', 'execute executeAsync prepare'),
        ...of('com.google.cloud.spanner.Statement', 'of newBuilder'),
        ...of('com.google.cloud.bigquery.QueryJobConfiguration', 'of newBuilder'),
        ...of('org.influxdb.dto', 'Query'),
        ...of('org.springframework.orm.hibernate5.HibernateOperations', 'find iterate bulkUpdate'),
        'org.hibernate.criterion.Restrictions.sqlRestriction',
        'org.apache.ibatis.jdbc.SqlRunner.selectAll',
        ...of('org.apache.ibatis.jdbc.SqlRunner', 'selectOne insert update delete run'),
        ...of('org.jooq.DSLContext', 'execute fetch fetchOne query resultQuery'),
        ...of('org.jooq.impl.DSL', 'sql query condition field table'),
        ...of('io.micronaut.data.jdbc.runtime.JdbcOperations', 'prepareStatement'),
        ...of('io.vertx.sqlclient.SqlClient', 'query preparedQuery'),
        ...of('io.vertx.sqlclient.SqlConnection', 'prepare'),
        ...['PanacheEntityBase', 'PanacheRepositoryBase'].flatMap((type) =>
          of(type, 'find list stream delete update count').flatMap((api) =>
            ['io.quarkus.hibernate.orm.panache', 'io.quarkus.hibernate.reactive.panache'].map(
              (panache) => `${panache}.${api}`,
            ),
          ),
        ),
        ...of('io.vertx.ext.sql.SQLConnection', 'query execute update queryWithParams updateWithParams'),
        'org.springframework.data.domain.Sort.unsafe',
        'org.springframework.data.jpa.domain.JpaSort.unsafe',
        ...of('org.apache.commons.dbutils.QueryRunner', 'query update execute'),
        ...of('com.j256.ormlite.dao.Dao', 'queryRaw executeRaw updateRaw'),
        ...of(
          'org.jdbi.v3.core.Handle',
          'createQuery createUpdate createCall createBatch createScript execute select prepareBatch',
        ),
        ...of('org.sql2o.Connection', 'createQuery'),
        'org.sql2o.Sql2o.createQuery',
        ...clauses,
        ...of(
          'com.baomidou.mybatisplus.core.conditions.AbstractWrapper',
          'apply last exists notExists having inSql orderBy orderByAsc orderByDesc',
        ),
        ...of(
          'com.baomidou.mybatisplus.core.conditions.query.QueryWrapper',
          'apply last exists notExists having inSql orderBy orderByAsc orderByDesc',
        ),
      ],
      what,
    ),
    ...sinks(
      'sql-injection',
      'Argument[1]',
      ['org.apache.commons.dbutils.QueryRunner.query', 'org.apache.commons.dbutils.QueryRunner.update'],
      what,
    ),
    // A data source comes first.
    ...sinks(
      'sql-injection',
      'Argument[1]',
      of(
        rdbms.slice(0, -1),
        'SqlUpdate BatchSqlUpdate SqlFunction MappingSqlQuery MappingSqlQueryWithParameters',
      ),
      what,
    ),
    // jOOQ: steps of a statement take parts of it as text, too.
    ...types({
      ...Object.fromEntries(
        of(
          'org.jooq.DSLContext',
          'select selectDistinct selectFrom selectOne selectCount update deleteFrom delete',
        ).map((api) => [api, jooqStep]),
      ),
      ...Object.fromEntries(
        of(
          jooqStep,
          'from join innerJoin leftJoin rightJoin on where and or set having groupBy orderBy limit offset',
        ).map((api) => [api, jooqStep]),
      ),
      'org.jooq.impl.DSL.using': 'org.jooq.DSLContext',
    }),
    ...sinks('sql-injection', 'Argument[0]', of(jooqStep, 'where and or having on andNot orNot from join'), {
      ...what,
      when: [{ input: 'Argument[0]', type: 'java.lang.String' }],
    }),
    // A statement runs without arguments after it was prepared; what its arguments are is not in its result.
    ...neutrals([
      ...of(
        statement,
        'execute executeQuery executeUpdate executeLargeUpdate executeBatch addBatch getResultSet getUpdateCount',
      ),
      ...of(`${jdbc}Connection`, 'prepareStatement prepareCall createStatement'),
      `${jdbc}DriverManager.getConnection`,
      ...of(
        `${spring}JdbcOperations`,
        'update execute batchUpdate query queryForObject queryForList queryForMap queryForRowSet',
      ),
      ...of(
        `${spring}namedparam.NamedParameterJdbcOperations`,
        'update execute batchUpdate query queryForObject queryForList queryForMap queryForRowSet',
      ),
      ...of(
        'javax.persistence.EntityManager',
        'createQuery createNativeQuery createNamedQuery persist merge remove',
      ),
      ...of('javax.persistence.Query', 'setParameter executeUpdate setMaxResults setFirstResult'),
    ]),
    ...flows('Receiver', 'ReturnValue', of('javax.persistence.Query', 'getResultList getSingleResult')),
    // What others wrote into the database.
    ...sources(
      'stored',
      'a value read from the database',
      of(resultSet, 'getString getNString getObject getCharacterStream getBytes getBlob getClob'),
    ),
    ...neutrals(
      of(
        resultSet,
        'next getInt getLong getDouble getFloat getBoolean getDate getTime getTimestamp getShort getByte getBigDecimal getMetaData wasNull first last close',
      ),
    ),
  ],
});
