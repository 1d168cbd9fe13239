exports.none = (text) => `echo ${text}`;
