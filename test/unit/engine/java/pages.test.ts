import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pageProgram } from '../../../../src/engine/languages/java/pages/page.ts';
import { analyse, newAnalyzer } from '../../../support/engine.ts';

/** Parts of pages, put together in any order. */
const page = fc
  .array(
    fc.constantFrom(
      ...'<% <%= <%! <%@ <%-- --%> %> ${ #{ } { } ( ) [ ] " \' . , : ? param name fn:escapeXml( page and > />'.split(
        ' ',
      ),
      '<c:out value="',
      '<c:set var="a">',
      '</c:set>',
      '<c:forEach items="',
      '</c:forEach>',
      '<x:y z=',
      '<a href="',
      'include file="a"',
      'taglib prefix="c" uri="jakarta.tags.core"',
      '\n',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(' '));

const textOf = (text: string, range: { startLine: number; startColumn: number; endColumn: number }) =>
  (text.split('\n')[range.startLine - 1] ?? '').slice(range.startColumn - 1, range.endColumn - 1);

describe('pages of JSP', () => {
  it('become a program whatever is written in them, every part of which has its place in the file', () => {
    fc.assert(
      fc.property(page, (text) => {
        const { stretches } = pageProgram(text);
        for (const [i, { at, end, from, isVerbatim }] of stretches.entries()) {
          assert.ok(at >= 0 && at <= end && end <= text.length);
          assert.ok(from >= (stretches[i - 1]?.from ?? 0));
          if (isVerbatim)
            assert.equal(pageProgram(text).text.slice(from, from + end - at), text.slice(at, end));
        }
      }),
    );
  });

  it('are read in a time that grows with them, whatever never ends', () => {
    for (const part of [
      '<%',
      '<%--',
      '${',
      "${'",
      '<c:out value="',
      '<c:set var="a">',
      '${a[',
      '<a href="${fn:escapeXml((',
      '${param[',
    ]) {
      const began = performance.now();
      pageProgram(part.repeat(20_000));
      assert.ok(performance.now() - began < 4_000, part);
    }
  });

  it('are analysed without an error where they are cut off anywhere', async () => {
    const text =
      '<%@ page import="java.util.*" %><%! int f() { return 1; } %><% for (String a : b) { %><c:if test="${a.b[0] eq \'x\'}"><%= a %></c:if><% } %>${param.a}';
    const analyzer = await newAnalyzer();
    for (let end = 1; end <= text.length; end += 3)
      await assert.doesNotReject(
        analyse([{ path: 'a.jsp', text: text.slice(0, end) }], analyzer),
        String(end),
      );
  }).timeout(60_000);

  it('have their findings where the file has the code', async () => {
    const text = [
      '<%-- é 😀 --%><%@ page import="java.util.List" %>\r',
      '<% String name = request.getParameter("name"); %>\r',
      '<p><%= name %></p>\r',
      '<p>${param.note}</p>\r',
      '<% out.print(name); %>\r',
    ].join('\n');
    const { findings, skips } = await analyse([{ path: 'a.jsp', text }]);
    assert.deepEqual(
      findings.map(({ range }) => textOf(text, range)),
      ['<%= name %>', '${param.note}', 'print(name)'],
    );
    assert.deepEqual(
      findings.map(({ codeFlows }) => textOf(text, codeFlows[0]?.steps[0]?.range ?? assert.fail())),
      ['getParameter("name")', 'param', 'getParameter("name")'],
    );
    assert.deepEqual(skips, []);
  });

  it('are analysed anew after an edit, with what the program hands to them', async () => {
    const analyzer = await newAnalyzer();
    const servlet = {
      path: 'src/Orders.java',
      text: `import javax.servlet.http.*;
class Orders extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    request.setAttribute("name", request.getParameter("name"));
    request.getRequestDispatcher("/orders.jsp").forward(request, response);
  }
}`,
    };
    const found = async (text: string) => {
      const { findings } = await analyse([servlet, { path: 'web/orders.jsp', text }], analyzer);
      return findings.map(({ file }) => file);
    };
    assert.deepEqual(await found('<c:out value="${name}"/>'), []);
    assert.deepEqual(await found('${name}'), ['web/orders.jsp']);
    assert.deepEqual(await found('<%= request.getAttribute("name") %>'), ['web/orders.jsp']);
    assert.deepEqual(await found('${other}'), []);
  });
});
