import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, calls, documented, flows, members, sanitizers, sinks, sources, types } from './rows.ts';

const serialization: RowInput[] = [
  ...sinks('unsafe-deserialization', 'Argument[0]', [
    'node-serialize.unserialize',
    'serialize-to-js.deserialize',
    'funcster.deepDeserialize',
    'funcster.deserialize',
    'cryo.parse',
    'js-yaml.unsafeLoad',
    'js-yaml.unsafeLoadAll',
    'node-unserialize.unserialize',
    'php-unserialize.unserialize',
    'kryo.parse',
    'superjson.unsafeDeserialize',
    'esprima-eval',
    'flatted.unsafeParse',
  ]),
  ...sinks('unsafe-deserialization', 'Argument[0]', members('js-yaml', 'load loadAll safeLoad safeLoadAll'), {
    when: [{ input: 'Argument[1].schema', type: 'js-yaml.DEFAULT_FULL_SCHEMA' }],
  }),
  ...flows('Argument[0]', 'ReturnValue', members('js-yaml', 'load safeLoad loadAll')),
  ...types('js-yaml.DEFAULT_FULL_SCHEMA', ['js-yaml.DEFAULT_FULL_SCHEMA']),
];

const noEntities = [{ input: 'Argument[1].noent', is: [true] }];

const xml: RowInput[] = [
  ...['libxmljs', 'libxmljs2', 'libxmljs-mt', 'libxml'].flatMap((module) => [
    ...sinks('xxe', 'Argument[0]', members(module, 'parseXml parseXmlString parseXmlAsync parseHtml'), {
      when: noEntities,
    }),
    ...sinks('xxe', 'Argument[0]', [`${module}.SaxParser.parseString`, `${module}.SaxPushParser.push`], {
      confidence: 50,
    }),
    ...types('libxmljs.Document', members(module, 'parseXml parseXmlString parseHtml')),
  ]),
  ...sinks('xxe', 'Argument[0]', members('libxml-xsd', 'parse'), { confidence: 60 }),
  ...sinks('xxe', 'Argument[0]', ['node-expat.Parser.parse', 'node-expat.Parser.write'], { confidence: 45 }),
  ...types('xml2js.Parser', ['xml2js.Parser']),
  ...calls(members('xml2js', 'parseString'), 'last', [{}, { from: 'Argument[0]' }]),
  ...calls(members('xml2js.Parser', 'parseString'), 'last', [{}, { from: 'Argument[0]' }]),
];

const xpath: RowInput[] = [
  ...sinks('xpath-injection', 'Argument[0]', [
    ...members('xpath', 'select select1 evaluate parse useNamespaces'),
    'xpath.select.select',
    'document.evaluate',
    ...members('libxmljs.Document', 'get find'),
    ...members('libxmljs.Element', 'get find'),
  ]),
  ...types('libxmljs.Element', ['libxmljs.Document.root']),
];

const directories: RowInput[] = [
  ...types('ldapjs.Client', [
    'ldapjs.createClient',
    'ldapts.Client',
    'activedirectory',
    'activedirectory2',
    'ldap-client',
  ]),
  ...sinks(
    'ldap-injection',
    'Argument[0]|Argument[1]|Argument[1].filter',
    members('ldapjs.Client', 'search searchAsync'),
  ),
  ...sinks('ldap-injection', 'Argument[0]', [
    ...members('ldapjs', 'parseFilter parseDN'),
    ...members('ldapjs.Client', 'bind modify modifyDN del compare add'),
    ...members('ldapjs.Client', 'find findUsers'),
  ]),
  ...sanitizers(
    ['ldap-injection'],
    [
      'ldap-escape.filter',
      'ldap-escape.dn',
      'ldapjs.filters.escape',
      'ldapjs-filters.escape',
      'ldapjs.EqualityFilter',
      'ldapts.EqualityFilter',
      '@ldapjs/filter.EqualityFilter',
    ],
  ),
];

const deepMerges: readonly string[] = [
  ...['lodash', 'lodash-es'].flatMap((module) => members(module, 'merge mergeWith defaultsDeep')),
  'lodash.mergewith',
  'lodash.defaultsdeep',
  'lodash/merge',
  'lodash/defaultsDeep',
  'merge',
  'merge.recursive',
  'deep-extend',
  'extend2',
  'merge-deep',
  'mixin-deep',
  'assign-deep',
  'node.extend',
  'hoek.merge',
  'hoek.applyToDefaults',
  'merge-options',
  'defaults-deep',
  'just-extend',
  'merge-objects',
  'putil-merge',
];
const pathSetters: readonly string[] = [
  ...['lodash', 'lodash-es'].flatMap((module) => members(module, 'set setWith zipObjectDeep')),
  'lodash/set',
  'set-value',
  'dot-prop.set',
  'dot-prop.setProperty',
  'object-path.set',
  'object-path-set',
  'dottie.set',
  'dset',
  'dset.dset',
  'property-expr.setter',
  'jsonpointer.set',
  'json-pointer.set',
  'deep-set',
  'dot-object.set',
  'set-in',
  'nested-property.set',
  'keyd.set',
];

const objects: RowInput[] = [
  ...sinks('prototype-pollution', 'Argument[1..]', deepMerges, { confidence: 50 }),
  ...sinks('prototype-pollution', 'Argument[2..]', ['jQuery.extend', '$.extend', 'jquery.extend', 'extend'], {
    when: [{ input: 'Argument[0]', is: [true] }],
    confidence: 50,
  }),
  ...sinks('prototype-pollution', 'Argument[1]', pathSetters, { confidence: 55 }),
  ...flows('Argument[*]', 'ReturnValue', deepMerges),
];

