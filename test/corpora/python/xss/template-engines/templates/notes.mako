<%inherit file="base.mako"/>
<%namespace name="lib" file="lib.mako"/>
## ${note} # ok: xss
<%doc> ${note} # ok: xss </%doc>
<h1>${title}</h1> <!-- # ok: xss -->
<p>${note}</p> <!-- # expect: xss -->
<p>${note | h}</p> <!-- # ok: xss -->
<p>${note.strip() | trim,h} ${len(note)}</p> <!-- # ok: xss -->
<p>${note | trim}</p> <!-- # expect: xss -->
<a href=${note | h}>x</a> <!-- # expect: xss -->
% for tag in tags:
  <li>${tag}</li> <!-- # expect: xss -->
% endfor
% if note == "x":
  <b>${note}</b> <!-- # ok: xss -->
% else:
  <b>${note}</b> <!-- # expect: xss -->
% endif
<%
  text = "Dear " + note
  plain = "Dear " + title
%>
<p>${text}</p> <!-- # expect: xss -->
<p>${plain}</p> <!-- # ok: xss -->
<%def name="card(content)">
  <i>${content}</i> <!-- # expect: xss -->
</%def>
${card(note)}
${lib.heading(title)}
<%include file="footer.mako"/>
<%text>${note}</%text> <!-- # ok: xss -->
