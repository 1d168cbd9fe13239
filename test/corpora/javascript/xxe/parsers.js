const express = require('express');
const libxml = require('libxmljs');
const { XMLParser } = require('fast-xml-parser');
const xml2js = require('xml2js');
const app = express();
app.use(express.text({ type: '*/xml' }));
app.post('/a', (req, res) => res.json(libxml.parseXml(req.body, { noent: true }).root().text())); // expect: xxe
app.post('/b', (req, res) => res.json(libxml.parseXml(req.body).root().name())); // ok: xxe
app.post('/c', (req, res) => res.json(new XMLParser().parse(req.body))); // ok: xxe
app.post('/d', (req, res) => xml2js.parseString(req.body, (e, r) => res.json(r))); // ok: xxe
app.post('/e', (req, res) => res.json(libxml.parseXmlString(req.body, { noblanks: true, noent: true, dtdload: true }).toString())); // expect: xxe
