const libxmljs = require('libxmljs2');
const { XMLParser } = require('fast-xml-parser');
const xml2js = require('xml2js');
const app = require('express')();

app.post('/import', (req, res) => {
  const doc = libxmljs.parseXml(req.body.xml, { noent: true, nonet: false }); // expect: xxe
  res.json({ root: doc.root().name() });
});

app.post('/import2', (req, res) => {
  const doc = libxmljs.parseXml(req.body.xml); // ok: xxe
  res.json({ root: doc.root().name() });
});

app.post('/import3', (req, res) => {
  const parsed = new XMLParser().parse(req.body.xml); // ok: xxe
  xml2js.parseString(req.body.xml, (err, value) => res.json({ value, parsed })); // ok: xxe
});

app.post('/import4', (req, res) => {
  const options = { noblanks: true };
  options.noent = true;
  libxmljs.parseXmlString(req.files.doc.data.toString('utf8'), options); // expect: xxe
  res.end();
});

libxmljs.parseXml('<a/>', { noent: true }); // ok: xxe
