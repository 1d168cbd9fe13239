import assert from 'node:assert/strict';
import { openSession, type Session } from '../support/session.ts';

describe('a first look', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
  });

  after(async () => {
    await session?.close();
  });

  it('reports nothing before anything is asked for', async () => {
    const { workbench } = session;
    await workbench.openFile('catalog.ts');
    assert.equal(await workbench.notification('').count(), 0);
    await workbench.openProblems();
    assert.equal(await workbench.problems().count(), 0);
  });

  it('offers the two ways to begin in the empty view', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Scan This Workspace' }).waitFor();
    await welcome.getByRole('button', { name: 'Connect to a Service…' }).waitFor();
    await session.shot('first-look');
  });
});
