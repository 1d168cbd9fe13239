exports.exec = () => undefined;
