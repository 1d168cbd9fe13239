const fs = require('fs');
const path = require('path');
const multer = require('multer');
const router = require('express').Router();

const upload = multer({ dest: '/srv/incoming' });

router.post('/one', upload.single('photo'), (req, res) => {
  fs.rename(req.file.path, '/srv/photos/' + req.file.filename, () => {}); // ok: path-traversal
  fs.rename(req.file.path, '/srv/photos/' + req.file.originalname, () => {}); // expect: path-traversal
  res.end();
});

router.post('/many', upload.array('photos'), (req, res) => {
  for (const file of req.files) {
    fs.unlinkSync(file.path); // ok: path-traversal
    fs.writeFileSync(path.join('/srv/names', file.originalname), ''); // expect: path-traversal
  }
  req.files.forEach((file) => fs.unlink(file.path, () => {})); // ok: path-traversal
  res.end();
});

module.exports = router;
