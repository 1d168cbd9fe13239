<p>${note}</p> <!-- # ok: xss -->
<p>${note | n}</p> <!-- # expect: xss -->
