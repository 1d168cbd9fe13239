<jsp:include page="open.jsp"><jsp:param name="topic" value="a"/></jsp:include>
