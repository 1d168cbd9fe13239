import cookieParser from 'cookie-parser';
import express from 'express';
import { account } from './routes/account.ts';
import { catalog } from './routes/catalog.ts';
import { media } from './routes/media.ts';
import { operations } from './routes/operations.ts';
import { preferences } from './routes/preferences.ts';

const app = express();
app.use(express.json({ limit: '100kb' }));
app.use(cookieParser());

app.use('/catalog', catalog);
app.use('/account', account);
app.use('/media', media);
app.use('/operations', operations);
app.use('/preferences', preferences);

app.listen(3000, () => console.log('The storefront listens on port 3000'));
