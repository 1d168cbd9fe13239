import { defineComponent, h } from 'vue';
import axios from 'axios';

export default defineComponent({
  props: { text: String },
  data: () => ({ html: '' }),
  mounted() {
    this.html = this.$route.query.preview;
    this.$el.innerHTML = this.$route.query.preview; // expect: xss
    this.$router.push(this.$route.query.next); // ok: open-redirect
    axios.get('/api/' + encodeURIComponent(this.$route.params.id)); // ok: ssrf
  },
  render() {
    return h('div', { innerHTML: this.$route.query.note }); // expect: xss
  },
});
