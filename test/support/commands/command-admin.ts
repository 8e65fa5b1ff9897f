import assert from 'node:assert/strict';
import { bodyOf } from '../missions/factories.ts';
import { Client, password } from '../servers/server.ts';
import { damson, type Serving } from './command.ts';

/** Creates an administrator with the command, next to the server of the folder, and signs in. */
export async function signInAsNewAdmin(
  dataDir: string,
  { url }: Serving,
  env: Record<string, string> = {},
): Promise<Client> {
  const email = 'ada@example.org';
  const made = await damson(
    ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada', '--password-stdin'],
    { env, input: password },
  );
  assert.equal(made.code, 0, made.stderr);
  const answer = await new Client(url, null).post('/api/v1/auth/login', { email, password });
  return new Client(url, bodyOf(answer, 200).access_token);
}
