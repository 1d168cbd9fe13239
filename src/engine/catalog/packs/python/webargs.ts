import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { entries, makes, members, sources } from './rows.ts';

const parsers =
  'flaskparser djangoparser aiohttpparser bottleparser tornadoparser pyramidparser falconparser asyncparser'
    .split(' ')
    .flatMap((module) => [`webargs.${module}`, `webargs.${module}.parser`]);
const parserClasses = [
  'webargs.flaskparser.FlaskParser',
  'webargs.djangoparser.DjangoParser',
  'webargs.aiohttpparser.AIOHTTPParser',
  'webargs.bottleparser.BottleParser',
];

/** Arguments that a schema describes, as decorators hand them to a view. */
export const webargs = definePack({
  id: 'python/webargs',
  languages: ['python'],
  title: 'webargs, flask-smorest, flask-apispec and APIFlask',
  provenance: 'webargs, flask-smorest, flask-apispec and APIFlask documentation',
  rows: [
    { kind: 'alias', api: 'webargs.fields', of: 'marshmallow.fields' },
    { kind: 'alias', api: 'webargs.validate', of: 'marshmallow.validate' },
    { kind: 'alias', api: 'apiflask.fields', of: 'marshmallow.fields' },
    { kind: 'alias', api: 'apiflask.Schema', of: 'marshmallow.Schema' },
    { kind: 'alias', api: 'apiflask.validators', of: 'marshmallow.validate' },
    ...parserClasses.flatMap((type) => makes(type, [type])),
    ...entries(
      'a request parameter',
      [...parsers, ...parserClasses].map((parser) => `${parser}.use_args`),
      { described: 'whole', returnsTo: 'flask.returned' },
    ),
    ...entries('a request parameter', ['flask_smorest.Blueprint.arguments'], {
      described: 'whole',
      returnsTo: 'flask.returned',
    }),
    ...entries(
      'a request parameter',
      [...[...parsers, ...parserClasses].map((parser) => `${parser}.use_kwargs`), 'flask_apispec.use_kwargs'],
      { described: 'each', returnsTo: 'flask.returned' },
    ),
    ...entries('a request parameter', members('apiflask', 'APIFlask.input APIBlueprint.input'), {
      described: 'whole',
      returnsTo: 'flask.returned',
    }),
    ...['flask_smorest.Blueprint', 'apiflask.APIFlask', 'apiflask.APIBlueprint'].flatMap((type) =>
      makes(type, [type]),
    ),
    ...['apiflask.APIFlask', 'flask_smorest.Blueprint', 'apiflask.APIBlueprint'].map(
      (api): RowInput => ({
        kind: 'subtype',
        api,
        of: [api.endsWith('Blueprint') ? 'flask.Blueprint' : 'flask.Flask'],
      }),
    ),
    ...sources(
      'remote',
      'a request parameter',
      [...parsers, ...parserClasses].flatMap((parser) => members(parser, 'parse async_parse')),
    ),
  ],
});
