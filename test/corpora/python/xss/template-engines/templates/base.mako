<html>${self.body()}</html>
<p>${note}</p> <!-- # expect: xss -->
