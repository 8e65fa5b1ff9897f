import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ruleFormats } from '../../domain/detection-rules.ts';
import { newId } from '../ids.ts';
import { exportAllRules } from '../missions/detection-rules/service.ts';
import { type Command, exitCodes, Refusal, say, UsageError } from './command.ts';
import { withDatabase } from './open-data.ts';

export const rulesExport: Command = {
  name: 'rules export',
  summary: 'Write what became of the detection rules, for the CI of their repository',
  details: [
    'Works while a server is running. Over all missions: as JUnit XML a broken or missed rule is a failure,',
    'and one that was never tried is skipped. Without --out it is written to standard output.',
  ],
  operands: [],
  flags: {
    format: { type: 'string', value: 'format', help: `${ruleFormats.join(', ')} (default: junit)` },
    out: { type: 'string', value: 'file', help: 'file to write' },
    force: { type: 'boolean', help: 'replace an existing file' },
  },
  async run({ settings, flags }) {
    const format = ruleFormats.find((name) => name === (flags.format ?? 'junit'));
    if (format === undefined) throw new UsageError(`--format must be one of ${ruleFormats.join(', ')}`);
    const out = flags.out === undefined ? null : path.resolve(String(flags.out));
    if (out !== null && existsSync(out) && flags.force !== true) {
      throw new Refusal(`${out} already exists; --force replaces it`);
    }
    const text = await withDatabase(settings, ({ db }) => exportAllRules(db, format));
    if (out === null) process.stdout.write(text);
    else {
      await replace(out, text);
      say(`wrote ${out}`);
    }
    return exitCodes.done;
  },
};

async function replace(place: string, text: string): Promise<void> {
  const partial = `${place}.${newId()}.partial`;
  try {
    await writeFile(partial, text, { mode: 0o600 });
    await rename(partial, place);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
