<%@ page contentType="text/html;charset=UTF-8" import="java.util.List, shop.Texts" %>
<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
<%@ taglib prefix="fn" uri="http://java.sun.com/jsp/jstl/functions" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%!
  private String bold(String text) {
    return "<b>" + text + "</b>";
  }
%>
<html>
<%
  String q = request.getParameter("q");
  if (q != null) {
%>
<h1><%= q %></h1> <%-- # expect: xss --%>
<h1><%= bold(q) %></h1> <%-- # expect: xss --%>
<h1><%= Texts.clean(q) %></h1> <%-- # ok: xss --%>
<h1><%= q.length() // how long it is %></h1> <%-- # ok: xss --%>
<h1><% out.print("q: " + q); %></h1> <%-- # expect: xss --%>
<% } %>
<%-- <p>${param.q}</p> # ok: xss --%>
<p>${param.q}</p> <%-- # expect: xss --%>
<p>\${param.q}</p> <%-- # ok: xss --%>
<p>${param["q"]} ${paramValues.q[0]}</p> <%-- # expect: xss --%>
<p>${fn:escapeXml(param.q)} ${fn:length(param.q)}</p> <%-- # ok: xss --%>
<p>${fn:toUpperCase(param.q)}</p> <%-- # expect: xss --%>
<p>${Texts.clean(param.q)}</p> <%-- # ok: xss --%>
<p>${empty param.q ? 'none' : 'some'} ${not empty param.q and param.q eq 'x'}</p> <%-- # ok: xss --%>
<p>${empty param.q ? 'none' : param.q}</p> <%-- # expect: xss --%>
<p><c:out value="${param.q}"/> <c:out value="<%= q %>"/></p> <%-- # ok: xss --%>
<p><c:out value="${param.q}" escapeXml="false"/></p> <%-- # expect: xss --%>
<a href="<c:out value='${param.next}'/>">next</a> <%-- # expect: xss --%>
<a href="/search?q=<c:out value='${param.q}'/>">again</a> <%-- # ok: xss --%>
<a onclick="go('${fn:escapeXml(param.q)}')">go</a> <%-- # expect: xss --%>
<input value="${fn:escapeXml(param.q)}"> <%-- # ok: xss --%>
<c:set var="kept" value="${param.q}"/>
<p>${kept}</p> <%-- # expect: xss --%>
<c:set var="safe"><c:out value="${param.q}"/></c:set>
<p>${safe}</p> <%-- # ok: xss --%>
<c:set var="body"><i>${param.q}</i></c:set>
<p>${body}</p> <%-- # expect: xss --%>
<c:forEach var="each" items="${paramValues.tag}" varStatus="status">
  <li>${each}</li> <%-- # expect: xss --%>
  <li>${status.index}</li> <%-- # ok: xss --%>
</c:forEach>
<c:choose>
  <c:when test="${param.q eq 'a'}"><c:set var="one" value="${param.r}"/></c:when>
  <c:otherwise><c:set var="one" value="none"/></c:otherwise>
</c:choose>
<p>${one}</p> <%-- # expect: xss --%>
<jsp:useBean id="user" class="shop.User"/>
<jsp:setProperty name="user" property="name"/>
<p><jsp:getProperty name="user" property="name"/></p> <%-- # expect: xss --%>
<p>${pageContext.request.contextPath}</p> <%-- # ok: xss --%>
<p>${pageContext.request.queryString}</p> <%-- # expect: xss --%>
<p>${header['X-Title']} ${cookie.title.value}</p> <%-- # expect: xss --%>
<sql:query var="rows"> <%-- # expect: sql-injection --%>
  SELECT * FROM notes WHERE title = '${param.q}'
</sql:query>
<c:import url="http://${param.host}/news"/> <%-- # expect: ssrf --%>
<c:redirect url="${param.next}"/> <%-- # expect: open-redirect --%>
<jsp:include page="${param.page}"/> <%-- # expect: path-traversal --%>
<x:panel title="${param.q}"><c:out value="${param.q}"/></x:panel> <%-- # ok: xss --%>
</html>
