<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
<span class="tip ${param.topic}">?</span> <!-- ok: xss -->
<span title="${param.title}">!</span> <!-- expect: xss -->
<span title="${param.sometimes}">!</span> <!-- expect: xss -->
<span>${param.passed}</span> <!-- expect: xss -->
