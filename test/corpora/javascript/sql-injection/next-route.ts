import { NextRequest, NextResponse } from 'next/server';
import Database from 'better-sqlite3';

const db = new Database('app.db');

export async function POST(request: NextRequest) {
  const { name, age } = await request.json();
  db.exec(`INSERT INTO people (name) VALUES ('${name}')`); // expect: sql-injection
  db.prepare('INSERT INTO people (name, age) VALUES (?, ?)').run(name, age); // ok: sql-injection
  return NextResponse.json({ done: true });
}

export async function GET(request: NextRequest) {
  const city = request.nextUrl.searchParams.get('city');
  const rows = db.prepare("SELECT * FROM people WHERE city = '" + city + "'").all(); // expect: sql-injection
  return NextResponse.json(rows);
}
