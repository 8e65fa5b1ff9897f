import { digestOf, type Fact } from './ledger.ts';
import type { Worker, Write } from './worker.ts';

/** The token of a program, by what a request with it answers. */
function token(secret: string, status: 200 | 401): Fact {
  return {
    about: `token ${digestOf(Buffer.from(secret)).slice(0, 16)}`,
    read: { path: '/api/v1/auth/me', token: secret },
    shows: { status },
  };
}

/** A token of a new service account: nobody may have many. */
async function newToken(worker: Worker): Promise<{ id: string; token: string }> {
  const email = `${worker.name()}@example.org`;
  const account = { email, display_name: 'Collector', role: 'redteam', is_service: true };
  const { id: user_id } = await worker.make('/api/users', account, () => []);
  const body = { name: worker.name(), scopes: ['mission.read'], expires_in_days: 30, user_id };
  return worker.make('/api/v1/tokens', body, (made) => [token(made.token, 200)]);
}

/** Tokens of programs. */
export const tokenWrites: readonly Write[] = [
  { route: 'POST /tokens', run: newToken },
  {
    route: 'DELETE /tokens/:token_id',
    async run(worker) {
      const { id, token: secret } = await newToken(worker);
      return worker.change('DELETE', `/api/tokens/${id}`, undefined, [token(secret, 401)], 204);
    },
  },
];
