import { definePack } from '../../pack.ts';
import {
  argument,
  flows,
  makes,
  members,
  misuses,
  neutral,
  sanitizers,
  sinks,
  subtypes,
  typed,
} from './rows.ts';

export const templates = definePack({
  id: 'python/templates',
  languages: ['python'],
  title: 'Template engines',
  provenance: 'Jinja2, MarkupSafe, Mako, Chameleon, Genshi and Django documentation',
  rows: [
    ...sinks('template-injection', argument(0, 'source'), [
      'jinja2.Template',
      'jinja2.environment.Template',
      'jinja2.Environment.from_string',
      'flask.render_template_string',
      'flask.templating.render_template_string',
      'starlette.templating.Jinja2Templates.from_string',
    ]),
    ...sinks('template-injection', argument(0, 'text'), [
      'mako.template.Template',
      'chameleon.PageTemplate',
      'genshi.template.MarkupTemplate',
      'tornado.template.Template',
      'bottle.SimpleTemplate',
      'Cheetah.Template.Template',
      'trender.TRender',
    ]),
    ...sinks('template-injection', 'Argument[0]', [
      'django.template.Template',
      'django.template.Engine.from_string',
      'airspeed.Template',
      'pystache.render',
      'chevron.render',
    ]),
    ...sinks(
      'template-injection',
      'Argument[0]',
      ['bottle.template', 'bottle.jinja2_template', 'bottle.mako_template'],
      { confidence: 70 },
    ),
    ...sinks('template-injection', 'Argument[0]', ['flask.Flask.jinja_env.from_string']),
    // An environment of its own does not escape unless it is told to; Flask's does.
    ...makes('jinja2.Environment', ['jinja2.Environment', 'jinja2.environment.Environment']),
    // What a template does there stays there; what it is given is written as elsewhere.
    ...makes(
      'jinja2.sandbox.SandboxedEnvironment',
      members('jinja2.sandbox', 'SandboxedEnvironment ImmutableSandboxedEnvironment'),
    ),
    ...makes(
      'jinja2.RawTemplate',
      members('jinja2.sandbox.SandboxedEnvironment', 'get_template from_string select_template'),
    ),
    {
      kind: 'become',
      api: 'jinja2.Environment',
      type: 'jinja2.EscapingEnvironment',
      when: [
        { input: 'Argument[autoescape]', absent: false },
        { input: 'Argument[autoescape]', is: [false], not: true, orUnknown: true },
      ],
    },
    ...subtypes(['jinja2.Environment'], ['jinja2.EscapingEnvironment']),
    ...makes('jinja2.EscapingEnvironment', ['flask.Flask.jinja_env', 'flask.Flask.create_jinja_environment']),
    ...makes(
      'jinja2.Template',
      members('jinja2.EscapingEnvironment', 'get_template from_string select_template'),
    ),
    ...makes('jinja2.RawTemplate', [
      'jinja2.Template',
      ...members('jinja2.Environment', 'get_template from_string select_template'),
    ]),
    ...flows('Argument[*]', 'ReturnValue', members('jinja2.RawTemplate', 'render render_async')),
    ...makes('mako.template.Template', ['mako.template.Template']),
    ...makes('django.template.Template', ['django.template.Template', 'django.template.loader.get_template']),
    ...makes('string.Template', ['string.Template']),
    ...misuses(
      'xss',
      'Templates of this environment write what they are given into pages as it is. Switch autoescape on.',
      ['jinja2.Environment', 'aiohttp_jinja2.setup'],
      { when: [{ input: 'Argument[autoescape]', is: [false] }], variant: 'autoescape', confidence: 55 },
    ),
    // Engines escape what they are given (where the application has not switched that off, which is another finding).
    ...neutral([
      ...members('jinja2.Template', 'render render_async generate stream'),
      'django.template.Template.render',
      'django.template.loader.render_to_string',
      'flask.render_template',
      'flask.templating.render_template',
      'flask.render_template_string',
      'pyramid.renderers.render',
    ]),
    ...sinks('xss', argument(0, 'base'), [
      'markupsafe.Markup',
      'flask.Markup',
      'jinja2.Markup',
      'jinja2.utils.markupsafe.Markup',
      'django.utils.safestring.mark_safe',
      'django.utils.html.mark_safe',
      'django.utils.safestring.SafeString',
      'django.utils.safestring.SafeText',
      'wtforms.widgets.HTMLString',
      'wtforms.widgets.core.HTMLString',
      'django.utils.html.format_html',
      'webhelpers2.html.literal',
    ]),
    ...typed('markupsafe.Markup', ['markupsafe.Markup', 'flask.Markup', 'jinja2.Markup']),
    ...sanitizers(
      ['xss'],
      [
        'django.utils.html.format_html',
        'django.utils.html.format_html_join',
        ...members('markupsafe.Markup', 'format __mod__ __add__'),
        'markupsafe.Markup.escape',
        'flask.Markup.escape',
      ],
      { input: 'Argument[*]' },
    ),
  ],
});
