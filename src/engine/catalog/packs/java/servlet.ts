import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { containers, flows, misuses, neutrals, of, sinks, sources, subtypes, types } from './rows.ts';

const http = 'javax.servlet.http.';
const request = `${http}HttpServletRequest`;
const response = `${http}HttpServletResponse`;
const session = `${http}HttpSession`;
const writer = 'javax.servlet.ResponseWriter';
const page = { what: 'the page that is sent back' };

/** Types of answers that browsers do not take for pages. */
const noPage = {
  matches:
    '^(?:application/(?:json|octet-stream|pdf|zip|csv|[\\w.-]+\\+json)|text/(?:plain|csv)|image/(?!svg))',
  ignoreCase: true,
};

/** Servlets and JSP, under their old and new names. */
export const servlet = definePack({
  id: 'java/servlet',
  languages: ['java'],
  title: 'Servlet and JSP',
  provenance: 'Jakarta Servlet and Pages specifications; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    { kind: 'alias', api: 'jakarta.servlet', of: 'javax.servlet' },
    // Names that an excerpt of a handler does not declare.
    { kind: 'alias', api: 'request', of: request },
    { kind: 'alias', api: 'response', of: response },
    ...subtypes({
      [request]: ['javax.servlet.ServletRequest'],
      [`${http}HttpServletRequestWrapper`]: [request],
      'org.springframework.web.multipart.MultipartHttpServletRequest': [request],
      [response]: ['javax.servlet.ServletResponse'],
      [`${http}HttpServletResponseWrapper`]: [response],
      'javax.servlet.ServletInputStream': ['java.io.InputStream'],
      'javax.servlet.jsp.JspWriter': [writer],
      'javax.servlet.ServletOutputStream': [writer],
      [writer]: ['java.io.PrintWriter'],
      'javax.servlet.jsp.PageContext': ['javax.servlet.jsp.JspContext'],
    }),
    ...sources(
      'remote',
      'a parameter of the request',
      of('javax.servlet.ServletRequest', 'getParameter getParameterValues getParameterMap getParameterNames'),
    ),
    ...sources(
      'remote',
      'the body of the request',
      of('javax.servlet.ServletRequest', 'getInputStream getReader'),
    ),
    ...sources('remote', 'a header of the request', of(request, 'getHeader getHeaders getHeaderNames')),
    ...sources(
      'remote',
      'a part of the address that was requested',
      of(request, 'getQueryString getPathInfo getRequestURI getRequestURL getServletPath getPathTranslated'),
    ),
    ...sources(
      'remote',
      'the host that the sender names',
      of('javax.servlet.ServletRequest', 'getServerName getRemoteHost'),
    ),
    ...sources(
      'remote',
      'a cookie of the request',
      of(`${http}Cookie`, 'getValue getName getComment getDomain getPath'),
    ),
    ...sources(
      'remote',
      'an uploaded file',
      of(`${http}Part`, 'getInputStream getSubmittedFileName getHeader getName'),
    ),
    ...sources('remote', 'the URL that was visited before', of(request, 'getRequestedSessionId')),
    ...types({
      [`${request}.getCookies.*`]: `${http}Cookie`,
      [`${request}.getSession`]: session,
      [`${request}.getPart`]: `${http}Part`,
      [`${request}.getParts.*`]: `${http}Part`,
      'javax.servlet.ServletRequest.getParameter': 'java.lang.String',
      [`${request}.getHeader`]: 'java.lang.String',
      'javax.servlet.ServletRequest.getInputStream': 'javax.servlet.ServletInputStream',
      'javax.servlet.ServletRequest.getReader': 'java.io.BufferedReader',
      'javax.servlet.ServletRequest.getServletContext': 'javax.servlet.ServletContext',
      'javax.servlet.ServletRequest.getRequestDispatcher': 'javax.servlet.RequestDispatcher',
      'javax.servlet.GenericServlet.getServletContext': 'javax.servlet.ServletContext',
      [`${http}HttpServlet.getServletContext`]: 'javax.servlet.ServletContext',
      'javax.servlet.ServletResponse.getWriter': writer,
      'javax.servlet.ServletResponse.getOutputStream': 'javax.servlet.ServletOutputStream',
      'javax.servlet.jsp.PageContext.getRequest': request,
      'javax.servlet.jsp.JspContext.getOut': 'javax.servlet.jsp.JspWriter',
      [`${writer}.append`]: writer,
      [`${writer}.format`]: writer,
      [`${writer}.printf`]: writer,
    }),
    ...neutrals([
      ...of(request, 'getMethod getContextPath getAuthType getUserPrincipal getSession isUserInRole'),
      ...of(
        'javax.servlet.ServletRequest',
        'getContentLength getScheme getServerPort getRemoteAddr getLocalAddr getContentType getCharacterEncoding isSecure setCharacterEncoding getServletContext',
      ),
    ]),
    // What a session says of itself is not what was put into it.
    ...neutrals(
      of(
        session,
        'getId getCreationTime getLastAccessedTime getMaxInactiveInterval isNew invalidate getServletContext setMaxInactiveInterval',
      ),
    ),
    ...containers('get', [
      'javax.servlet.ServletRequest.getAttribute',
      `${session}.getAttribute`,
      'javax.servlet.ServletContext.getAttribute',
    ]),
    ...containers('put', [
      'javax.servlet.ServletRequest.setAttribute',
      `${session}.setAttribute`,
      'javax.servlet.ServletContext.setAttribute',
    ]),
    ...sinks('trust-boundary', 'Argument[0]|Argument[1]', of(session, 'setAttribute putValue'), {
      what: 'the session, which the program trusts',
    }),
    // A writer around the answer's stream writes to the answer.
    ...of('java.io', 'PrintWriter PrintStream OutputStreamWriter BufferedWriter BufferedOutputStream').map(
      (api): RowInput => ({
        kind: 'become',
        api,
        type: writer,
        when: [{ input: 'Argument[0]', type: writer }],
      }),
    ),
    // What is written goes out: the writer does not keep it.
    ...neutrals(of(writer, 'print println write append format printf')),
    ...sinks(
      'xss',
      'Argument[*]|Argument[*].*',
      of(writer, 'print println write append format printf'),
      page,
    ),
    ...sinks('xss', 'Argument[0]', ['org.apache.commons.io.IOUtils.write'], {
      ...page,
      when: [{ input: 'Argument[1]', type: writer }],
    }),
    ...flows('Argument[0]', 'ReturnValue', ['javax.servlet.ServletContext.getRealPath']),
    ...sinks('open-redirect', 'Argument[0]', [`${response}.sendRedirect`], {
      what: 'the address that the browser is sent to',
    }),
    ...sinks('open-redirect', 'Argument[1]', of(response, 'setHeader addHeader'), {
      when: [{ input: 'Argument[0]', is: ['Location', 'Refresh'], ignoreCase: true }],
      what: 'the address that the browser is sent to',
    }),
    ...sinks('header-injection', 'Argument[1]', of(response, 'setHeader addHeader'), {
      when: [
        {
          input: 'Argument[0]',
          is: ['Location', 'Refresh', 'Access-Control-Allow-Origin'],
          ignoreCase: true,
          not: true,
        },
      ],
      what: 'a header of the answer',
      confidence: 55,
    }),
    // Behind a beginning of the program's own it is no redirect, but still a header.
    ...sinks('header-injection', 'Argument[1]', of(response, 'setHeader addHeader'), {
      when: [
        { input: 'Argument[0]', is: ['Location', 'Refresh'], ignoreCase: true },
        { input: 'Argument[1]', matches: '^[^/]*/[^/]', prefix: true },
      ],
      what: 'a header of the answer',
      confidence: 55,
    }),
    ...sinks('header-injection', 'Argument[0]', ['javax.servlet.ServletResponse.setContentType'], {
      what: 'a header of the answer',
      confidence: 50,
    }),
    ...sinks('header-injection', 'Argument[0]', [`${response}.addCookie`], {
      what: 'a cookie of the answer',
      confidence: 45,
    }),
    ...sinks('header-injection', 'Argument[0]', of(response, 'setHeader addHeader'), {
      what: 'the name of a header of the answer',
    }),
    ...misuses(
      'information-exposure',
      'The stack trace is sent to the client and shows the inside of the program. Log it, and answer with a short text.',
      ['*.printStackTrace'],
      {
        when: [{ input: 'Argument[0]', type: writer }],
      },
    ),
    ...sinks('cors-misconfiguration', 'Argument[1]', of(response, 'setHeader addHeader'), {
      when: [{ input: 'Argument[0]', is: ['Access-Control-Allow-Origin'], ignoreCase: true }],
      what: 'the origins that may read the answer',
    }),
    // What follows a question mark chooses no page.
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        'javax.servlet.ServletRequest.getRequestDispatcher',
        'javax.servlet.ServletContext.getRequestDispatcher',
      ],
      {
        what: 'the path of a file or page of the server',
        when: [{ input: 'Argument[0]', matches: '[?]', prefix: true, not: true, orUnknown: true }],
      },
    ),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [...of('javax.servlet.ServletContext', 'getResource getResourceAsStream'), `${http}Part.write`],
      { what: 'the path of a file or page of the server' },
    ),
    // A cookie without the flag goes over unencrypted connections too; one that is being removed does no harm.
    {
      kind: 'become',
      api: `${http}Cookie.setSecure`,
      type: `${http}Cookie.secured`,
      // What a setting or the request says is not known to be wrong.
      when: [{ input: 'Argument[0]', is: [true], orUnknown: true }],
    },
    {
      kind: 'become',
      api: `${http}Cookie.setMaxAge`,
      type: `${http}Cookie.removed`,
      when: [{ input: 'Argument[0]', is: [0] }],
    },
    {
      kind: 'become',
      api: `${http}Cookie`,
      type: `${http}Cookie.removed`,
      when: [{ input: 'Argument[1]', is: ['', null] }],
    },
    ...misuses(
      'insecure-cookie',
      'The cookie may be sent over unencrypted connections: `setSecure(true)` is missing.',
      [`${response}.addCookie`],
      {
        when: [{ input: 'Argument[0]', type: `${http}Cookie` }],
      },
    ),
    // What is not a page cannot hold scripts.
    {
      kind: 'become',
      api: 'javax.servlet.ServletResponse.setContentType',
      type: `${response}.data`,
      when: [{ input: 'Argument[0]', ...noPage }],
    },
    ...of(response, 'setHeader addHeader').map(
      (api): RowInput => ({
        kind: 'become',
        api,
        type: `${response}.data`,
        when: [
          { input: 'Argument[0]', is: ['Content-Type'], ignoreCase: true },
          { input: 'Argument[1]', ...noPage },
        ],
      }),
    ),
    ...subtypes({ [`${response}.data`]: [response] }),
    ...types({
      [`${response}.data.getWriter`]: 'java.io.PrintWriter',
      [`${response}.data.getOutputStream`]: 'java.io.OutputStream',
    }),
    {
      kind: 'override',
      type: 'javax.servlet.GenericServlet',
      method: '^service$',
      params: [{ type: request }, { type: response }],
    },
    {
      kind: 'override',
      type: `${http}HttpServlet`,
      method: '^(?:do(?:Get|Post|Put|Delete|Head|Options|Trace|Patch)|service)$',
      params: [{ type: request }, { type: response }],
    },
    {
      kind: 'override',
      type: 'javax.servlet.Filter',
      method: '^doFilter$',
      params: [{ type: request }, { type: response }],
    },
    ...subtypes({ [`${http}HttpServlet`]: ['javax.servlet.GenericServlet'] }),
    ...types({
      'org.apache.struts2.ServletActionContext.getRequest': request,
      'org.apache.struts2.ServletActionContext.getResponse': response,
    }),
    ...['Action', 'DispatchAction', 'MappingDispatchAction', 'LookupDispatchAction'].map(
      (name): RowInput => ({
        kind: 'override',
        type: name === 'Action' ? 'org.apache.struts.action.Action' : `org.apache.struts.actions.${name}`,
        method: '^\\w+$',
        params: [{}, { source: 'remote' }, { type: request }, { type: response }],
      }),
    ),
    // Struts fills the properties of an action with the parameters of the request.
    ...[
      'com.opensymphony.xwork2.ActionSupport',
      'com.opensymphony.xwork2.Action',
      'com.opensymphony.xwork2.ModelDriven',
    ].map(
      (type): RowInput => ({
        kind: 'override',
        type,
        method: '^set[A-Z]\\w*$',
        // A file that was sent is one of the framework's own.
        params: [
          {
            source: 'remote',
            except: ['java.io.File', 'org.apache.struts2.dispatcher.multipart.UploadedFile'],
          },
        ],
      }),
    ),
  ],
});
