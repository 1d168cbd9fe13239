import jwt from 'jsonwebtoken';
import { findUser } from '../lib/users.mjs';

export async function requireLogin(req, res, next) {
  const [, token] = (req.get('authorization') ?? '').split(' ');
  try {
    const claims = jwt.verify(token, process.env.JWT_KEY); // ok: jwt-misuse
    req.user = await findUser(claims.sub);
    next();
  } catch {
    res.status(401).redirect(`/login?next=${encodeURIComponent(req.originalUrl)}`); // ok: open-redirect
  }
}
