% rebase('frame', heading=note)
<h1>{{!title}}</h1> <!-- # ok: xss -->
<p>{{note}}</p> <!-- # ok: xss -->
<p>{{!note}}</p> <!-- # expect: xss -->
% for word in note.split():
  <li>{{!word}}</li> <!-- # expect: xss -->
% end
% text = note + "!"
<p>{{!text}}</p> <!-- # expect: xss -->
% include('line.tpl', line=note)
