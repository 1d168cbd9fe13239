import fs from 'node:fs';
import express from 'express';
import formidable from 'formidable';
const app = express();
app.post('/h', (req, res) => {
  const form = formidable({});
  form.parse(req, (err, fields, files: any) => {
    fs.readFileSync(files.file[0].filepath); // ok: path-traversal
    fs.unlinkSync(files.picture.filepath); // ok: path-traversal
    fs.readFileSync('/srv/' + files.file[0].originalFilename); // expect: path-traversal
    fs.readFileSync('/srv/' + fields.name); // expect: path-traversal
    res.end();
  });
});
