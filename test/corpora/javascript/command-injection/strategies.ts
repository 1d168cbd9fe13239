// Strategies by type: the interface may be the project's or a library's, alone, in a list or in a table.
import { exec } from 'node:child_process';
import type { Player } from '@acme/players';
import express from 'express';

interface Converter {
  convert(file: string): void;
}

class ToGif implements Converter {
  convert(file: string) {
    exec('convert ' + file); // expect: command-injection
  }
}

class Untouched implements Converter {
  convert(file: string) {
    exec('true'); // ok: command-injection
  }
}

class Terminal implements Player {
  play(file: string) {
    exec('mpv ' + file); // expect: command-injection
  }
  stop(file: string) {
    exec('kill ' + file); // ok: command-injection
  }
}

abstract class Step {
  abstract apply(file: string): void;
}

class Shrink extends Step {
  apply(file: string) {
    exec('shrink ' + file); // expect: command-injection
  }
}

export class Media {
  private static player: Player;

  constructor(
    private readonly converters: Converter[],
    private readonly steps: Map<string, Step>,
  ) {}

  async init(options: any) {
    Media.player = await options.makePlayer(options);
  }

  convertAll(file: string) {
    for (const converter of this.converters) converter.convert(file);
  }

  mount(app: express.Express) {
    app.get('/convert', (req, res) => {
      this.convertAll(req.query.file as string);
      this.steps.get(req.query.step as string)!.apply(req.query.file as string);
      Media.player.play(req.query.file as string);
      res.end();
    });
  }
}

interface Namer {
  name(file: string): string;
}

class ShellNamer implements Namer {
  name(file: string) {
    exec('basename ' + file); // expect: command-injection
    return file;
  }
}

interface NameOptions {
  namer: Namer;
  prefix: string;
}

interface Settings {
  names: NameOptions;
  folder: string;
}

class SettingsService {
  constructor(private readonly settings: Settings) {}

  get names() {
    return this.settings.names;
  }
}

export function mountNames(app: express.Express, settings: SettingsService) {
  app.get('/name', (req, res) => {
    settings.names.namer.name(req.query.file as string);
    exec('ls ' + settings.names.prefix); // ok: command-injection
    res.end();
  });
}
