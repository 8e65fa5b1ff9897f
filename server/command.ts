import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import {
  type Command,
  complain,
  exitCodes,
  type FlagValues,
  type Host,
  Refusal,
  UsageError,
} from './command/command.ts';
import { loadCommands } from './command/commands.ts';
import { makeCommandHelp, makeGeneralHelp } from './command/help.ts';
import { speak, toLine } from './command/language.ts';
import { explainSystemError } from './command/system-errors.ts';
import { DatabaseRefused, DatabaseUnreachable } from './database/refused.ts';
import { loadEnvFile } from './env-file.ts';
import { BackupRefused, DomainError } from './errors.ts';
import { SettingsError } from './settings/settings-error.ts';
import { readLocale, readSettings, settingFlags } from './settings.ts';
import { commit, version } from './version.ts';

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>;

const flagsOfAll: Options = {
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  'env-file': { type: 'string', multiple: true },
  ...Object.fromEntries(Object.keys(settingFlags).map((flag) => [flag, { type: 'string' }])),
};

/** Runs one command line and returns the exit code. */
export async function run(argv: readonly string[], host: Host = {}): Promise<number> {
  try {
    await speak(readLocale());
    return await runCommand(argv, host);
  } catch (error) {
    return explain(error);
  }
}

async function runCommand(argv: readonly string[], host: Host): Promise<number> {
  const commands = await loadCommands(argv[0]);
  // Parsed loosely at first: the command determines the flags, and help is available whatever else was typed.
  const everyFlag = Object.assign({}, flagsOfAll, ...commands.map((command) => toOptions(command)));
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: everyFlag,
    allowPositionals: true,
    strict: false,
  });
  const command = commands.find(({ name }) => isCalled(name, positionals));
  if (values.help === true) {
    process.stdout.write(command === undefined ? makeGeneralHelp(commands) : makeCommandHelp(command));
    return exitCodes.done;
  }
  if (values.version === true) {
    const { findNewestVersion } = await import('./database/migrate.ts');
    process.stdout.write(
      `damson ${version} (${commit === null ? 'of a checkout' : `commit ${commit}`}, schema ${findNewestVersion()})\n`,
    );
    return exitCodes.done;
  }
  if (command === undefined) {
    throw new UsageError(
      positionals[0] === undefined ? 'no command given' : `there is no command "${positionals.join(' ')}"`,
    );
  }
  const { flags, operands, rest, envFiles } = parse(command, argv);
  for (const file of envFiles) loadEnvFile(file);
  return command.run({ settings: readSettings(pickSettings(flags)), flags, operands, rest, envFiles, host });
}

function isCalled(name: string, positionals: readonly string[]): boolean {
  return name.split(' ').every((word, index) => positionals[index] === word);
}

function toOptions(command: Command): Options {
  return Object.fromEntries(Object.entries(command.flags).map(([name, { type }]) => [name, { type }]));
}

function parse(
  command: Command,
  argv: readonly string[],
): { flags: FlagValues; operands: string[]; rest: string[]; envFiles: string[] } {
  const end = command.rest === undefined ? -1 : argv.indexOf('--');
  const rest = end === -1 ? [] : argv.slice(end + 1);
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: argv.slice(0, end === -1 ? undefined : end),
      options: { ...flagsOfAll, ...toOptions(command) },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageError((error as Error).message.replace(/[.,] .*$/s, ''));
  }
  const { 'env-file': envFiles = [], ...values } = parsed.values;
  const flags = values as FlagValues;
  const empty = Object.keys(flags).find((name) => name in settingFlags && flags[name] === '');
  // An empty variable in a script must not silently select the default folder.
  if (empty !== undefined) throw new UsageError(`--${empty} needs a value`);
  if ((envFiles as string[]).includes('')) throw new UsageError('--env-file needs a value');
  const operands = parsed.positionals.slice(command.name.split(' ').length);
  if (operands.length > command.operands.length) {
    throw new UsageError(`"${command.name}" does not take "${operands[command.operands.length]}"`);
  }
  const missing = command.operands[operands.filter((operand) => operand !== '').length];
  if (missing !== undefined && !(operands.length === 0 && command.mayOmit?.(flags)))
    throw new UsageError(`"${command.name}" needs <${missing}>`);
  if (command.rest !== undefined && (rest[0] ?? '') === '')
    throw new UsageError(`"${command.name}" needs -- <${command.rest}>`);
  return { flags, operands, rest, envFiles: envFiles as string[] };
}

function pickSettings(flags: FlagValues): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(settingFlags).map((flag) => [flag, flags[flag] as string | undefined]),
  );
}

/** Explains in one line why nothing was done; only unexpected errors show their stack. */
function explain(error: unknown): number {
  if (error instanceof UsageError) {
    complain(`damson: ${toLine(error.message)} (${toLine('try "damson --help"')})`);
    return exitCodes.usage;
  }
  if (error instanceof SettingsError) {
    complain(`damson: ${error.message}`);
    return exitCodes.configuration;
  }
  if (error instanceof Refusal) {
    for (const line of error.lines) complain(`damson: ${line}`);
    return exitCodes.refused;
  }
  if (error instanceof Sqlite.SqliteError) {
    complain(`damson: the database can't be used: ${error.message} (${error.code})`);
    return exitCodes.refused;
  }
  const foreseen =
    error instanceof DatabaseRefused ||
    error instanceof DatabaseUnreachable ||
    error instanceof BackupRefused ||
    error instanceof DomainError;
  if (foreseen || isSystemError(error)) {
    complain(`damson: ${foreseen ? error.message : explainSystemError(error)}`);
    return exitCodes.refused;
  }
  process.stderr.write(
    `damson: unexpected failure\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return exitCodes.refused;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
