const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
exports.escaped = (text) => String(text).replace(/[&<>"']/g, (c) => entities[c]);
exports.page = (inner) => '<!doctype html><body>' + inner + '</body>';
