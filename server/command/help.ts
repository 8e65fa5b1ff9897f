import { settingFlags } from '../settings.ts';
import type { Command } from './command.ts';
import { toLine, toLines } from './language.ts';

const settingHelp: Record<keyof typeof settingFlags, { value: string; help: string }> = {
  'data-dir': { value: 'folder', help: 'root of all state (default: a folder of this user)' },
  'db-path': { value: 'file', help: 'the database (default: <data>/damson.db)' },
  'evidence-dir': { value: 'folder', help: 'the stored evidence (default: <data>/evidence)' },
  host: { value: 'address', help: 'where to listen (default: 127.0.0.1)' },
  port: { value: 'number', help: 'where to listen; 0 is any free port (default: 4780)' },
  'public-hosts': { value: 'names', help: 'host names that the network uses for this server' },
  'trust-proxy': { value: 'number', help: 'TLS-terminating proxies in front (default: 0)' },
  tls: {
    value: 'choice',
    help: 'own: with a certificate created here; off: plain HTTP (default: own where others reach it)',
  },
  'app-env': { value: 'name', help: 'development, test or production (default: production)' },
  'log-level': {
    value: 'level',
    help: 'trace, debug, info, warn, error, fatal or silent (default: info)',
  },
};

const everywhere = (): [string, string][] => [
  ['--help', toLine('this text')],
  ['--version', toLine('the version of the program')],
  ['--env-file <file>', toLine('settings as in EnvironmentFile= of systemd; may be given several times')],
];

/** The help of the program as a whole. */
export function makeGeneralHelp(commands: readonly Command[]): string {
  return [
    toLine('Usage: damson <command> [flags]'),
    '',
    toLine('Commands:'),
    ...formatTable(commands.map((command) => [makeSynopsis(command), toLine(command.summary)])),
    '',
    toLine('Every command takes:'),
    ...formatTable([...everywhere(), ...listSettings()]),
    '',
    ...toLines(
      'A flag overrides the environment variable in brackets, and a settings file overrides the environment.',
      '"damson <command> --help" tells more.',
    ),
    '',
    toLine(
      'Exit codes: 0 done, 1 refused, 2 wrong usage, 74 the storage failed while serving, 78 unusable settings.',
    ),
    '',
  ].join('\n');
}

/** The help of one command. */
export function makeCommandHelp(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]): [string, string] => [
    flag.value === undefined ? `--${name}` : `--${name} <${flag.value}>`,
    toLine(flag.help),
  ]);
  return [
    toLine(
      command.rest === undefined
        ? `Usage: damson ${makeSynopsis(command)} [flags]`
        : `Usage: damson ${makeSynopsis(command)} [flags] -- <${command.rest}>`,
    ),
    '',
    `${toLine(command.summary)}.`,
    ...toLines(...command.details),
    '',
    ...(flags.length === 0 ? [] : [toLine('Flags:'), ...formatTable(flags), '']),
    toLine('Flags of every command:'),
    ...formatTable([...everywhere(), ...listSettings()]),
    '',
  ].join('\n');
}

function makeSynopsis(command: Command): string {
  return [command.name, ...command.operands.map((operand) => `<${operand}>`)].join(' ');
}

function listSettings(): [string, string][] {
  return Object.entries(settingHelp).map(([flag, { value, help }]) => [
    `--${flag} <${value}>`,
    `${toLine(help)} [${settingFlags[flag as keyof typeof settingFlags]}]`,
  ]);
}

function formatTable(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
