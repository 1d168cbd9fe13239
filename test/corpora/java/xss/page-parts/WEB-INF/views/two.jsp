<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
<jsp:include page="/WEB-INF/parts/tip.jsp">
  <jsp:param name="topic" value="more"/>
  <jsp:param name="passed" value="fixed"/>
  <jsp:param name="title" value="one of two"/>
</jsp:include>
<c:import url="../parts/tip.jsp">
  <c:param name="topic">again</c:param>
  <c:param name="passed" value="x"/>
  <c:if test="${user}"><c:param name="sometimes" value="b"/></c:if>
</c:import>
