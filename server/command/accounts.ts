import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { resetSecondFactor } from '../accounts/second-factor/service.ts';
import { setupBody } from '../accounts/setup/contract.ts';
import { createAdmin, isSetupRequired, issueInstallToken } from '../accounts/setup/service.ts';
import { type Command, exitCodes, type FlagValues, Refusal, say, UsageError } from './command.ts';
import { toLine } from './language.ts';
import { withDatabase } from './open-data.ts';

export const createAdminCommand: Command = {
  name: 'create-admin',
  summary: 'Create an administrator',
  details: [
    'Asks for the password unless it is given. A password has 12 to 256 characters, is not a common one and is not made of',
    'names that people here know.',
    'Works while a server is running, once one has created the database at its first start.',
  ],
  operands: [],
  flags: {
    email: { type: 'string', value: 'address', help: 'email for signing in' },
    'display-name': { type: 'string', value: 'name', help: 'name shown to others' },
    'password-stdin': { type: 'boolean', help: 'read the password from standard input' },
    password: {
      type: 'string',
      value: 'password',
      help: 'other users of this machine can see it while the command runs: not recommended',
    },
  },
  async run({ settings, flags }) {
    const { email, display_name } = checkPerson({
      email: requireFlag(flags, 'email'),
      display_name: requireFlag(flags, 'display-name'),
    });
    const { password } = checkPassword(await readPassword(flags));
    await withDatabase(settings, ({ db }) =>
      createAdmin(db, Date.now, { email, display_name, password }, settings.publicHosts),
    );
    say(`created the administrator ${email}`);
    return exitCodes.done;
  },
};

export const installTokenCommand: Command = {
  name: 'install-token',
  summary: 'Print a one-time token for the first set-up',
  details: [
    'It is valid for an hour. A new token replaces the one before. Refused once there is an administrator.',
    'Works while a server is running, once one has created the database at its first start.',
  ],
  operands: [],
  flags: {},
  async run({ settings }) {
    const token = await withDatabase(settings, async ({ db }) => {
      if (!(await isSetupRequired(db))) throw new Refusal('there is already an administrator');
      return issueInstallToken(db, Date.now, 'command');
    });
    process.stdout.write(`${token}\n`);
    return exitCodes.done;
  },
};

export const resetSecondFactorCommand: Command = {
  name: 'reset-second-factor',
  summary: 'Let a user sign in with only their password',
  details: [
    'Removes the authenticator app, the passkeys and the recovery codes of the account with this email, and ends its sessions.',
    'For someone who has lost them and whom no administrator can help. Works while a server is running.',
  ],
  operands: ['email'],
  flags: {},
  async run({ settings, operands }) {
    const email = operands[0] as string;
    const had = await withDatabase(settings, ({ db }) => resetSecondFactor(db, Date.now, email));
    if (!had) throw new Refusal(`${email} has no second factor`);
    say(`${email} now signs in with only a password`);
    return exitCodes.done;
  },
};

function requireFlag(flags: FlagValues, name: string): string {
  const given = flags[name];
  if (typeof given !== 'string') throw new UsageError(`--${name} is missing`);
  return given;
}

const person = setupBody.pick({ email: true, display_name: true });

function checkPerson(given: { email: string; display_name: string }): {
  email: string;
  display_name: string;
} {
  const result = person.safeParse(given);
  if (result.success) return result.data;
  const flags: Record<string, string> = { email: '--email', display_name: '--display-name' };
  throw new Refusal(
    ...result.error.issues.map((issue) => `${flags[String(issue.path[0])]}: ${issue.message}`),
  );
}

function checkPassword(password: string): { password: string } {
  const result = setupBody.pick({ password: true }).safeParse({ password });
  if (!result.success) throw new Refusal('a password must have 12 to 256 characters');
  return result.data;
}

async function readPassword(flags: FlagValues): Promise<string> {
  const given = flags.password;
  if (typeof given === 'string') {
    if (flags['password-stdin'] === true)
      throw new UsageError('--password and --password-stdin exclude each other');
    return given;
  }
  if (flags['password-stdin'] === true) return readPasswordFromInput();
  if (!process.stdin.isTTY) throw new UsageError('there is no terminal to ask on: give --password-stdin');
  return askOnTerminal(async (ask) => {
    const first = await ask('Password: ');
    checkPassword(first);
    if ((await ask('Password again: ')) !== first) throw new Refusal('the two passwords do not match');
    return first;
  });
}

const mostInput = 64 * 1024;

async function readPasswordFromInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostInput) break;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch {
    throw new Refusal('the password is not UTF-8 text');
  }
}

/** Gives `work` a function to prompt on the terminal without echo. */
async function askOnTerminal<T>(
  work: (ask: (question: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  const lines = terminal[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      process.stderr.write(toLine(question));
      const { value, done } = await lines.next();
      process.stderr.write('\n');
      if (done === true) throw new Refusal('no password was given');
      return value;
    });
  } finally {
    terminal.close();
  }
}
