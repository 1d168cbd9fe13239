<p>${user.name}</p> <%-- # expect: xss --%>
<p>${user["name"]}</p> <%-- # expect: xss --%>
<p>${fn:escapeXml(user.name)}</p> <%-- # ok: xss --%>
