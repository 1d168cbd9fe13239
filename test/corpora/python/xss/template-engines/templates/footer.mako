<p>${note}</p> <!-- # expect: xss -->
