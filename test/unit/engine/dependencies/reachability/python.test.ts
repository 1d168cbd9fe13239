import { type Case, testCases } from './cases.ts';

const yaml = { name: 'pyyaml', symbols: [{ module: 'yaml', names: ['load', 'FullLoader'] }] } as const;
const flask = 'from flask import Flask, request\napp = Flask(__name__)\n';

const cases: readonly Case[] = [
  {
    title: 'a route calls a function of the imported module',
    files: {
      'app.py': `${flask}import yaml\n\n@app.route('/x')\ndef x():\n    return yaml.load(request.data)\n`,
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'app.py:7', through: ['/x'] },
  },
  {
    title: 'a route without parameters of a client calls it',
    files: { 'app.py': `${flask}import yaml\n\n@app.route('/x')\ndef x():\n    return yaml.load('a: 1')\n` },
    wanted: yaml,
    expected: { level: 'reached', at: 'app.py:7', through: ['/x'] },
  },
  {
    title: 'the safe function of the same module is called',
    files: {
      'app.py': `${flask}import yaml\n\n@app.route('/x')\ndef x():\n    return yaml.safe_load(request.data)\n`,
    },
    wanted: yaml,
    expected: { level: 'imported', at: 'app.py:3', symbols: 'known' },
  },
  {
    title: 'the function is imported under another name',
    files: {
      'app.py':
        "from yaml import load as read\n\ndef main():\n    return read('a')\n\nif __name__ == '__main__':\n    main()\n",
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'app.py:4', through: ['begins in app.py', 'calls main'] },
  },
  {
    title: 'the function is called where nothing leads to',
    files: {
      'lib.py': 'import yaml\n\ndef read(text):\n    return yaml.load(text)\n',
      'app.py': 'import lib\nprint(lib)\n',
    },
    wanted: yaml,
    expected: { level: 'called', at: 'lib.py:4' },
  },
  {
    title: 'a class of the package is passed on',
    files: { 'app.py': "import yaml\nprint(yaml.load_all('a', Loader=yaml.FullLoader))\n" },
    wanted: yaml,
    expected: { level: 'reached', at: 'app.py:2' },
  },
  {
    title: 'it is imported for type checkers alone',
    files: {
      'app.py':
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import yaml\n\ndef f(x: 'yaml.Node'):\n    return x\n",
    },
    wanted: yaml,
    expected: { level: 'not-imported' },
  },
  {
    title: 'it is imported in a function',
    files: { 'app.py': "def main():\n    import yaml\n    return yaml.load('a')\n\nmain()\n" },
    wanted: yaml,
    expected: { level: 'reached', at: 'app.py:3', through: ['calls main'] },
  },
  {
    title: 'it is imported where it may be missing',
    files: { 'app.py': 'try:\n    import yaml\nexcept ImportError:\n    yaml = None\n' },
    wanted: yaml,
    expected: { level: 'imported', at: 'app.py:2', symbols: 'known' },
  },
  {
    title: 'the distribution has another name than its module',
    files: { 'app.py': "from PIL import Image\nImage.open('a')\n" },
    wanted: { name: 'pillow', symbols: [{ module: 'PIL.Image', names: ['open'] }] },
    expected: { level: 'reached', at: 'app.py:2' },
  },
  {
    title: 'a class that a deeper module declares is taken from the package',
    files: {
      'app.py':
        "from jinja2 import Environment\nenv = Environment()\n\ndef page(text):\n    return env.from_string(text)\n\nprint(page('a'))\n",
    },
    wanted: {
      name: 'jinja2',
      symbols: [{ module: 'jinja2.environment', names: ['Environment.from_string'] }],
    },
    expected: { level: 'reached', at: 'app.py:5', through: ['calls page'] },
  },
  {
    title: 'a function of that name is taken from another module of the package',
    files: { 'app.py': "from werkzeug.security import safe_join\nsafe_join('a', 'b')\n" },
    wanted: { name: 'werkzeug', symbols: [{ module: 'werkzeug.utils', names: ['safe_join'] }] },
    expected: { level: 'imported', at: 'app.py:1', symbols: 'known' },
  },
  {
    title: 'an instance is kept in a field of the object',
    files: {
      'app.py':
        "from ruamel.yaml import YAML\n\nclass Store:\n    def __init__(self):\n        self.yaml = YAML(typ='unsafe')\n\n    def read(self, text):\n        return self.yaml.load(text)\n\nprint(Store().read('a'))\n",
    },
    wanted: { name: 'ruamel-yaml', symbols: [{ module: 'ruamel.yaml', names: ['YAML.load'] }] },
    expected: { level: 'reached', at: 'app.py:8', through: ['calls Store.read'] },
  },
  {
    title: 'all names of the module are imported',
    files: { 'app.py': "from yaml import *\nprint(load('a'))\n" },
    wanted: yaml,
    expected: { level: 'reached', at: 'app.py:2' },
  },
  {
    title: 'a module of the project hands it on',
    files: {
      'shop/__init__.py': 'from .files import read\n',
      'shop/files.py': 'from yaml import load as read\n',
      'main.py': "from shop import read\nread('a')\n",
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'main.py:2' },
  },
  {
    title: 'a module of the project has the name',
    files: { 'yaml.py': 'def load(x):\n    return x\n', 'main.py': "import yaml\nyaml.load('a')\n" },
    wanted: yaml,
    expected: { level: 'not-imported' },
  },
  {
    title: 'a job of a queue calls it',
    files: {
      'queue_app.py': 'from celery import Celery\napp = Celery()\n',
      'jobs.py': "import yaml\nfrom queue_app import app\n\n@app.task\ndef nightly():\n    yaml.load('a')\n",
      'main.py': 'import jobs\n',
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'jobs.py:6', through: ['Code outside of the project calls nightly'] },
  },
  {
    title: 'a command calls it',
    files: {
      'pkg/__init__.py': '',
      'pkg/cli.py': "import click\nimport yaml\n\n@click.command()\ndef run():\n    yaml.load('a')\n",
      'main.py': 'import pkg.cli\n',
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'pkg/cli.py:6' },
  },
  {
    title: 'settings name it in a text',
    files: { 'settings.py': "MIDDLEWARE = ['corsheaders.middleware.CorsMiddleware']\n" },
    wanted: { name: 'django-cors-headers', symbols: [] },
    expected: { level: 'unknown', at: 'settings.py:1' },
  },
  {
    title: 'settings list it as an application',
    files: { 'settings.py': "INSTALLED_APPS = ['django.contrib.admin'] + ['rest_framework']\n" },
    wanted: { name: 'djangorestframework', symbols: [] },
    expected: { level: 'unknown', at: 'settings.py:1' },
  },
  {
    title: 'a text of one word is that of something else',
    files: { 'app.py': "FORMATS = ['yaml', 'json']\n" },
    wanted: yaml,
    expected: { level: 'not-imported' },
  },
  {
    title: 'it is imported by a text',
    files: { 'app.py': "import importlib\nparser = importlib.import_module('yaml')\nparser.load('a')\n" },
    wanted: yaml,
    expected: { level: 'imported', at: 'app.py:2', symbols: 'known' },
  },
  {
    title: 'its import name is not known',
    files: { 'app.py': 'import os\n' },
    wanted: { name: 'some-distribution', symbols: [] },
    expected: { level: 'unknown', why: /names by which/ },
  },
  {
    title: 'a namespace is shared with another distribution',
    files: { 'app.py': 'from google.cloud import bigquery\nbigquery.Client()\n' },
    wanted: { name: 'google-cloud-storage', symbols: [] },
    expected: { level: 'not-imported' },
  },
  {
    title: 'a module of a namespace is imported',
    files: { 'app.py': 'from google.cloud import storage\nstorage.Client()\n' },
    wanted: { name: 'google-cloud-storage', symbols: [] },
    expected: { level: 'imported', at: 'app.py:1', symbols: 'unknown' },
  },
  {
    title: 'a class of it is replaced where the import fails, and extended',
    files: {
      'app.py':
        'try:\n    from aiohttp.web_urldispatcher import StaticResource\nexcept ImportError:\n    StaticResource = object\n\nclass Files(StaticResource):\n    pass\n\nFiles("/", "out")\n',
    },
    wanted: {
      name: 'aiohttp',
      symbols: [{ module: 'aiohttp.web_urldispatcher', names: ['StaticResource'] }],
    },
    expected: { level: 'reached', at: 'app.py:6' },
  },
  {
    title: 'a module has the name of a function further up',
    files: { 'app.py': 'import dns.query\n\nfind = getattr(dns.query, "udp")\n' },
    wanted: { name: 'dnspython', symbols: [{ module: 'dns.resolver', names: ['query'] }] },
    expected: { level: 'imported', at: 'app.py:1', symbols: 'known' },
  },
  {
    title: 'an instance that somebody else made is handed on',
    files: {
      'app.py':
        'from urllib3 import PoolManager\n\ndef adapter(pool: PoolManager):\n    return wrap(pool)\n\ndef wrap(pool):\n    return pool\n',
    },
    wanted: { name: 'urllib3', symbols: [{ module: 'urllib3.poolmanager', names: ['PoolManager'] }] },
    expected: { level: 'imported', at: 'app.py:1', symbols: 'known' },
  },
  {
    title: 'the place is the call, not where its result is used',
    files: {
      'app.py':
        'import requests\n\nclass Client:\n    def __init__(self):\n        self.token = fetch().json()\n\n    def header(self):\n        return self.token.value\n\ndef fetch():\n    return requests.Session().post("a")\n\nprint(Client().header())\n',
    },
    wanted: { name: 'requests', symbols: [{ module: 'requests', names: ['Session'] }] },
    expected: { level: 'reached', at: 'app.py:11' },
  },
  {
    title: 'a module of it is vulnerable, and what lies beside it is called',
    files: { 'app.py': 'from redis import Redis\n\nRedis.from_url("redis://localhost").ping()\n' },
    wanted: { name: 'redis', symbols: [{ module: 'redis.asyncio', names: [] }] },
    expected: { level: 'imported', at: 'app.py:1', symbols: 'known' },
  },
  {
    title: 'a module of it is vulnerable, and called',
    files: { 'app.py': 'from redis import asyncio as aioredis\n\nstore = aioredis.Redis()\n' },
    wanted: { name: 'redis', symbols: [{ module: 'redis.asyncio', names: [] }] },
    expected: { level: 'reached', at: 'app.py:3' },
  },
];

describe('Reachability of PyPI packages', () => testCases('PyPI', cases));
