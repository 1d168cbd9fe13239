<p>{{!line}} {{line}}</p> <!-- # expect: xss -->
