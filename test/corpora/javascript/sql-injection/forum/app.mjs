import express from 'express';
import topics from './routes/topics.mjs';
import users from './routes/users.mjs';
import { requireLogin } from './middleware/auth.mjs';
import { onError } from './middleware/errors.mjs';

const app = express();
app.disable('x-powered-by');
app.use(express.urlencoded({ extended: true }));
app.use('/topics', topics);
app.use('/users', requireLogin, users);
app.use(onError);
export default app;
