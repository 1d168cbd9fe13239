<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
<c:import url="../parts/tip.jsp">
  <c:param name="topic" value="help"/>
  <c:param name="sometimes" value="a"/>
  <c:param name="passed" value="${param.q}"/>
</c:import>
<jsp:include page="../parts/stars.jsp"/>
<jsp:include page="../parts/viewed.jsp"><jsp:param name="kind" value="a"/></jsp:include>
