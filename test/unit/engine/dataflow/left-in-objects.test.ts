import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/engine/finding.ts';
import { analyse } from '../../../support/engine.ts';

const found = async (path: string, ...lines: string[]): Promise<readonly Finding[]> =>
  (await analyse([{ path, text: lines.join('\n') }])).findings;

/** For each of its flows, whether it says that the data was left. */
const isLeft = (finding: Finding | undefined): readonly boolean[] =>
  finding?.codeFlows.map(({ steps }) => steps.some(({ message }) => message === left)) ?? [];

const left = 'It is left in `command`, where other calls may find something else, so confidence is lower.';

describe('data that is left in an object that others have, too', () => {
  it('is told with less confidence, with the place where it was left', async () => {
    const findings = await found(
      'app.ts',
      "import { exec } from 'node:child_process';",
      "import { Body, Controller, Get, Injectable, Post } from '@nestjs/common';",
      '@Injectable()',
      'export class Settings { command: string; set(text: string) { this.command = text; } }',
      "@Controller('settings')",
      'export class SettingsController {',
      '  constructor(private readonly settings: Settings) {}',
      '  @Post() save(@Body() body: { command: string }) { this.settings.set(body.command); }',
      '}',
      "@Controller('run')",
      'export class RunController {',
      '  constructor(private readonly settings: Settings) {}',
      '  @Get() run() { exec(this.settings.command); }',
      '  @Post() now(@Body() body: { command: string }) { exec(body.command); }',
      '}',
    );
    assert.deepEqual(
      findings.map(({ vulnClass, range }) => `${vulnClass} ${range.startLine}`),
      ['command-injection 14', 'command-injection 13'],
    );
    const [atOnce, later] = findings;
    assert.ok(isLeft(later).every(Boolean), JSON.stringify(later?.codeFlows));
    assert.ok(isLeft(atOnce).includes(false), JSON.stringify(atOnce?.codeFlows));
    assert.ok((later?.score ?? 100) < 70 && (atOnce?.score ?? 0) >= 70);
    assert.ok((later?.confidence ?? 100) < (atOnce?.confidence ?? 0));
  });

  it('is as sure as before where an object is set up by its own methods', async () => {
    const [finding] = await found(
      'Run.java',
      'import com.opensymphony.xwork2.ActionSupport;',
      'public class Run extends ActionSupport {',
      '  private String command;',
      '  public void setCommand(String command) { this.command = command; }',
      '  public String execute() throws Exception { Runtime.getRuntime().exec(command); return SUCCESS; }',
      '}',
    );
    assert.equal(finding?.vulnClass, 'command-injection');
    assert.ok((finding?.score ?? 0) >= 70);
  });
});
