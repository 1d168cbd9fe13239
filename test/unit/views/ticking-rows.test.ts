import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { agoText } from '../../../src/views/scans/scan-nodes.ts';
import { TickingRows } from '../../../src/views/ticking-rows.ts';

class FakeView {
  visible = true;
  readonly #listeners = new Set<(event: { visible: boolean }) => void>();

  readonly onDidChangeVisibility = (listener: (event: { visible: boolean }) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  see(visible: boolean): void {
    this.visible = visible;
    for (const listener of this.#listeners) listener({ visible });
  }
}

describe('relative times in a tree', () => {
  const minute = 60_000;
  let view: FakeView;
  let drawn: string[];
  let rows: TickingRows<string>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 });
    view = new FakeView();
    drawn = [];
    rows = new TickingRows<string>(view, (node) => {
      // As a tree does: asks for the row anew.
      drawn.push(rows.text(node, node, () => agoText(1_000_000, Date.now())));
    });
    rows.text('scan', 'scan', () => agoText(1_000_000, Date.now()));
  });
  afterEach(() => {
    rows.dispose();
    mock.timers.reset();
  });

  it('go on while they are looked at, and draw only when they read otherwise', () => {
    for (let second = 0; second < 180; second++) mock.timers.tick(1_000);
    assert.deepEqual(drawn, ['1 min ago', '2 min ago', '3 min ago']);
  });

  it('rest while nobody sees them, and are right as soon as somebody does', () => {
    view.see(false);
    mock.timers.tick(10 * minute);
    assert.deepEqual(drawn, []);
    view.see(true);
    assert.deepEqual(drawn, ['10 min ago']);
  });
});
