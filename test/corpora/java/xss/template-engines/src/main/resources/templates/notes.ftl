<#import "lib.ftl" as lib>
<#-- ${note} # ok: xss -->
<h1>${title}</h1> <#-- # ok: xss -->
<p>${note}</p> <#-- # expect: xss -->
<p>${note?html} ${note?length} ${note?url}</p> <#-- # ok: xss -->
<p>${(note!"none")?trim}</p> <#-- # expect: xss -->
<p>${missing!note}</p> <#-- # expect: xss -->
<p>${(note == "a")?then("a", "b")}</p> <#-- # ok: xss -->
<p>${RequestParameters.note}</p> <#-- # ok: xss -->
<#list tags as tag>
  <li>${tag}</li> <#-- # expect: xss -->
  <li>${tag_index}</li> <#-- # ok: xss -->
</#list>
<#if note??><p>${note?upper_case}</p></#if> <#-- # expect: xss -->
<#assign text = "Dear ${note}" plain = "Dear ${title}">
<p>${text}</p> <#-- # expect: xss -->
<p>${plain}</p> <#-- # ok: xss -->
<#escape x as x?html>
  <p>${note}</p> <#-- # ok: xss -->
  <#noescape><p>${note}</p></#noescape> <#-- # expect: xss -->
  <a href="${note}">x</a> <#-- # expect: xss -->
</#escape>
<#macro card text>
  <b>${text}</b> <#-- # expect: xss -->
</#macro>
<@card text=note/>
<@lib.heading title/>
<#include "footer.ftl">
<#noparse>${note}</#noparse> <#-- # ok: xss -->
<p>${note?interpret}</p> <#-- # expect: template-injection, xss -->
