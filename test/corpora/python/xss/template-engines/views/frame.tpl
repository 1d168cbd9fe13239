<html><h1>{{!heading}}</h1>{{!base}}</html> <!-- # expect: xss -->
