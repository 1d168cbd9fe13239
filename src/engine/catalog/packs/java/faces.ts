import { definePack } from '../../pack.ts';
import { containers, of, sinks, sources, types } from './rows.ts';

const context = 'javax.faces.context.';
const external = `${context}ExternalContext`;

/** Jakarta Faces (JSF). */
export const faces = definePack({
  id: 'java/faces',
  languages: ['java'],
  title: 'Jakarta Faces',
  provenance: 'Jakarta Faces API documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    { kind: 'alias', api: 'jakarta.faces', of: 'javax.faces' },
    ...types({
      [`${context}FacesContext.getCurrentInstance`]: `${context}FacesContext`,
      [`${context}FacesContext.getExternalContext`]: external,
      [`${context}FacesContext.getResponseWriter`]: `${context}ResponseWriter`,
      [`${external}.getRequest`]: 'javax.servlet.http.HttpServletRequest',
      [`${external}.getResponse`]: 'javax.servlet.http.HttpServletResponse',
      [`${external}.getResponseOutputWriter`]: 'javax.servlet.ResponseWriter',
    }),
    ...sources(
      'remote',
      'a parameter of the request',
      of(external, 'getRequestParameterMap getRequestParameterValuesMap getRequestParameterNames'),
    ),
    ...sources(
      'remote',
      'a header of the request',
      of(external, 'getRequestHeaderMap getRequestHeaderValuesMap getRequestCookieMap'),
    ),
    ...sources(
      'remote',
      'a part of the address that was requested',
      of(external, 'getRequestPathInfo getRequestServletPath'),
    ),
    ...containers('get', [`${external}.getSessionMap.get`]),
    // `writeText` and `writeAttribute` escape.
    ...sinks('xss', 'Argument[0]', of(`${context}ResponseWriter`, 'write append'), {
      what: 'the page that is sent back',
    }),
    ...sinks('open-redirect', 'Argument[0]', [`${external}.redirect`], {
      what: 'the address that the browser is sent to',
    }),
    ...sinks('path-traversal', 'Argument[0]', of(external, 'getResource getResourceAsStream dispatch'), {
      what: 'the path of a file or page of the server',
    }),
  ],
});
