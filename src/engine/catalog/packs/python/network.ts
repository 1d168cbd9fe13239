import { definePack } from '../../pack.ts';
import {
  argument,
  constants,
  flows,
  makes,
  members,
  misuses,
  neutral,
  sanitizers,
  sinks,
  sources,
  typed,
} from './rows.ts';

const verbs = 'get post put patch delete head options';
const noCertificates =
  'Certificates are not checked, so anyone on the way can read and change the traffic. Leave verification on, or give the CA file.';
const off = (name: string) => [{ input: `Argument[${name}]`, is: [false, 0, ''] }];

export const network = definePack({
  id: 'python/network',
  languages: ['python'],
  title: 'HTTP clients, sockets and TLS',
  provenance:
    'Python library documentation: urllib, http.client, socket, ssl, smtplib, ftplib; requests, httpx, aiohttp, urllib3, paramiko documentation',
  rows: [
    // An address that is put together without a host, or with a host of the program's, leads to nowhere else.
    ...sanitizers(['open-redirect', 'ssrf'], ['urllib.parse.urlunsplit', 'urllib.parse.urlunparse'], {
      input: 'Argument[0]|Argument[0].*',
      when: [{ input: 'Argument[0].1', matches: '^[^\\0]*$' }],
    }),
    ...sanitizers(['open-redirect', 'ssrf'], ['*._replace'], {
      input: 'Receiver',
      when: [{ input: 'Argument[netloc]', matches: '^[^\\0]*$' }],
    }),
    ...sinks('ssrf', argument(0, 'url'), [
      ...members('requests', verbs),
      ...members('requests.api', verbs),
      ...members('requests.Session', verbs),
      ...members('httpx', verbs),
      ...members('httpx.Client', verbs),
      ...members('aiohttp.ClientSession', `${verbs} ws_connect`),
      'urllib.request.urlopen',
      'urllib.request.urlretrieve',
      'urllib.request.OpenerDirector.open',
      'urllib.urlopen',
      'urllib2.urlopen',
      'six.moves.urllib.request.urlopen',
      'urllib3.request',
      'wget.download',
      'feedparser.parse',
      'websocket.create_connection',
      'websockets.connect',
    ]),
    ...sinks('ssrf', argument(1, 'url'), [
      'requests.request',
      'requests.Session.request',
      'httpx.request',
      'httpx.stream',
      'httpx.Client.request',
      'httpx.Client.stream',
      'aiohttp.request',
      'aiohttp.ClientSession.request',
      'urllib3.PoolManager.request',
      'urllib3.PoolManager.urlopen',
      'httplib2.Http.request',
    ]),
    ...sinks('ssrf', 'Argument[0]', [
      'httplib2.Http.request',
      'tornado.httpclient.AsyncHTTPClient.fetch',
      'tornado.httpclient.HTTPClient.fetch',
      'tornado.httpclient.HTTPRequest',
    ]),
    ...makes('pycurl.Curl', ['pycurl.Curl']),
    ...constants('URL', ['pycurl.URL', 'pycurl.Curl.URL']),
    ...sinks('ssrf', 'Argument[1]', ['pycurl.Curl.setopt'], {
      when: [{ input: 'Argument[0]', is: ['URL'] }],
    }),
    { kind: 'alias', api: 'six.moves.http_client', of: 'http.client' },
    ...sinks('ssrf', argument(0, 'host'), [
      ...members('urllib3', 'HTTPConnectionPool HTTPSConnectionPool'),
      ...members('urllib3.connectionpool', 'HTTPConnectionPool HTTPSConnectionPool'),
      'http.client.HTTPConnection',
      'http.client.HTTPSConnection',
      'httplib.HTTPConnection',
      'httplib.HTTPSConnection',
      'ftplib.FTP',
      'telnetlib.Telnet',
      'smtplib.SMTP',
      'urllib3.connectionpool.connection_from_url',
    ]),
    ...sinks('ssrf', 'Argument[0]|Argument[0].0', ['socket.socket.connect', 'socket.create_connection']),
    ...makes('socket.socket', ['socket.socket', 'ssl.SSLContext.wrap_socket', 'socket.create_connection']),
    // What a cloud keeps under a name is not the name.
    ...makes('boto3.Client', members('boto3', 'client Session.client session.Session.client')),
    ...neutral(
      members(
        'boto3.Client',
        'get_object put_object head_object delete_object list_objects list_objects_v2 copy_object upload_file upload_fileobj download_file download_fileobj generate_presigned_url generate_presigned_post get_item put_item query scan update_item delete_item invoke send_message receive_message publish get_secret_value get_parameter send_email',
      ),
    ),
    ...makes('urllib.request.OpenerDirector', ['urllib.request.build_opener', 'urllib2.build_opener']),
    ...makes('requests.Session', ['requests.Session', 'requests.session', 'requests.sessions.Session']),
    ...makes('httpx.Client', ['httpx.Client', 'httpx.AsyncClient']),
    ...makes('aiohttp.ClientSession', ['aiohttp.ClientSession', 'aiohttp.client.ClientSession']),
    ...makes('urllib3.PoolManager', ['urllib3.PoolManager', 'urllib3.ProxyManager']),
    ...makes('httplib2.Http', ['httplib2.Http']),
    ...typed('tornado.httpclient.HTTPResponse', members('tornado.httpclient.AsyncHTTPClient', 'fetch')),
    ...neutral(members('tornado.httpclient.HTTPResponse', 'code request_time')),
    ...makes('tornado.httpclient.AsyncHTTPClient', [
      'tornado.httpclient.AsyncHTTPClient',
      'tornado.httpclient.HTTPClient',
    ]),
    { kind: 'subtype', api: 'httpx.AsyncClient', of: ['httpx.Client'] },

    // What a client answers is the other side's, not the caller's.
    ...neutral([
      ...members('requests', `${verbs} request`),
      ...members('requests.Session', `${verbs} request`),
      ...members('httpx', `${verbs} request`),
      ...members('httpx.Client', `${verbs} request`),
      ...members('aiohttp.ClientSession', `${verbs} request ws_connect`),
      ...members('urllib3.PoolManager', 'request urlopen request_encode_url request_encode_body'),
      ...members('httplib2.Http', 'request'),
      'urllib3.request',
      'urllib.request.OpenerDirector.open',
      'urllib.request.urlopen',
      'urllib.urlopen',
      'urllib2.urlopen',
    ]),
    ...sources('remote', 'data from a socket', [
      ...members('socket.socket', 'recv recvfrom recvmsg'),
      // Of the connection that `accept()` gives, or of a web socket.
      ...members('*', 'recv recvfrom'),
    ]),

    // Percent-encoding leaves no separator of a URL, path or markup; quote() keeps '/'.
    ...sanitizers(
      ['ssrf', 'open-redirect', 'path-traversal', 'xss', 'header-injection', 'log-injection'],
      [
        'urllib.parse.quote_plus',
        'urllib.quote_plus',
        'urllib.parse.urlencode',
        'urllib.urlencode',
        'django.utils.http.urlencode',
        'six.moves.urllib.parse.quote_plus',
        'yarl.quote',
      ],
      { input: 'Argument[0]|Argument[0].*' },
    ),
    ...sanitizers(
      ['xss', 'header-injection', 'log-injection', 'ssrf', 'open-redirect'],
      ['urllib.parse.quote', 'urllib.quote', 'werkzeug.urls.url_quote', 'django.utils.http.urlquote'],
    ),
    ...flows('Argument[0]', 'ReturnValue', [
      'urllib.parse.unquote',
      'urllib.parse.unquote_plus',
      'urllib.unquote',
      'urllib.parse.urlparse',
      'urllib.parse.urlsplit',
      'urllib.parse.parse_qs',
      'urllib.parse.parse_qsl',
      'urlparse.urlparse',
    ]),
    ...flows('Argument[0]|Argument[1]', 'ReturnValue', ['urllib.parse.urljoin', 'urlparse.urljoin']),
    ...typed('urllib.parse.ParseResult', [
      'urllib.parse.urlparse',
      'urllib.parse.urlsplit',
      'urlparse.urlparse',
    ]),
    ...typed('str', members('urllib.parse.ParseResult', 'netloc hostname scheme')),
    ...sanitizers(['host-part'], members('urllib.parse.ParseResult', 'netloc hostname'), {
      input: 'Receiver',
    }),
    ...sanitizers(['open-redirect', 'ssrf'], ['urllib.parse.ParseResult.path'], { input: 'Receiver' }),

    ...misuses(
      'tls-verification-disabled',
      noCertificates,
      [
        ...members('requests', `${verbs} request`),
        ...members('requests.Session', `${verbs} request`),
        ...members('httpx', `${verbs} request stream Client AsyncClient`),
      ],
      { when: off('verify') },
    ),
    ...misuses(
      'tls-verification-disabled',
      noCertificates,
      members('aiohttp.ClientSession', `${verbs} request`),
      {
        when: off('ssl'),
      },
    ),
    ...misuses(
      'tls-verification-disabled',
      noCertificates,
      members('aiohttp.ClientSession', `${verbs} request`),
      {
        when: off('verify_ssl'),
      },
    ),
    ...misuses('tls-verification-disabled', noCertificates, ['aiohttp.TCPConnector'], { when: off('ssl') }),
    ...misuses('tls-verification-disabled', noCertificates, ['aiohttp.TCPConnector'], {
      when: off('verify_ssl'),
    }),
    ...misuses('tls-verification-disabled', noCertificates, ['requests.Session.verify'], {
      when: [{ input: 'Argument[0]', is: [false] }],
    }),
    ...misuses('tls-verification-disabled', noCertificates, ['httplib2.Http'], {
      when: [{ input: 'Argument[disable_ssl_certificate_validation]', is: [true] }],
    }),
    ...misuses(
      'tls-verification-disabled',
      noCertificates,
      [
        'urllib3.PoolManager',
        'urllib3.ProxyManager',
        'urllib3.HTTPSConnectionPool',
        'urllib3.connectionpool.HTTPSConnectionPool',
        'urllib3.connection_from_url',
        'urllib3.connectionpool.connection_from_url',
        'urllib3.proxy_from_url',
        'urllib3.poolmanager.proxy_from_url',
        'urllib3.util.ssl_.create_urllib3_context',
        'urllib3.util.create_urllib3_context',
      ],
      { when: [{ input: 'Argument[cert_reqs]', is: ['CERT_NONE', 'NONE', 0] }] },
    ),
    ...misuses('tls-verification-disabled', noCertificates, [
      'ssl._create_unverified_context',
      'ssl._create_stdlib_context',
    ]),
    ...misuses('tls-verification-disabled', noCertificates, ['ssl.wrap_socket'], {
      when: [{ input: 'Argument[cert_reqs]', is: [0] }],
    }),
    ...misuses('tls-verification-disabled', noCertificates, ['ssl.SSLContext.verify_mode'], {
      when: [{ input: 'Argument[0]', is: [0] }],
    }),
    ...misuses(
      'tls-verification-disabled',
      'Any valid certificate is accepted for any host name. Leave check_hostname on.',
      ['ssl.SSLContext.check_hostname'],
      { when: [{ input: 'Argument[0]', is: [false] }], variant: 'hostname' },
    ),
    ...misuses(
      'weak-cipher',
      'This protocol version is broken. Use ssl.create_default_context(), or ssl.PROTOCOL_TLS_CLIENT with TLS 1.2 or later.',
      ['ssl.SSLContext', 'ssl.wrap_socket'],
      {
        when: [{ input: 'Argument[0]|Argument[protocol]|Argument[ssl_version]', is: [1, 2, 3] }],
        variant: 'protocol',
      },
    ),
    ...misuses(
      'weak-cipher',
      'These ciphers can be broken. Leave the defaults, or name those of TLS 1.2 and later with forward secrecy.',
      ['ssl.SSLContext.set_ciphers', 'OpenSSL.SSL.Context.set_cipher_list'],
      {
        when: [
          {
            input: 'Argument[0]',
            matches:
              '(?:^|[:+, ])(?:[ae]?NULL|EXP(?:ORT)?|LOW|(?:3)?DES|RC4|MD5)(?:$|[:+, -])|@SECLEVEL=[01]',
          },
        ],
        variant: 'ciphers',
      },
    ),
    ...misuses('tls-verification-disabled', noCertificates, ['OpenSSL.SSL.Context.set_verify'], {
      when: [{ input: 'Argument[0]', is: [0] }],
    }),
    ...constants(0, ['OpenSSL.SSL.VERIFY_NONE']),
    ...makes('OpenSSL.SSL.Context', ['OpenSSL.SSL.Context']),
    ...misuses(
      'weak-cipher',
      'This protocol version is broken. Require TLSVersion.TLSv1_2 or later.',
      ['ssl.SSLContext.minimum_version', 'ssl.SSLContext.maximum_version'],
      { when: [{ input: 'Argument[0]', is: [768, 769, 770] }], variant: 'protocol' },
    ),
    ...constants(768, ['ssl.TLSVersion.SSLv3']),
    ...constants(769, ['ssl.TLSVersion.TLSv1']),
    ...constants(770, ['ssl.TLSVersion.TLSv1_1']),
    ...misuses(
      'tls-verification-disabled',
      'An unknown host key is accepted, so the server may be anyone. Use RejectPolicy and known host keys.',
      ['paramiko.SSHClient.set_missing_host_key_policy'],
      { when: [{ input: 'Argument[0]', type: 'paramiko.AutoAddPolicy' }], variant: 'host-key' },
    ),
    ...misuses(
      'tls-verification-disabled',
      'An unknown host key is accepted, so the server may be anyone. Use RejectPolicy and known host keys.',
      ['paramiko.SSHClient.set_missing_host_key_policy'],
      { when: [{ input: 'Argument[0]', type: 'paramiko.WarningPolicy' }], variant: 'host-key' },
    ),
    { kind: 'alias', api: 'paramiko.client', of: 'paramiko' },
    ...makes('paramiko.AutoAddPolicy', ['paramiko.AutoAddPolicy']),
    ...makes('paramiko.WarningPolicy', ['paramiko.WarningPolicy']),
    ...misuses('tls-verification-disabled', noCertificates, ['ssl.wrap_socket'], {
      when: [
        { input: 'Argument[cert_reqs]', absent: true },
        // A version that is broken is another finding.
        { input: 'Argument[ssl_version]', is: [1, 2, 3], not: true, orUnknown: true },
      ],
    }),
    ...makes('ssl.SSLContext', [
      'ssl.SSLContext',
      'ssl.create_default_context',
      'urllib3.util.ssl_.create_urllib3_context',
    ]),
    ...misuses(
      'weak-cipher',
      'This protocol version is broken. Use TLS_METHOD with TLS 1.2 or later.',
      ['OpenSSL.SSL.Context'],
      { when: [{ input: argument(0, 'method'), is: [1, 2, 4, 5] }], variant: 'protocol' },
    ),
    ...constants(1, ['OpenSSL.SSL.SSLv2_METHOD']),
    ...constants(2, ['OpenSSL.SSL.SSLv3_METHOD']),
    ...constants(4, ['OpenSSL.SSL.TLSv1_METHOD']),
    ...constants(5, ['OpenSSL.SSL.TLSv1_1_METHOD']),
    { kind: 'constant', api: 'ssl.CERT_NONE', value: 0 },
    { kind: 'constant', api: 'ssl.CERT_OPTIONAL', value: 1 },
    { kind: 'constant', api: 'ssl.CERT_REQUIRED', value: 2 },
    { kind: 'constant', api: 'ssl.PROTOCOL_SSLv2', value: 1 },
    { kind: 'constant', api: 'ssl.PROTOCOL_SSLv3', value: 2 },
    { kind: 'constant', api: 'ssl.PROTOCOL_TLSv1', value: 3 },
    { kind: 'constant', api: 'ssl.PROTOCOL_TLSv1_1', value: 3 },
    { kind: 'constant', api: 'ssl.PROTOCOL_TLSv1_2', value: 5 },
    { kind: 'constant', api: 'ssl.PROTOCOL_TLS', value: 16 },
    { kind: 'constant', api: 'ssl.PROTOCOL_TLS_CLIENT', value: 17 },

    ...makes('smtplib.SMTP', ['smtplib.SMTP', 'smtplib.SMTP_SSL']),
    ...sinks('header-injection', 'Argument[0]|Argument[1]|Argument[2]', ['smtplib.SMTP.sendmail'], {
      confidence: 55,
    }),
  ],
});
