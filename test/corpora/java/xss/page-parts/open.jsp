<b>${param.topic}</b> <!-- expect: xss -->
