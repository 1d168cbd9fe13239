<%@ taglib prefix="core" uri="http://java.sun.com/jsp/jstl/core" %>
<p>${query}</p> <%-- # expect: xss --%>
<p><core:out value="${query}"/></p> <%-- # ok: xss --%>
<p>${total}</p> <%-- # ok: xss --%>
