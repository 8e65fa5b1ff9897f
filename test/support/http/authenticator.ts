import { TOTP } from 'otpauth';
import type { Client, TestServer } from '../servers/server.ts';

const step = 30_000;

/** An authenticator app, which shows a code for a moment. */
export class AuthenticatorApp {
  readonly #totp: TOTP;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret });
  }

  codeAt(time: number): string {
    return this.#totp.generate({ timestamp: time });
  }
}

/** A clock advanced by the test, because each code has to be from another half minute. */
export class Clock {
  time = Date.UTC(2026, 10, 20, 9);
  readonly now = (): number => this.time;

  nextStep(): number {
    this.time += step;
    return this.time;
  }
}

/** Adds an authenticator app to an account without a second factor, and returns it with the recovery codes. */
export async function addApp(
  client: Client,
  current_password: string,
  clock: Pick<Clock, 'now'>,
  tree = '/api/v1',
): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  const begun = await client.post(`${tree}/auth/second-factor/totp`, { current_password });
  if (begun.status !== 200) throw new Error(`beginning answered ${JSON.stringify(begun.body)}`);
  const app = new AuthenticatorApp(begun.body.secret);
  const code = app.codeAt(clock.now());
  const added = await client.post(`${tree}/auth/second-factor/totp/confirm`, { code });
  if (added.status !== 200) throw new Error(`confirming answered ${JSON.stringify(added.body)}`);
  return { app, recoveryCodes: added.body.recovery_codes };
}

/** The answer to the first step of a sign-in that requires a second factor. */
export async function demandOf(server: TestServer, email: string, password: string, tree = '/api/v1') {
  const answer = await server.anonymous.post(`${tree}/auth/login`, { email, password });
  if (answer.status !== 401 || answer.body.code !== 'second_factor_required') {
    throw new Error(`signing in answered ${JSON.stringify(answer.body)}`);
  }
  return answer.body.second_factor as { challenge: string; methods: string[]; expires_in: number };
}
