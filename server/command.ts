import { parseArgs } from 'node:util';
import { DatabaseRefused } from './database/database.ts';
import { type RunningServer, startServer, version } from './index.ts';
import { readSettings, SettingsError } from './settings.ts';

export async function run(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, strict: false });
  const flags = values as Record<string, string>;
  try {
    const settings = readSettings(flags);
    if (positionals[0] === 'serve') {
      const server: RunningServer = await startServer(settings);
      await new Promise<void>((resolve) => {
        process.once('SIGTERM', () => resolve());
        process.once('SIGINT', () => resolve());
      });
      await server.close();
      return 0;
    }
    process.stderr.write(`damson ${version}\n`);
    return 2;
  } catch (error) {
    if (error instanceof SettingsError) {
      process.stderr.write(`damson: ${error.message}\n`);
      return 78;
    }
    if (error instanceof DatabaseRefused) {
      process.stderr.write(`damson: ${error.message}\n`);
      return 1;
    }
    throw error;
  }
}
