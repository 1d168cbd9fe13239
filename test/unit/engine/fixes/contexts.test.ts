import assert from 'node:assert/strict';
import { unsafeContext } from '../../../../src/engine/weaknesses/xss/sites.ts';

describe('where escaping for HTML is not enough', () => {
  for (const [before, reason] of [
    ['<script>var a = "', /inside a script/],
    ['<script nonce="<%= n %>">\nvar a = ', /inside a script/],
    ['<SCRIPT></SCRIPT><p></p><script>', /inside a script/],
    ['<script></script><p>', undefined],
    ['<script', undefined],
    ['<b onclick = "go(', /event handler/],
    ['<b onclick=go(', /event handler/],
    ['<b onclick="go()" title="', undefined],
    ['<b onclick="go()">', undefined],
    ['<p> on = ', undefined],
    ['<a href = "', /address/],
    ['<a title=', /without quotation marks/],
    [`${'<p>'.repeat(10_000)}<b onclick="`, /event handler/],
  ] as const)
    it(`${before.slice(-40)} …`, () => {
      const said = unsafeContext(before);
      if (reason) assert.match(said ?? '', reason);
      else assert.equal(said, undefined);
    });
});
