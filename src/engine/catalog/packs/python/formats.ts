import { definePack } from '../../pack.ts';
import { argument, flows, makes, members, misuses, neutral, sanitizers, sinks, typed } from './rows.ts';

const pickles = ['pickle', 'cPickle', '_pickle', 'dill', 'cloudpickle', 'jsonpickle', 'marshal'];

export const serialization = definePack({
  id: 'python/serialization',
  languages: ['python'],
  title: 'Objects from bytes',
  provenance:
    'Python library documentation: pickle, marshal, shelve; PyYAML, ruamel.yaml, pandas, NumPy, PyTorch, joblib, dill documentation',
  rows: [
    ...sinks('unsafe-deserialization', 'Argument[0]', [
      ...pickles.flatMap((module) => members(module, 'load loads')),
      'jsonpickle.decode',
      'pickle.Unpickler',
      'cPickle.Unpickler',
      'shelve.open',
      'joblib.load',
      'sklearn.externals.joblib.load',
      'pandas.read_pickle',
      'yaml.unsafe_load',
      'yaml.unsafe_load_all',
      'yaml.full_load',
      'ruamel.yaml.unsafe_load',
      'skops.io.load',
      'keras.models.load_model',
      'tensorflow.keras.models.load_model',
      'django.contrib.sessions.serializers.PickleSerializer.loads',
    ]),
    // Without a loader they build any object; the safe functions are others.
    ...sinks('unsafe-deserialization', argument(0, 'stream'), members('ruamel.yaml', 'load load_all'), {
      when: [{ input: argument(1, 'Loader'), absent: true }],
    }),
    ...sinks('unsafe-deserialization', 'Argument[0]', ['torch.jit.load', 'torch.package.PackageImporter']),
    ...sinks('path-traversal', argument(0, 'filename'), ['shelve.open']),
    ...sinks('unsafe-deserialization', 'Argument[0]', ['torch.load'], {
      when: [{ input: 'Argument[weights_only]', is: [true], not: true }],
    }),
    ...sinks('unsafe-deserialization', 'Argument[0]', ['numpy.load'], {
      when: [{ input: 'Argument[allow_pickle]', is: [true] }],
    }),
    { kind: 'type', api: 'ruamel.yaml.YAML', type: 'ruamel.yaml.YAML' },
    {
      kind: 'become',
      api: 'ruamel.yaml.YAML',
      type: 'ruamel.yaml.UnsafeYAML',
      when: [{ input: argument(0, 'typ'), is: ['unsafe'] }],
    },
    ...sinks('unsafe-deserialization', 'Argument[0]', members('ruamel.yaml.UnsafeYAML', 'load load_all')),
    // load() is safe with one of the safe loaders only.
    ...sinks('unsafe-deserialization', 'Argument[0]', ['yaml.load', 'yaml.load_all'], {
      when: [{ input: 'Argument[1]|Argument[Loader]', absent: true }],
    }),
    ...[
      'yaml.Loader',
      'yaml.UnsafeLoader',
      'yaml.FullLoader',
      'yaml.CLoader',
      'yaml.loader.Loader',
      'yaml.loader.UnsafeLoader',
    ].flatMap((loader) => [
      ...sinks('unsafe-deserialization', 'Argument[0]', ['yaml.load', 'yaml.load_all'], {
        when: [{ input: 'Argument[1]|Argument[Loader]', type: loader }],
      }),
      ...typed(loader, [loader]),
    ]),
    ...typed('yaml.SafeLoader', ['yaml.SafeLoader', 'yaml.CSafeLoader']),
    ...misuses(
      'unsafe-deserialization',
      'yaml.load() without a safe loader builds any object that the document names. Use yaml.safe_load().',
      ['yaml.load'],
      { when: [{ input: 'Argument[1]|Argument[Loader]', absent: true }], confidence: 50 },
    ),
    ...misuses(
      'unsafe-deserialization',
      'Unpickling what a model file holds runs code. Load with weights_only=True, or from a file that you trust.',
      ['torch.load'],
      { when: [{ input: 'Argument[weights_only]', is: [false] }], confidence: 50 },
    ),
    ...neutral(pickles.flatMap((module) => members(module, 'dump dumps'))),
  ],
});

const etree = ['lxml.etree', 'lxml.objectify'];
const standardParsers = ['xml.etree.ElementTree', 'xml.etree.cElementTree'];
const xpathTypes = ['lxml.etree._Element', 'xml.etree.ElementTree.Element'];

