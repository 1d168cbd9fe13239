import express from 'express';
import session from 'express-session';
import cookieParser from 'cookie-parser';
import cors from 'cors';
import products from './routes/products.js';
import accounts from './routes/accounts.js';
import files from './routes/files.js';
import { authenticate } from './middleware/auth.js';

const app = express();
app.set('view engine', 'ejs');
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.use(cookieParser());
app.use(session({ secret: 'keyboard cat shop', resave: false, saveUninitialized: true, cookie: { secure: true, httpOnly: true } })); // expect: hard-coded-secret
app.use(cors({ origin: (origin, cb) => cb(null, true), credentials: true })); // expect: cors-misconfiguration
app.use('/products', products);
app.use('/accounts', authenticate, accounts);
app.use('/files', files);

app.get('/health', (req, res) => res.send('ok'));
app.use((err, req, res, next) => {
  res.status(500).send(err.stack); // expect: information-exposure
});

app.listen(process.env.PORT ?? 3000);
