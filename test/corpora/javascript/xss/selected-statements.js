const name = req.query.name;
if (name) {
  res.send('<b>' + name + '</b>'); // expect: xss
  res.json({ name }); // ok: xss
}