export const markup = definePack({
  id: 'python/xml',
  languages: ['python'],
  title: 'XML and XPath',
  provenance: 'Python library documentation: xml; lxml, defusedxml, elementpath documentation',
  rows: [
    // lxml resolves entities of a document unless its parser is told not to.
    ...sinks(
      'xxe',
      'Argument[0]',
      etree.flatMap((module) => members(module, 'parse fromstring XML fromstringlist iterparse')),
      { when: [{ input: 'Argument[1]|Argument[parser]', absent: true }] },
    ),
    ...sinks(
      'xxe',
      'Argument[0]',
      etree.flatMap((module) => members(module, 'parse fromstring XML')),
      { when: [{ input: 'Argument[1]|Argument[parser]', type: 'lxml.etree.XMLParser' }] },
    ),
    {
      kind: 'become',
      api: 'lxml.etree.XMLParser',
      type: 'lxml.etree.HardenedParser',
      when: [{ input: 'Argument[resolve_entities]', is: [false] }],
    },
    ...typed('lxml.etree.XMLParser', [
      'lxml.etree.XMLParser',
      'lxml.etree.XMLPullParser',
      'lxml.etree.ETCompatXMLParser',
    ]),
    ...misuses(
      'xxe',
      'This parser reads external entities of the documents it is given: files of the server and addresses it can reach. Set resolve_entities=False and no_network=True.',
      ['lxml.etree.XMLParser'],
      { when: [{ input: 'Argument[resolve_entities]', is: [true] }] },
    ),
    ...misuses(
      'xxe',
      'This parser loads the DTD that a document names. Leave load_dtd off.',
      ['lxml.etree.XMLParser'],
      {
        when: [
          { input: 'Argument[load_dtd]', is: [true] },
          { input: 'Argument[resolve_entities]', is: [true, false], not: true },
        ],
      },
    ),
    ...misuses(
      'xxe',
      'With no_network=False a document may make the parser fetch any address. Leave it on.',
      ['lxml.etree.XMLParser'],
      {
        when: [
          { input: 'Argument[no_network]', is: [false] },
          { input: 'Argument[resolve_entities]', is: [true, false], not: true },
          { input: 'Argument[load_dtd]', is: [true], not: true },
        ],
      },
    ),
    ...misuses(
      'xxe',
      'External entities are switched on: a document can read files of the server. Leave feature_external_ges off.',
      ['xml.sax.xmlreader.XMLReader.setFeature'],
      {
        when: [
          {
            input: 'Argument[0]',
            is: [
              'http://xml.org/sax/features/external-general-entities',
              'http://xml.org/sax/features/external-parameter-entities',
            ],
          },
          { input: 'Argument[1]', is: [true, 1] },
        ],
      },
    ),
    ...makes('xml.sax.xmlreader.XMLReader', ['xml.sax.make_parser', 'xml.sax.expatreader.create_parser']),
    {
      kind: 'constant',
      api: 'xml.sax.handler.feature_external_ges',
      value: 'http://xml.org/sax/features/external-general-entities',
    },
    {
      kind: 'constant',
      api: 'xml.sax.handler.feature_external_pes',
      value: 'http://xml.org/sax/features/external-parameter-entities',
    },

    ...typed(
      'lxml.etree._Element',
      etree.flatMap((module) => members(module, 'parse fromstring XML HTML Element ElementTree')),
    ),
    ...typed('lxml.etree._Element', [
      'lxml.html.fromstring',
      'lxml.html.parse',
      ...members('lxml.etree._Element', 'getroot find getparent'),
    ]),
    ...typed('xml.etree.ElementTree.Element', [
      ...standardParsers.flatMap((module) => members(module, 'parse fromstring XML Element ElementTree')),
      ...members('xml.etree.ElementTree.Element', 'getroot find'),
      ...members('defusedxml.ElementTree', 'parse fromstring XML'),
      ...members('defusedxml.cElementTree', 'parse fromstring'),
    ]),
    ...sinks('xpath-injection', argument(0, '_path'), [
      ...members('lxml.etree._Element', 'xpath'),
      'lxml.etree.XPath',
      'lxml.etree.ETXPath',
      'lxml.etree.XPathEvaluator',
    ]),
    ...sinks(
      'xpath-injection',
      argument(0, 'path'),
      xpathTypes.flatMap((type) => members(type, 'find findall findtext iterfind')),
    ),
    ...makes('libxml2.xmlDoc', members('libxml2', 'parseFile parseDoc parseMemory readFile readDoc')),
    ...makes('libxml2.xpathContext', ['libxml2.xmlDoc.xpathNewContext']),
    ...sinks('xpath-injection', 'Argument[0]', [
      ...members('libxml2.xmlDoc', 'xpathEval xpathEvalExpression'),
      ...members('libxml2.xpathContext', 'xpathEval xpathEvalExpression'),
    ]),
    ...sinks('xpath-injection', 'Argument[1]', [
      'elementpath.select',
      'elementpath.iter_select',
      'elementpath.Selector',
    ]),
    // A stylesheet may read files and call functions that the program has registered.
    ...sinks(
      'code-injection',
      argument(0, 'xslt_input'),
      etree.flatMap((module) => members(module, 'XSLT')),
      { what: 'a stylesheet' },
    ),
    ...sinks('code-injection', argument(0, '_xslt'), ['lxml.etree._Element.xslt'], { what: 'a stylesheet' }),
    ...sinks('xpath-injection', 'Argument[0]', ['*.xpath'], { confidence: 60 }),
    ...sanitizers(['xpath-injection'], ['xml.sax.saxutils.quoteattr']),
  ],
});

