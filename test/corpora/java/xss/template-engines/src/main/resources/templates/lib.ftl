<#macro heading text>
  <h2>${text}</h2> <#-- # ok: xss -->
</#macro>
