<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
<img title="${param.rating / 10}"> <!-- ok: xss -->
<img title="${param.rating + 1}"> <!-- ok: xss -->
<img title="${param.rating % 2} ${param.rating mod 2}"> <!-- ok: xss -->
<img title="${param.rating}"> <!-- expect: xss -->