export const ldap = definePack({
  id: 'python/ldap',
  languages: ['python'],
  title: 'LDAP',
  provenance: 'python-ldap and ldap3 documentation',
  rows: [
    ...makes('ldap.LDAPObject', ['ldap.initialize', 'ldap.open', 'ldap.ldapobject.LDAPObject']),
    ...sinks(
      'ldap-injection',
      'Argument[0]|Argument[2]|Argument[base]|Argument[filterstr]',
      members('ldap.LDAPObject', 'search search_s search_st search_ext search_ext_s'),
    ),
    ...sinks(
      'ldap-injection',
      'Argument[0]|Argument[who]',
      members('ldap.LDAPObject', 'simple_bind simple_bind_s bind bind_s'),
      { confidence: 60 },
    ),
    ...makes('ldap3.Connection', ['ldap3.Connection']),
    ...sinks(
      'ldap-injection',
      'Argument[0]|Argument[1]|Argument[search_base]|Argument[search_filter]',
      members('ldap3.Connection', 'search'),
    ),
    ...sinks(
      'ldap-injection',
      'Argument[0]|Argument[1]|Argument[dn]|Argument[search_filter]|Argument[search_base]',
      members('ldap3.Connection', 'delete modify'),
    ),
    ...sanitizers(
      ['ldap-injection'],
      [
        'ldap.filter.escape_filter_chars',
        'ldap.dn.escape_dn_chars',
        'ldap3.utils.conv.escape_filter_chars',
        'ldap3.utils.dn.escape_rdn',
        'ldap3.utils.conv.escape_bytes',
        'django.contrib.auth.ldap.escape_filter_chars',
      ],
    ),
    ...sanitizers(['ldap-injection'], ['ldap.filter.filter_format'], { input: 'Argument[1]|Argument[1].*' }),
  ],
});

const matchers = 'compile match search fullmatch findall finditer split sub subn';

export const text = definePack({
  id: 'python/text',
  languages: ['python'],
  title: 'Regular expressions, JSON, HTML and templates of the standard library',
  provenance: 'Python library documentation: re, json, html, string; bleach, markupsafe, nh3 documentation',
  rows: [
    ...sinks('regex-injection', argument(0, 'pattern'), [
      ...members('re', matchers),
      ...members('regex', matchers),
    ]),
    ...sanitizers(['regex-injection', 'redos'], ['re.escape', 'regex.escape']),
    // Whatever is no letter, digit, underscore or hyphen is taken out.
    ...sanitizers(['*'], ['re.sub'], {
      input: 'Argument[2]',
      when: [
        { input: 'Argument[0]', matches: '^(?:\\[\\^(?:[A-Za-z0-9_-]|\\\\[wd])+\\]|\\\\[WD])[+*]?$' },
        { input: 'Argument[1]', matches: '^[\\w-]*$' },
      ],
    }),
    ...neutral(['json.dump', 'html.parser.HTMLParser']),
    ...typed('re.Pattern', ['re.compile', 'regex.compile']),
    ...flows(
      'Argument[0]',
      'ReturnValue',
      members('re.Pattern', 'match search fullmatch findall finditer split'),
    ),
    ...flows('Argument[0]|Argument[1]', 'ReturnValue', members('re.Pattern', 'sub subn')),
    ...flows('Argument[1]', 'ReturnValue', members('re', 'match search fullmatch findall finditer split')),
    ...sanitizers(
      ['xss'],
      [
        'html.escape',
        'cgi.escape',
        'xml.sax.saxutils.escape',
        'xml.sax.saxutils.quoteattr',
        'markupsafe.escape',
        'markupsafe.escape_silent',
        'flask.escape',
        'werkzeug.utils.escape',
        'jinja2.escape',
        'jinja2.utils.escape',
        'django.utils.html.escape',
        'django.utils.html.conditional_escape',
        'django.utils.html.strip_tags',
        'django.utils.html.escapejs',
        'tornado.escape.xhtml_escape',
        'bleach.clean',
        'bleach.linkify',
        'nh3.clean',
        'lxml.html.clean.clean_html',
        'html_sanitizer.Sanitizer.sanitize',
        'bottle.html_escape',
      ],
    ),
    ...makes('bleach.Cleaner', ['bleach.sanitizer.Cleaner', 'bleach.Cleaner']),
    ...sanitizers(['xss'], ['bleach.Cleaner.clean']),
    ...sanitizers(
      ['log-injection', 'header-injection'],
      ['json.dumps', 'simplejson.dumps', 'ujson.dumps', 'orjson.dumps'],
      { input: 'Argument[0]|Argument[0].*' },
    ),
  ],
});
