import { Router } from 'express';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { Repository } from '../lib/db.mjs';

const router = Router();
const topics = new Repository('topics');

router.get('/search', async (req, res) => {
  res.json(await topics.search(req.query.q));
});
router.route('/:id')
  .get(async (req, res) => {
    const { rows: [topic] } = await topics.byId(req.params.id);
    res.send(`<article>${sanitizeHtml(marked(topic.body))}</article>`); // ok: xss
  })
  .post(async (req, res, next) => {
    try {
      const html = marked.parse(req.body.text);
      res.send(`<article>${html}</article>`); // expect: xss
    } catch (e) {
      next(e);
    }
  });
export default router;
