<p>${name}</p> <%-- # expect: xss --%>
<p>${kind}</p> <%-- # ok: xss --%>
