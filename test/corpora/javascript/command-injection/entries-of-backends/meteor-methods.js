import { execSync } from 'node:child_process';
import { Meteor } from 'meteor/meteor';

Meteor.methods({
  convert(name) {
    execSync('convert ' + name); // expect: command-injection
  },
  'files.rename': function (from, to) {
    execSync('mv a ' + to); // expect: command-injection
  },
});

Meteor.publish('log', function (name) {
  execSync('tail ' + name); // expect: command-injection
});
