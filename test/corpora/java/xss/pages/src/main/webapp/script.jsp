<% response.setContentType("text/plain"); %>
${param.name} <%-- # ok: xss --%>
