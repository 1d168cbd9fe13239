import assert from 'node:assert/strict';
import type { Finding } from '../../../src/engine/finding.ts';
import { severityOf } from '../../../src/engine/finding.ts';
import { newAnalyzer } from '../../support/engine.ts';

async function found(path: string, text: string, hints: boolean, beside = ''): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const analyzer = await newAnalyzer();
  const files = [{ path, text }, ...(beside === '' ? [] : [{ path: 'index.js', text: beside }])];
  await analyzer.analyse({ files, fileCount: files.length, hints }, (event) => {
    if (event.type === 'finding' && event.finding.vulnClass.startsWith('missing-'))
      findings.push(event.finding);
  });
  return findings;
}

const linesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ vulnClass, range }) => `${range.startLine} ${vulnClass}`);

const express = `
const router = require('express').Router();
router.get('/orders', requireUser, (req, res) => res.json([]));
router.post('/orders', requireUser, (req, res) => res.json(add(req.body)));
router.delete('/orders/:id', (req, res) => res.json(remove(req.params.id)));
router.post('/login', (req, res) => res.json(enter(req.body)));
router.get('/orders/:id', requireUser, (req, res) => res.json(one(req.params.id)));
router.put('/orders/:id', (req, res) => {
  if (!req.user) return res.sendStatus(401);
  res.json(change(req.params.id));
});
router.patch('/orders/:id', requireUser, (req, res) => res.json(patch(req.params.id)));
`;

const flask = `
from flask import Blueprint
orders = Blueprint("orders", __name__)

@orders.route("/orders", methods=["POST"])
@login_required
def add():
    return store()

@orders.route("/orders/<int:id>", methods=["PUT"])
@login_required
def change(id):
    return store(id)

@orders.route("/orders/<int:id>", methods=["DELETE"])
def remove(id):
    return drop(id)
`;

const spring = `
@RestController
@RequestMapping("/orders")
class Orders {
  @PreAuthorize("hasRole('USER')") @PostMapping
  Order add(@RequestBody Order order) { return store.add(order); }
  @PreAuthorize("hasRole('USER')") @PutMapping("/{id}")
  Order change(@PathVariable long id) { return store.change(id); }
  @DeleteMapping("/{id}")
  void remove(@PathVariable long id) { store.remove(id); }
  @PostMapping("/names")
  boolean checkName(@RequestBody String name) { return store.has(name); }
}
`;

const nest = `
@Controller('orders')
class Orders {
  @UseGuards(JwtAuthGuard) @Post()
  add(@Body() order) { return this.store.add(order); }
  @UseGuards(JwtAuthGuard) @Put(':id')
  change(@Param('id') id) { return this.store.change(id); }
  @Delete(':id')
  remove(@Param('id') id) { return this.store.remove(id); }
}
`;

const owners = `
const router = require('express').Router();
router.use(requireUser);
router.get('/orders/:id', async (req, res) => {
  const order = await Order.findById(req.params.id);
  if (order.owner !== req.user.id) return res.sendStatus(403);
  res.json(order);
});
router.delete('/orders/:id', async (req, res) => {
  await Order.deleteOne({ _id: req.params.id, owner: req.user.id });
  res.end();
});
router.put('/orders/:id', async (req, res) => {
  await Order.findByIdAndUpdate(req.params.id, req.body);
  res.end();
});
router.get('/shops/:shopId', async (req, res) => res.json(await Shop.findById(req.params.shopId)));
`;

const helpers = `
from django.urls import path
from django.shortcuts import get_object_or_404

def _get_check(request, code):
    check = get_object_or_404(Check, code=code)
    if check.owner_id != request.user.id:
        raise PermissionDenied()
    return check

def show(request, code):
    return render(request, "check.html", {"check": _get_check(request, code)})

def pause(request, code):
    _get_check(request, code).pause()
    return redirect("checks")

def rename(request, code):
    check = get_object_or_404(Check, code=code)
    check.save()
    return redirect("checks")

urlpatterns = [
    path("checks/<uuid:code>/", show),
    path("checks/<uuid:code>/pause/", pause),
    path("checks/<uuid:code>/rename/", rename),
]
`;

describe('hints', () => {
  for (const [file, text, line] of [
    ['orders.js', express, 5],
    ['orders.py', flask, 16],
    ['Orders.java', spring, 10],
    ['orders.ts', nest, 9],
  ] as const) {
    it(`name the route that changes something without the check of those beside it (${file})`, async () => {
      const findings = await found(file, text, true);
      assert.deepEqual(linesOf(findings), [`${line} missing-authentication`]);
      for (const { score, message } of findings) {
        assert.equal(severityOf(score), 'LOW');
        assert.match(message, /of the \d routes beside it have one/);
      }
    });

    it(`are told only where they are asked for (${file})`, async () => {
      assert.deepEqual(await found(file, text, false), []);
    });
  }

  it('name a look-up by an id of which no owner is compared, as beside it', async () => {
    const findings = await found('owners.js', owners, true);
    assert.deepEqual(linesOf(findings), ['14 missing-authorization']);
    assert.match(findings[0]?.message ?? '', /2 of 2 routes beside it/);
  });

  it('see owners that a helper of the file compares', async () => {
    const findings = await found('views.py', helpers, true);
    assert.deepEqual(linesOf(findings), ['19 missing-authorization']);
  });

  it('need two routes beside it that compare', async () => {
    const one = helpers.replace('    path("checks/<uuid:code>/pause/", pause),\n', '');
    assert.deepEqual(await found('views.py', one, true), []);
  });

  it('say nothing of a router that is guarded where it is mounted', async () => {
    const index = `const app = require('express')();\napp.use('/api', requireUser, require('./orders'));\n`;
    assert.deepEqual(await found('orders.js', express, true, index), []);
    const unguarded = index.replace('requireUser, ', '');
    assert.equal((await found('orders.js', express, true, unguarded)).length, 1);
  });

  it('say nothing where no route asks', async () => {
    const open = express.replaceAll(', requireUser', '');
    assert.deepEqual(await found('orders.js', open, true), []);
  });

  it('say nothing of routes that are marked as open', async () => {
    const marked = nest
      .replace('@Delete', '@IgnoreAuth() @Delete')
      .replaceAll('@UseGuards(JwtAuthGuard)', '@IgnoreAuth()');
    assert.deepEqual(await found('orders.ts', marked, true), []);
  });
});
