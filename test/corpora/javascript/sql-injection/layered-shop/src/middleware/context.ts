import type { NextFunction, Request, Response } from 'express';

declare global {
  namespace Express {
    interface Request {
      sort?: string;
      pageSize?: number;
      tenant?: string;
    }
  }
}

export function requestContext(req: Request, _res: Response, next: NextFunction): void {
  req.sort = req.query.sort as string;
  req.pageSize = Number.parseInt(String(req.query.size ?? '20'), 10);
  req.tenant = process.env.TENANT;
  next();
}
