exports.joined = (words) => words.join(' ');
exports.fixed = () => 'ls';
