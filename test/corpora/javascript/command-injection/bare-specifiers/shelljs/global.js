module.exports = { exec() {} };
