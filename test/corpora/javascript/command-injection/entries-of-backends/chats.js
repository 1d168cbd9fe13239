const { execSync } = require('node:child_process');
const { Client } = require('irc-framework');
const mqtt = require('mqtt');
const Primus = require('primus');
const { App } = require('@slack/bolt');
const { io } = require('socket.io-client');

const bot = new Client();
bot.on('message', (event) => {
  execSync('say ' + event.message); // expect: command-injection
});

const broker = mqtt.connect('mqtts://broker.example.org');
broker.on('message', (topic, payload) => {
  execSync('notify ' + payload.toString()); // expect: command-injection
});

const primus = new Primus(server, {});
primus.on('connection', (spark) => {
  spark.on('data', (message) => {
    execSync('log ' + message.text); // expect: command-injection
  });
});

const slack = new App({});
slack.command('/deploy', async ({ command, ack }) => {
  await ack();
  execSync('deploy ' + command.text); // expect: command-injection
});

const socket = io('https://hub.example.org');
socket.on('job', (job) => {
  execSync('run ' + job.name); // expect: command-injection
});
socket.on('tick', () => {
  execSync('date'); // ok: command-injection
});
socket.on('connect_error', (error) => {
  execSync('log ' + error.message); // ok: command-injection
});
