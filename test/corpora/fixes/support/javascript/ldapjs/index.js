// A directory of two people that understands filters of RFC 4515.
const people = [
  { uid: 'ann', userPassword: 'decoy-word' },
  { uid: 'b*b', userPassword: 'decoy-word-2' },
];

exports.createClient = () => ({
  search(_base, { filter }, done) {
    let matches;
    try {
      matches = parse(filter);
    } catch (error) {
      return done(error);
    }
    done(null, {
      on(event, listener) {
        if (event === 'searchEntry')
          for (const one of people.filter(matches)) listener({ object: { uid: one.uid } });
        if (event === 'end') listener({});
      },
    });
  },
});

function parse(text) {
  let at = 0;
  const expect = (char) => {
    if (text[at++] !== char) throw new Error(`filter: ${char} expected at ${at}`);
  };
  const one = () => {
    expect('(');
    const mark = text[at];
    let test;
    if (mark === '&' || mark === '|') {
      at++;
      const parts = [];
      while (text[at] === '(') parts.push(one());
      test = (person) => (mark === '&' ? parts.every((part) => part(person)) : parts.some((part) => part(person)));
    } else {
      const end = text.indexOf(')', at);
      const [name, ...rest] = text.slice(at, end).split('=');
      at = end;
      const pattern = rest
        .join('=')
        .split('*')
        .map((part) =>
          part
            .replace(/\\([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
            .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
        )
        .join('.*');
      test = (person) => person[name] !== undefined && new RegExp(`^${pattern}$`).test(person[name]);
    }
    expect(')');
    return test;
  };
  return one();
}
