import { readFileSync } from 'node:fs';
import { isId } from '../../ids.ts';
import { type ProgramEnvironment, readProgramEnvironment } from '../../settings.ts';
import { type Flag, type FlagValues, Refusal, UsageError } from '../command.ts';
import { explainSystemError } from '../system-errors.ts';

/** A mission of a server, and the token to write to it. */
export type Target = { server: string; mission: string; token: string };

export const targetFlags: Readonly<Record<string, Flag>> = {
  server: { type: 'string', value: 'address', help: 'such as https://damson.example:4780 [DAMSON_SERVER]' },
  mission: { type: 'string', value: 'id', help: 'id of the mission [DAMSON_MISSION]' },
  'token-file': {
    type: 'string',
    value: 'file',
    help: 'file with the token, unless DAMSON_TOKEN holds it [DAMSON_TOKEN_FILE]',
  },
};

/**
 * Takes flags, returns where to record, or null without a server, and the environment for other programs. Refuses (UsageError) an
 * incomplete or malformed target, (Refusal) an unreadable token.
 */
export function readTarget(flags: FlagValues): { target: Target | null; environment: NodeJS.ProcessEnv } {
  const given = readProgramEnvironment();
  const pick = (flag: string, inherited: string): string => String(flags[flag] ?? inherited).trim();
  const server = pick('server', given.server);
  if (server === '') return { target: null, environment: given.rest };
  const mission = pick('mission', given.mission);
  if (!isId(mission)) throw new UsageError('--mission must be the id of a mission');
  const token = readToken(given, pick('token-file', given.tokenFile));
  return { target: { server: toAddress(server), mission, token }, environment: given.rest };
}

function toAddress(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
  if (!isPlain) throw new UsageError('--server must be an address such as https://damson.example:4780');
  return url.href.replace(/\/+$/, '');
}

function readToken({ token }: ProgramEnvironment, file: string): string {
  const text = (file === '' ? token : readText(file)).trim();
  if (text === '')
    throw new UsageError('a token is missing: set DAMSON_TOKEN, or name a file with --token-file');
  if (!/^dmsn_[\w-]{43}$/.test(text))
    throw new Refusal('the token is not one of Damson, which begin with dmsn_');
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(explainSystemError(error as NodeJS.ErrnoException));
  }
}
