<b>${param.kind}</b> <!-- expect: xss -->
