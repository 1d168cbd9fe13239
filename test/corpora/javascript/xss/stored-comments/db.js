const mongoose = require('mongoose');
const schema = new mongoose.Schema({ author: String, text: String, likes: Number });
module.exports = mongoose.model('Comment', schema);
