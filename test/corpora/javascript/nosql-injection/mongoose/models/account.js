const mongoose = require('mongoose');

const schema = new mongoose.Schema({ email: String, token: String });
module.exports = mongoose.model('Account', schema);
