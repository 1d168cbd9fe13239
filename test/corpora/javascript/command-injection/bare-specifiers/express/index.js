// A folder of the project by a library's name: imports of the library do not mean it.
module.exports = () => ({ get() {} });
