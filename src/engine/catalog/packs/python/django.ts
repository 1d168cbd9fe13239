import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { cookieRows } from './flask.ts';
import {
  argument,
  flows,
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

const request = 'django.http.HttpRequest';
const views = '^(?:get|post|put|patch|delete|head|options|dispatch)$';
const handlers = '^(?:list|create|retrieve|update|partial_update|destroy)$';
const contentType = 'Argument[1]|Argument[content_type]';
const queries =
  'all filter exclude get create update get_or_create update_or_create order_by values values_list first last count exists aggregate annotate select_related prefetch_related distinct delete bulk_create in_bulk none only defer using reverse latest earliest iterator';

/** Names under which views take texts from the address, and what makes the answer of a view. */
const partOfAddress =
  '^(?:slug|pk|id|uuid|\\w+_id|(?:\\w+_)?(?:name|path|key|token|code|category|tag|query|title|term|section|word|text|file|param|value)|username|filename|filepath|q|lang|language|url)$';
const answers = [
  'HttpResponse',
  'HttpResponseRedirect',
  'JsonResponse',
  'FileResponse',
  'StreamingHttpResponse',
  'render',
  'redirect',
  'Response',
];

const checkedFields =
  'IntegerField FloatField DecimalField BooleanField NullBooleanField DateField DateTimeField TimeField DurationField ChoiceField TypedChoiceField MultipleChoiceField ModelChoiceField PrimaryKeyRelatedField UUIDField SlugField GenericIPAddressField IPAddressField';
const wtfFields =
  'IntegerField FloatField DecimalField BooleanField DateField DateTimeField TimeField SelectField SelectMultipleField RadioField IntegerRangeField';

export const django = definePack({
  id: 'python/django',
  languages: ['python'],
  title: 'Django and Django REST framework',
  provenance: 'Django and Django REST framework documentation',
  rows: [
    { kind: 'alias', api: 'django.core.handlers.wsgi.WSGIRequest', of: request },
    { kind: 'alias', api: 'django.http.request.HttpRequest', of: request },
    { kind: 'alias', api: 'django.http.response', of: 'django.http' },
    // What a route takes from the address and the view does not show to be a number.
    ...(
      [
        ['rest_framework', 'rest_framework.request.Request'],
        ['django', request],
      ] as const
    ).flatMap(([requires, type]) =>
      [3, 2, 1].map(
        (count): RowInput => ({
          kind: 'handler',
          params: [
            { name: 'request', type },
            ...Array.from({ length: count }, () => ({ name: partOfAddress, source: 'remote' as const })),
          ],
          requires,
          uses: answers,
        }),
      ),
    ),
    {
      kind: 'handler',
      params: [{ name: 'request', type: 'rest_framework.request.Request' }],
      requires: 'rest_framework',
    },
    { kind: 'handler', params: [{ name: 'request', type: request }], requires: 'django' },
    ...['django.urls.path', 'django.urls.re_path', 'django.conf.urls.url'].map(
      (api): RowInput => ({
        kind: 'callback',
        api,
        argument: 1,
        params: [{ type: request }, ...Array.from({ length: 5 }, () => ({ source: 'remote' as const }))],
        converted:
          '<(?:int|slug|uuid):(\\w+)>|\\(\\?P<(\\w+)>(?:\\\\[dw]|\\[[\\w\\\\-]+\\])[+*]?(?:\\{[\\d,]*\\})?\\)',
      }),
    ),
    // A helper or an excerpt that imports nothing of Django: no other framework spells its fields so.
    {
      kind: 'handler',
      params: [{ name: 'request', type: request }],
      uses: ['GET', 'POST', 'COOKIES', 'META', 'FILES'],
    },
    { kind: 'subtype', api: 'rest_framework.request.Request', of: [request] },
    // A name that an excerpt of a view does not declare.
    { kind: 'subtype', api: 'request', of: [request, 'flask.request'] },
    ...sources('remote', 'a query parameter', [
      ...members(request, 'GET'),
      ...members('rest_framework.request.Request', 'query_params QUERY_PARAMS'),
    ]),
    ...sources('remote', 'a form field', members(request, 'POST REQUEST')),
    ...sources('remote', 'the request body', [
      ...members(request, 'body read raw_post_data'),
      ...members('rest_framework.request.Request', 'data DATA stream'),
    ]),
    ...sources('remote', 'a cookie', members(request, 'COOKIES')),
    ...sources('remote', 'a request header', members(request, 'META headers content_params')),
    ...sources(
      'remote',
      'the requested address',
      members(request, 'path path_info get_full_path get_full_path_info'),
    ),
    // It begins with a slash and stays on this site.
    ...sanitizers(
      ['open-redirect', 'ssrf'],
      members(request, 'path path_info get_full_path get_full_path_info'),
      { input: 'ReturnValue' },
    ),
    ...sources('remote', 'an uploaded file', [
      ...members(request, 'FILES'),
      'rest_framework.request.Request.FILES',
    ]),
    // The file itself is no name of a file; the name that came with it is.
    ...typed('django.http.FileMap', members(request, 'FILES')),
    ...typed('django.core.files.uploadedfile.UploadedFile', [
      'django.http.FileMap.*',
      'django.http.FileMap.get',
    ]),
    ...sanitizers(['path-traversal'], ['django.http.FileMap.*'], { input: 'Receiver' }),
    ...sources('remote', 'the name of an uploaded file', [
      'django.core.files.uploadedfile.UploadedFile.name',
    ]),
    // What middleware and decorators leave on it, views find there.
    { kind: 'store', api: request },
    // Whoever comes from a page is sent back to where they were.
    ...sanitizers(['open-redirect'], ['django.http.QueryDict.get'], {
      input: 'Receiver',
      when: [{ input: 'Argument[0]', is: ['HTTP_REFERER', 'Referer'] }],
    }),
    ...sanitizers(['open-redirect'], members('django.http.QueryDict', 'HTTP_REFERER Referer'), {
      input: 'Receiver',
    }),
    ...typed('django.http.QueryDict', [
      ...members(request, 'GET POST COOKIES META headers'),
      ...members('rest_framework.request.Request', 'query_params data'),
    ]),
    ...flows('Receiver|Argument[1]', 'ReturnValue', members('django.http.QueryDict', 'get getlist pop')),
    ...flows(
      'Receiver',
      'ReturnValue',
      members('django.http.QueryDict', 'dict copy items lists values urlencode'),
    ),
    ...makes('str', members(request, 'get_host')),
    ...neutral(members(request, 'method user is_ajax scheme is_secure')),

    {
      kind: 'override',
      type: 'django.views.View',
      method: views,
      params: [{ type: request }, { source: 'remote' }, { source: 'remote' }],
    },
    ...subtypes(
      ['django.views.View'],
      [
        ...members(
          'django.views.generic',
          'View TemplateView ListView DetailView FormView CreateView UpdateView DeleteView RedirectView',
        ),
        ...members('django.views.generic.base', 'View TemplateView RedirectView'),
        ...members('django.views.generic.edit', 'FormView CreateView UpdateView DeleteView'),
        'django.views.generic.list.ListView',
        'django.views.generic.detail.DetailView',
      ],
    ),
    ...typed(request, ['django.views.View.request']),
    ...sources('remote', 'a part of the requested path', [
      'django.views.View.kwargs',
      'django.views.View.args',
      'rest_framework.views.APIView.kwargs',
    ]),
    {
      kind: 'override',
      type: 'rest_framework.views.APIView',
      method: views,
      params: [{ type: 'rest_framework.request.Request' }, { source: 'remote' }, { source: 'remote' }],
    },
    {
      kind: 'override',
      type: 'rest_framework.viewsets.ViewSet',
      method: handlers,
      params: [{ type: 'rest_framework.request.Request' }, { source: 'remote' }],
    },
    ...subtypes(['rest_framework.views.APIView'], ['rest_framework.viewsets.ViewSet']),
    ...subtypes(
      ['rest_framework.viewsets.ViewSet', 'rest_framework.views.APIView'],
      members('rest_framework.viewsets', 'GenericViewSet ModelViewSet ReadOnlyModelViewSet'),
    ),
    ...subtypes(
      ['rest_framework.views.APIView'],
      members(
        'rest_framework.generics',
        'GenericAPIView ListAPIView CreateAPIView RetrieveAPIView ListCreateAPIView RetrieveUpdateAPIView RetrieveUpdateDestroyAPIView DestroyAPIView UpdateAPIView',
      ),
    ),
    ...typed('rest_framework.request.Request', ['rest_framework.views.APIView.request']),
    {
      kind: 'entry',
      decorator: 'rest_framework.decorators.action',
      source: 'remote',
      what: 'a part of the requested path',
      except: ['rest_framework.request.Request', request],
    },

    ...sinks('sql-injection', argument(0, 'raw_query'), [
      'django.db.models.Manager.raw',
      'django.db.models.QuerySet.raw',
    ]),
    ...sinks('sql-injection', argument(0, 'sql'), [
      'django.db.models.expressions.RawSQL',
      'django.db.models.RawSQL',
    ]),
    ...sinks(
      'sql-injection',
      'Argument[0]|Argument[where].*|Argument[select].*|Argument[tables].*|Argument[order_by].*|Argument[1].*',
      ['django.db.models.Manager.extra', 'django.db.models.QuerySet.extra', '*.extra'],
    ),
    ...typed('django.db.models.Manager', [
      'django.db.models.Model.objects',
      'django.db.models.Manager',
      'django.contrib.auth.models.User.objects',
      'django.db.models.Model._default_manager',
    ]),
    ...typed('django.db.models.QuerySet', [
      ...members('django.db.models.Manager', queries),
      ...members('django.db.models.QuerySet', queries),
    ]),
    { kind: 'container', api: 'django.db.models.QuerySet.as_manager', op: 'instance' },
    { kind: 'container', api: 'django.db.models.Manager.from_queryset', op: 'mixed' },
    ...neutral([
      ...members('django.db.models.Manager', `${queries} raw extra`),
      ...members('django.db.models.QuerySet', `${queries} raw extra`),
      'django.shortcuts.get_object_or_404',
      'django.shortcuts.get_list_or_404',
      'django.db.models.Q',
      'django.db.models.F',
      'django.contrib.auth.authenticate',
      'django.contrib.auth.login',
      'django.db.models.Model.save',
    ]),

    ...sinks(
      'xss',
      argument(0, 'content'),
      members(
        'django.http',
        'HttpResponse HttpResponseBadRequest HttpResponseNotFound HttpResponseForbidden HttpResponseServerError StreamingHttpResponse',
      ),
      { when: [{ input: contentType, absent: true }] },
    ),
    ...sinks(
      'xss',
      argument(0, 'content'),
      members(
        'django.http',
        'HttpResponse HttpResponseBadRequest HttpResponseNotFound HttpResponseForbidden StreamingHttpResponse',
      ),
      { when: [{ input: contentType, matches: 'html|svg|[/+]xml', ignoreCase: true }] },
    ),
    ...sinks('xss', 'Argument[0]', ['django.http.HttpResponse.write', 'django.http.HttpResponse.content']),
    ...makes('django.http.HttpResponse', [
      ...members(
        'django.http',
        'HttpResponse HttpResponseBadRequest HttpResponseNotFound HttpResponseForbidden HttpResponseServerError StreamingHttpResponse JsonResponse HttpResponseRedirect HttpResponsePermanentRedirect FileResponse',
      ),
      'django.shortcuts.render',
      'django.shortcuts.redirect',
      'django.template.response.TemplateResponse',
      'rest_framework.response.Response',
      'django.shortcuts.render_to_response',
    ]),
    ...sinks('open-redirect', argument(0, 'redirect_to'), [
      'django.http.HttpResponseRedirect',
      'django.http.HttpResponsePermanentRedirect',
    ]),
    ...sinks('open-redirect', argument(0, 'to'), ['django.shortcuts.redirect']),
    ...sinks('open-redirect', 'Argument[0]', ['django.http.HttpResponse.Location']),
    {
      kind: 'guard',
      api: 'django.utils.http.url_has_allowed_host_and_scheme',
      input: argument(0, 'url'),
      clears: ['open-redirect', 'ssrf'],
    },
    {
      kind: 'guard',
      api: 'django.utils.http.is_safe_url',
      input: argument(0, 'url'),
      clears: ['open-redirect', 'ssrf'],
    },
    // Validators raise where a text is not what they ask for.
    ...members(
      'django.core.validators',
      'validate_slug validate_unicode_slug validate_ipv4_address validate_ipv6_address validate_ipv46_address validate_integer validate_comma_separated_integer_list',
    ).map((api): RowInput => ({ kind: 'guard', api, input: 'Argument[0]', clears: ['*'], raises: true })),
    ...typed('django.core.validators.RegexValidator', ['django.core.validators.RegexValidator']),
    ...sinks('path-traversal', 'Argument[0]', ['django.core.files.File'], { confidence: 50 }),
    ...sinks('path-traversal', argument(0, 'location'), ['django.core.files.storage.FileSystemStorage']),
    ...sinks('path-traversal', argument(1, 'template_name'), ['django.shortcuts.render'], { confidence: 50 }),
    ...sinks('trust-boundary', 'Argument[0]', [`${request}.session.*`], { confidence: 50 }),
    ...neutral([`${request}.session`]),
    ...sinks('mass-assignment', 'Argument[0]', ['django.db.models.Model.__init__'], { confidence: 40 }),
    // Whatever columns a client names: `create(**request.POST)`.
    ...sinks(
      'mass-assignment',
      'Argument[__unnamed__].__unnamed__',
      ['django.db.models.Manager', 'django.db.models.QuerySet'].flatMap((type) =>
        members(type, 'create update get_or_create update_or_create'),
      ),
    ),
    ...['django.urls.reverse', 'django.urls.reverse_lazy', 'django.core.urlresolvers.reverse'].map((api) => ({
      kind: 'begins' as const,
      api,
      text: '/-',
    })),
    ...neutral([
      'django.urls.reverse',
      'django.urls.reverse_lazy',
      'django.core.urlresolvers.reverse',
      'django.conf.settings',
    ]),
    ...flows('Argument[0]', 'ReturnValue', ['marshmallow.Schema.load', 'marshmallow.Schema.loads']),
    // Fields of which no text arrives, or one of a fixed choice.
    ...neutral([
      ...members('django.forms', checkedFields),
      ...members('django.forms.fields', checkedFields),
      ...members('rest_framework.serializers', checkedFields),
      ...members('rest_framework.fields', checkedFields),
      ...members('wtforms', wtfFields),
      ...members('wtforms.fields', wtfFields),
      ...members('flask_wtf', wtfFields),
      ...members(
        'marshmallow.fields',
        'Integer Int Float Decimal Number Boolean Bool Date DateTime Time TimeDelta UUID Enum IP IPv4 IPv6',
      ),
    ]),
    ...subtypes(
      ['django.forms.Form'],
      ['django.forms.ModelForm', 'django.forms.forms.Form', 'django.forms.models.ModelForm'],
    ),
    ...sources('remote', 'a form field', members('django.forms.Form', 'cleaned_data data')),
    ...makes('rest_framework.serializers.Serializer', ['rest_framework.views.APIView.get_serializer']),
    ...makes('django.forms.Form', ['django.views.View.get_form']),
    // They hold the declared fields and no others.
    ...sanitizers(
      ['mass-assignment', 'nosql-injection'],
      ['django.forms.Form.cleaned_data', 'rest_framework.serializers.Serializer.validated_data'],
      { input: 'ReturnValue' },
    ),
    // What a view says of where to go next becomes the answer.
    {
      kind: 'override',
      type: 'django.views.View',
      method: '^get_(?:redirect|success)_url$',
      params: [{ source: 'remote' }, { source: 'remote' }],
      returnsTo: 'django.http.HttpResponseRedirect',
    },
    {
      kind: 'override',
      type: 'django.views.View',
      method: '^form_(?:in)?valid$',
      params: [{ type: 'django.forms.Form' }],
    },
    ...subtypes(
      ['rest_framework.serializers.Serializer'],
      members('rest_framework.serializers', 'ModelSerializer HyperlinkedModelSerializer ListSerializer'),
    ),
    ...sources(
      'remote',
      'the request body',
      members('rest_framework.serializers.Serializer', 'validated_data initial_data'),
    ),

    {
      kind: 'override',
      type: 'django.core.management.base.BaseCommand',
      method: '^handle$',
      params: [{ source: 'local', type: 'django.core.management.Options' }],
    },
    {
      kind: 'override',
      type: 'django.contrib.admin.ModelAdmin',
      method: '^get_search_results$',
      params: [{ type: request }, { type: 'django.db.models.QuerySet' }, { source: 'remote' }],
    },
    ...subtypes(
      ['django.contrib.admin.ModelAdmin'],
      members('django.contrib.admin', 'TabularInline StackedInline'),
    ),
    ...subtypes(
      ['django.core.management.base.BaseCommand'],
      [
        ...members('django.core.management.base', 'AppCommand LabelCommand NoArgsCommand'),
        'django.core.management.BaseCommand',
      ],
    ),
    {
      kind: 'override',
      type: 'django.core.management.base.BaseCommand',
      method: '^handle_(?:label|app_config)$',
      params: [{ source: 'local' }],
    },
    ...cookieRows(['django.http.HttpResponse.set_cookie', 'django.http.HttpResponse.set_signed_cookie']),
    ...misuses(
      'csrf-disabled',
      'This view accepts requests that other sites make in the name of a user who is logged in. Leave the check on, or use token authentication.',
      ['django.views.decorators.csrf.csrf_exempt'],
      { confidence: 60 },
    ),
  ],
});
