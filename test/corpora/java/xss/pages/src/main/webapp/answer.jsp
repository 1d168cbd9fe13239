<%@ page contentType="application/json" %>
{"name": "${param.name}"} <%-- # ok: xss --%>
<%= request.getParameter("name") %> <%-- # ok: xss --%>
