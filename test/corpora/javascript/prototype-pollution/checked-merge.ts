import express from 'express';

const app = express();

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

// What is put into the target comes out of it again: beside that, the key may have looked up a prototype.
function merge(target: Record<string, unknown>, changes: Record<string, unknown>) {
  for (const key in changes) {
    const current = target[key];
    const change = changes[key];
    if (isRecord(current) && isRecord(change)) merge(current, change);
    else target[key] = change; // expect: prototype-pollution
  }
  return target;
}

function copy(target: Record<string, unknown>, changes: Record<string, unknown>) {
  for (const key in changes) target[key] = changes[key]; // ok: prototype-pollution
  return target;
}

app.put('/settings', (req, res) => {
  res.json([merge(structuredClone({ weekly: true }), req.body), copy({ weekly: true }, req.body)]);
});
