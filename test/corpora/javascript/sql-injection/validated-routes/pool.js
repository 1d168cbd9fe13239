const mysql = require('mysql2');
module.exports = mysql.createPool({ host: 'x' });
