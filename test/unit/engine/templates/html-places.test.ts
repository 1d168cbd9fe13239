import assert from 'node:assert/strict';
import { mountsIn } from '../../../../src/engine/templates/compiled-regions.ts';
import { HtmlPlaces } from '../../../../src/engine/templates/html-places.ts';

/** The places of the `?` in a page. */
function placesIn(page: string): readonly string[] {
  const places = new HtmlPlaces(mountsIn(page));
  const found: string[] = [];
  page.split('?').forEach((text, i) => {
    if (i > 0) found.push(places.hole());
    places.feed(text);
  });
  return found;
}

describe('where in a page a value stands', () => {
  it('tells text, attributes with and without quotes, and addresses apart', () => {
    assert.deepEqual(placesIn('<p>?</p><i title="?" class=?>?'), ['text', 'text', 'unquoted', 'text']);
    assert.deepEqual(placesIn('<a href="?">?</a><a href=?>'), ['url', 'text', 'url']);
    assert.deepEqual(placesIn('<a href="/users/?">'), ['text']);
    assert.deepEqual(placesIn('<img src="?"><iframe src="?">'), ['text', 'url']);
    assert.deepEqual(placesIn('<form method=post action="?">'), ['url']);
  });

  it('knows scripts, their texts and comments, and scripts that are attributes', () => {
    assert.deepEqual(placesIn('<script>a = ?; b = "?"; // ?\nc = ?</script>?'), [
      'script',
      'quoted',
      'quoted',
      'script',
      'text',
    ]);
    assert.deepEqual(placesIn('<script type="application/json">?</script><script type=module>?'), [
      'text',
      'script',
    ]);
    assert.deepEqual(placesIn(`<a onclick="go('?')">`), ['handler']);
    assert.deepEqual(placesIn('<style>?</style><!-- <script>? -->?'), ['quoted', 'text', 'text']);
  });

  it('knows parts that a framework in the browser compiles, to their end', () => {
    assert.deepEqual(placesIn('<div ng-app="x"><div><p title="?">?</p></div>?</div>?'), [
      'compiled',
      'compiled',
      'compiled',
      'text',
    ]);
    assert.deepEqual(placesIn('<ul v-cloak><li title="?">?</ul>?'), ['text', 'compiled', 'text']);
    assert.deepEqual(placesIn('<div data-ng-controller=x><b ng-non-bindable>?</b>?'), ['text', 'compiled']);
    assert.deepEqual(placesIn('<p v-if="a"><i v-pre>?</i>?</p>?'), ['text', 'compiled', 'text']);
    assert.deepEqual(placesIn('<input ng-model="a">?'), ['text']);
    assert.deepEqual(placesIn("<main id='app'>?</main>?<script>new Vue({ el: '#app' })</script>"), [
      'compiled',
      'text',
    ]);
    assert.deepEqual(placesIn(`<main id="app">?</main><script>createApp(x).mount("#other")</script>`), [
      'text',
    ]);
  });

  it('knows attributes that such a framework runs', () => {
    assert.deepEqual(placesIn(`<p x-data="{ a: '?' }" @click="b('?')" :class="?" x-cloak="?">`), [
      'handler',
      'handler',
      'handler',
      'text',
    ]);
    assert.deepEqual(placesIn(`<p ng-init="a='?'" ng-src="?" hx-on:click="?" hx-get="/?">`), [
      'handler',
      'compiled',
      'handler',
      'text',
    ]);
  });

  it('takes what is no markup as text', () => {
    assert.deepEqual(placesIn('1 < 2 && ? > <<a <3 ?'), ['text', 'text']);
    assert.deepEqual(placesIn('<a href="x'), []);
  });

  it('goes once over a page, however it is written', () => {
    for (const part of ['<', '<a ', '"', '<script>', '</', '<!--', '=']) {
      const places = new HtmlPlaces();
      places.feed(part.repeat(200_000));
      assert.equal(typeof places.hole(), 'string');
    }
  });
});
