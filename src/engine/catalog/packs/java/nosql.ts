import { definePack } from '../../pack.ts';
import { neutrals, of, sinks, types } from './rows.ts';

/** Document and key-value stores: MongoDB, Spring Data, Redis, Cassandra, Neo4j. */
export const nosql = definePack({
  id: 'java/nosql',
  languages: ['java'],
  title: 'Document and key-value stores',
  provenance: 'Driver documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...sinks(
      'nosql-injection',
      'Argument[0]',
      [
        'org.bson.Document.parse',
        'org.bson.BsonDocument.parse',
        'org.bson.json.JsonReader',
        'com.mongodb.util.JSON.parse',
        'com.mongodb.BasicDBObject.parse',
        'org.springframework.data.mongodb.core.query.BasicQuery',
        'com.mongodb.client.model.Filters.where',
        ...of('com.mongodb.DB', 'eval doEval'),
        ...of('org.springframework.data.mongodb.core.MongoOperations', 'executeCommand'),
        ...of('org.springframework.data.mongodb.core.MongoTemplate', 'executeCommand'),
        ...of('redis.clients.jedis.Jedis', 'eval evalsha'),
      ],
      { what: 'the text of a query' },
    ),
    ...sinks(
      'nosql-injection',
      'Argument[1]',
      [
        'com.mongodb.BasicDBObject.append',
        'org.bson.Document.append',
        'com.mongodb.BasicDBObject.put',
        'org.bson.Document.put',
        'com.mongodb.BasicDBObject',
        'org.bson.Document',
      ],
      {
        when: [{ input: 'Argument[0]', is: ['$where', '$function', '$accumulator', 'mapReduce'] }],
        what: 'code that the database runs',
      },
    ),
    // Graph and column stores have injections of their own; the damage is that of SQL's.
    ...sinks(
      'nosql-injection',
      'Argument[0]',
      [
        ...of('com.datastax.oss.driver.api.core.CqlSession', 'execute prepare executeAsync'),
        ...of('com.datastax.driver.core.Session', 'execute prepare executeAsync'),
        ...of('org.neo4j.driver.Session', 'run'),
        ...of('org.neo4j.driver.Transaction', 'run'),
        ...of('org.springframework.data.neo4j.core.Neo4jClient', 'query'),
        'org.springframework.data.cassandra.core.cql.CqlTemplate.execute',
      ],
      { what: 'the text of a query' },
    ),
    ...types({
      'com.mongodb.client.MongoClients.create': 'com.mongodb.client.MongoClient',
      'com.mongodb.client.MongoClient.getDatabase': 'com.mongodb.client.MongoDatabase',
      'com.mongodb.client.MongoDatabase.getCollection': 'com.mongodb.client.MongoCollection',
      'org.neo4j.driver.Driver.session': 'org.neo4j.driver.Session',
      'org.neo4j.driver.Session.beginTransaction': 'org.neo4j.driver.Transaction',
    }),
    ...neutrals(of('com.mongodb.client.model.Filters', 'eq ne gt lt gte lte in nin and or not exists')),
  ],
});