const logs: RowInput[] = [
  ...types('winston.Logger', [
    ...members('winston', 'createLogger Logger loggers.get'),
    'winston.Logger.child',
    'winston',
    'winston.default',
  ]),
  ...types('pino.Logger', [
    'pino',
    'pino.pino',
    'pino.Logger.child',
    'pino.default',
    'fastify.FastifyInstance.log',
    'fastify.FastifyRequest.log',
  ]),
  ...types('bunyan.Logger', members('bunyan', 'createLogger')),
  ...types('log4js.Logger', members('log4js', 'getLogger')),
  ...types('@nestjs/common.Logger', ['@nestjs/common.Logger']),
  ...sinks('log-injection', 'Argument[*]', [
    ...members('console', 'log info warn error debug trace'),
    ...members('winston.Logger', 'log info warn error debug verbose silly http'),
    ...members('winston', 'log info warn error debug verbose silly http'),
    ...members('log4js.Logger', 'trace debug info warn error fatal log'),
    ...members('@nestjs/common.Logger', 'log warn error debug verbose'),
    ...members('loglevel', 'trace debug info warn error'),
    ...members('npmlog', 'info warn error verbose http silly log'),
    ...members('signale', 'info warn error debug success log'),
    ...members('consola', 'info warn error debug success log'),
  ]),
];

/** Serialization, XML, directories, object helpers and logs. */
/** The names of what archives hold: they may lead out of the folder that they are unpacked to. */
const archives: RowInput[] = [
  ...types('adm-zip.AdmZip', ['adm-zip', 'adm-zip.default']),
  ...types('yauzl.ZipFile', ['yauzl.ZipFile']),
  ...calls(members('yauzl', 'open fromBuffer fromFd'), 'last', [{}, { type: 'yauzl.ZipFile' }]),
  ...types('unzipper.Parser', members('unzipper', 'Parse ParseOne')),
  ...types('unzipper.Directory', members('unzipper', 'Open.buffer Open.file Open.url Open.s3')),
  ...sources('stored', "the name of an archive's entry", ['unzipper.Directory.files']),
  ...types('tar-stream.Extract', ['tar-stream.extract']),
  ...types('tar.Parser', ['tar.Parse', 'tar.Parser', 'tar.t', 'tar.list']),
  ...calls(['yauzl.ZipFile.on', 'tar-stream.Extract.on', 'unzipper.Parser.on', 'tar.Parser.on'], 'last', [
    { source: 'stored' },
  ]),
  ...sources('stored', "the name of an archive's entry", [
    'adm-zip.AdmZip.getEntries',
    'jszip.loadAsync',
    'jszip.files',
  ]),
];

/** PartiQL and SQL of services that take a statement as text. */
const statements: RowInput[] = [
  ...sinks(
    'sql-injection',
    'Argument[0].Statement|Argument[0].Statements.*.Statement|Argument[0].QueryString|Argument[0].Expression|Argument[0].sql|Argument[0].sqlStatements',
    [
      ...['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'].flatMap((client) =>
        members(client, 'ExecuteStatementCommand BatchExecuteStatementCommand'),
      ),
      '@aws-sdk/client-athena.StartQueryExecutionCommand',
      '@aws-sdk/client-s3.SelectObjectContentCommand',
      ...members(
        '@aws-sdk/client-rds-data',
        'ExecuteStatementCommand BatchExecuteStatementCommand ExecuteSqlCommand',
      ),
      '@aws-sdk/client-redshift-data.ExecuteStatementCommand',
      '@aws-sdk/client-timestream-query.QueryCommand',
      'aws-sdk.Athena.startQueryExecution',
      'aws-sdk.S3.selectObjectContent',
      ...members('aws-sdk.DynamoDB', 'executeStatement batchExecuteStatement'),
      ...members('aws-sdk.RDSDataService', 'executeStatement batchExecuteStatement executeSql'),
      'aws-sdk.RedshiftData.executeStatement',
    ],
  ),
];

export const data = definePack({
  id: 'javascript/data',
  languages: [...both],
  title: 'Serialization, XML, LDAP, object helpers and logging',
  provenance: documented,
  rows: [
    ...serialization,
    ...xml,
    ...xpath,
    ...directories,
    ...objects,
    ...logs,
    ...archives,
    ...statements,
    ...sources('remote', 'an uploaded file', ['busboy.Busboy.file', 'formidable.IncomingForm.parse']),
    ...calls(['formidable.IncomingForm.parse'], 'last', [{}, { source: 'remote' }, { source: 'remote' }]),
    ...types('formidable.IncomingForm', ['formidable', 'formidable.IncomingForm', 'formidable.formidable']),
    ...calls(members('formidable.IncomingForm', 'on once'), 'last', [
      { source: 'remote' },
      { source: 'remote' },
    ]),
    ...types('multiparty.Form', ['multiparty.Form']),
    ...calls(['multiparty.Form.parse'], 'last', [{}, { source: 'remote' }, { source: 'remote' }]),
    ...calls(members('multiparty.Form', 'on once'), 'last', [{ source: 'remote' }, { source: 'remote' }]),
    ...types('busboy.Busboy', ['busboy', 'busboy.Busboy']),
    ...calls(['busboy.Busboy.on'], 'last', [
      { source: 'remote' },
      { source: 'remote' },
      { source: 'remote' },
    ]),
  ],
});
