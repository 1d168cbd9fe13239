const express = require('express');
const app = express();
app.use(express.json());
app.use('/employees', require('./routes/employees'));
app.use((err, req, res, next) => {
  res.status(500).send(err.stack); // expect: information-exposure
});
app.listen(3000);
