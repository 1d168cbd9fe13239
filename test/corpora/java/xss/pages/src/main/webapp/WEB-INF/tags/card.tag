<%@ tag %>
<%@ attribute name="title" %>
<b>${title}</b> <%-- # expect: xss --%>
<b>${sub}</b> <%-- # ok: xss --%>
