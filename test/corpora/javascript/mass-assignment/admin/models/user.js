const mongoose = require('mongoose');
const { Schema } = mongoose;
const crypto = require('crypto');

const userSchema = new Schema({ email: String, hash: String, role: String, profile: Schema.Types.Mixed });
userSchema.statics.findByEmail = function (email) {
  return this.findOne({ email }); // expect: nosql-injection
};
userSchema.statics.search = function (name) {
  return this.find({ name: new RegExp(name, 'i') }); // expect: regex-injection
};
userSchema.methods.setPassword = function (password) {
  this.hash = crypto.createHash('md5').update(password).digest('hex'); // expect: weak-hash
};
module.exports = mongoose.model('User', userSchema);
