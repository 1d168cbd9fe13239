<%@ taglib prefix="my" tagdir="/WEB-INF/tags" %>
<h1>${name}</h1> <%-- # expect: xss --%>
<h2>${kind}</h2> <%-- # ok: xss --%>
<p><%= request.getAttribute("name") %></p> <%-- # expect: xss --%>
<p><%= request.getAttribute("kind") %></p> <%-- # ok: xss --%>
<my:card title="${name}" sub="x"/>
<jsp:include page="footer.jsp"/>
<%@ include file="/WEB-INF/views/head.jspf" %>
