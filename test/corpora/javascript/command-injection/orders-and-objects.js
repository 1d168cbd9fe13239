// Lists whose elements change places, objects that keep the request, setters, promises of what there is already.
const { exec, execFile } = require('child_process');
const app = require('express')();

app.get('/orders', (req, res) => {
  const reversed = ['ls', req.query.folder];
  reversed.reverse();
  exec(reversed[0]); // expect: command-injection
  const sorted = ['ls', req.query.folder];
  sorted.sort();
  exec(sorted[0]); // expect: command-injection
  const cut = ['ls', req.query.folder];
  cut.splice(0, 1);
  exec(cut[0]); // expect: command-injection
  const replaced = ['ls', 'pwd'];
  replaced.splice(1, 1, req.query.folder);
  exec(replaced[1]); // expect: command-injection
  const filled = ['ls', 'pwd'];
  filled.fill(req.query.folder);
  exec(filled[1]); // expect: command-injection
  const constant = ['pwd', 'ls'];
  constant.sort();
  exec(constant[0]); // ok: command-injection
  const kept = ['ls', req.query.folder];
  exec(kept[0]); // ok: command-injection
  res.end();
});

class Job {
  constructor(incoming) {
    this.incoming = incoming;
  }
  run() {
    exec('git log ' + this.incoming.query.branch); // expect: command-injection
  }
  count() {
    exec('git log -n ' + Number(this.incoming.query.count)); // ok: command-injection
  }
}

class Repository {
  set branch(name) {
    exec('git checkout ' + name); // expect: command-injection
  }
  set depth(name) {
    execFile('git', ['log', '-n', name]); // ok: command-injection
  }
}

class Shared {
  static #one;
  static get instance() {
    return (this.#one ??= new Shared());
  }
  run(incoming) {
    exec('git gc ' + incoming.query.depth); // expect: command-injection
  }
}

app.get('/shared', (req, res) => {
  Shared.instance.run(req);
  res.end();
});

app.get('/job', (req, res) => {
  const job = new Job(req);
  job.run();
  job.count();
  const repository = new Repository();
  repository.branch = req.query.branch;
  repository.depth = req.query.depth;
  res.end();
});

app.get('/later', (req, res) => {
  Promise.resolve(req)
    .then((incoming) => incoming.query)
    .then(({ branch }) => exec('git branch ' + branch)) // expect: command-injection
    .then(() => res.end());
});
