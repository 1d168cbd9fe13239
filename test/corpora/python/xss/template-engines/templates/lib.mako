<%def name="heading(text)">
  <h2>${text}</h2> <!-- # ok: xss -->
</%def>
