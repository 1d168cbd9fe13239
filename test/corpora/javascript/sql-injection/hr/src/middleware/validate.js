const { validationResult, param, query, body } = require('express-validator');

exports.check = (...chains) => [
  ...chains,
  (req, res, next) => {
    const errors = validationResult(req);
    if (!errors.isEmpty()) return res.status(422).json({ errors: errors.array() });
    next();
  },
];
exports.idParam = param('id').isInt().toInt();
exports.codeQuery = query('code').isAlphanumeric();
exports.mailBody = body('mail').isEmail();
