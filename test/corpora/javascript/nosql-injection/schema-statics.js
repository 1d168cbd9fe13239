const mongoose = require('mongoose');
const { Schema } = mongoose;
const s = new Schema({});
s.statics.byEmail = function (email) {
  return this.findOne({ email }); // expect: nosql-injection
};
s.statics.search = function (name) {
  return new RegExp(name); // expect: regex-injection
};
const User = mongoose.model('User', s);
app.get('/', async (req, res) => {
  User.byEmail(req.body.email);
  User.search(req.query.email);
});
