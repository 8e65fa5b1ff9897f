import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isoTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { DomainError, invalid } from '../../errors.ts';
import { recordEvent } from '../../history/service.ts';
import { AnswerRefused, DirectoryFailed } from '../directories/person.ts';
import type { OidcSignIn } from '../directories/service.ts';
import { digestToken } from '../one-time-token.ts';
import { toEmailKey } from '../rules.ts';
import type { Stay } from '../sessions/contract.ts';
import { sessionMilliseconds } from '../sessions/rules.ts';
import type { Accounts, Origin } from '../sessions/service.ts';
import { enterAccount, type SessionWithCookies, type SignInFrom } from '../sign-in/service.ts';
import { admit } from './admit.ts';
import { sealTokens } from './provider-tokens.ts';
import { tooLate, toRefusal } from './refusals.ts';
import { type AskedSignIn, deriveBond, makeState, toLocalPath } from './rules.ts';

/** Where a request came from, as its browser sees this server. */
export type Here = { host: string; isTls: boolean };

/** Takes a request, returns where it came from. */
export function hereOf({ request, isTls }: { request: IncomingMessage; isTls: boolean }): Here {
  return { host: request.headers.host ?? '', isTls };
}

/** The providers that the sign-in page offers. */
export function listOffered({ directories }: Accounts) {
  return { items: directories.providers.map(({ id, name, kind }) => ({ id, name, kind })) };
}

/** The address to which a provider sends people back: exactly this one is to be registered there. */
export function findRedirectAddress({ directories }: Accounts, id: string, here: Here): string {
  return `${directories.address ?? toOrigin(here)}/sign-in/with/${id}`;
}

function toOrigin({ host, isTls }: Here): string {
  return new URL(`${isTls ? 'https' : 'http'}://${host}`).origin;
}

/**
 * Begins a sign-in, or the linking of an identity, at a provider, and returns the address to go to: at the provider, or the address
 * of this server that the provider knows. Refuses `invalid` an unknown provider and `directory_unavailable`.
 */
export async function begin(
  accounts: Accounts,
  asked: { provider: string; stay: Stay; next: string; link: AskedSignIn['link'] },
  here: Here,
  browser: string,
): Promise<{ url: string }> {
  const client = accounts.directories.findOidc(asked.provider);
  if (client === null) throw unknownProvider();
  const redirectUri = findRedirectAddress(accounts, asked.provider, here);
  const own = new URL(redirectUri).origin;
  // The answer comes to that address, where only its own cookies are sent.
  if (own !== toOrigin(here)) return { url: `${own}${asked.link === null ? '/sign-in' : '/account'}` };
  const state = makeState(asked.link !== null);
  const next = toLocalPath(asked.next);
  await accounts.askedSignIns.put(state, { ...asked, next, redirectUri, browser: digestToken(browser) });
  try {
    return { url: await client.begin(redirectUri, deriveBond(accounts.cookieSecret, browser, state)) };
  } catch (error) {
    throw toRefusal(accounts, client.provider, error);
  }
}

/**
 * Takes the provider's answer, as the query of the address it sent the browser to, and returns whom it vouches for. Refuses
 * (`sign_in_refused`) an answer that nobody waits for in this browser, one that was used, and one that can't be trusted.
 */
export async function takeAnswer(
  accounts: Accounts,
  given: { provider: string; query: string },
  browser: string | null,
): Promise<{ asked: AskedSignIn; answer: OidcSignIn }> {
  const client = accounts.directories.findOidc(given.provider);
  if (client === null) throw unknownProvider();
  const states = new URLSearchParams(given.query).getAll('state');
  const [state = ''] = states;
  const asked = await accounts.askedSignIns.find(state);
  const isOurs =
    asked !== null &&
    browser !== null &&
    states.length === 1 &&
    asked.browser === digestToken(browser) &&
    asked.provider === given.provider;
  // Only one of several concurrent requests goes on.
  if (!isOurs || (await accounts.askedSignIns.take(state)) === null) throw tooLate();
  try {
    const bond = deriveBond(accounts.cookieSecret, browser, state);
    return { asked, answer: await client.finish(asked.redirectUri, given.query, bond) };
  } catch (error) {
    throw toRefusal(accounts, client.provider, error);
  }
}

/**
 * Signs in the person whom a provider vouches for. Refuses what `admit` refuses and, where the provider's settings ask for one,
 * `second_factor_required`.
 */
export async function enterByProvider(
  accounts: Accounts,
  { asked, answer }: { asked: AskedSignIn; answer: OidcSignIn },
  from: SignInFrom,
): Promise<SessionWithCookies> {
  if (asked.link !== null) throw tooLate();
  const client = accounts.directories.findOidc(asked.provider);
  if (client === null) throw unknownProvider();
  const { provider } = client;
  const { account, identity } = await recordingRefusals(accounts, provider.id, from.origin, () =>
    inTransaction(accounts.db, (trx) => admit(trx, accounts, provider, answer.person)),
  );
  const lasts = answer.refreshToken === null ? provider.sessionMinutes * 60_000 : sessionMilliseconds;
  return enterAccount(
    accounts,
    account,
    {
      identityId: identity.id,
      provider: provider.name,
      lasts,
      tokens: sealTokens(accounts.secondFactors.keys, answer, identity.id),
    },
    {
      asksSecondFactor: provider.asksSecondFactor,
      code: undefined,
      asked: { next: asked.next, stay: asked.stay ?? 'browser' },
    },
    from,
  );
}

/**
 * Signs in with the name and password of a directory. Refuses `too_many_requests` after repeated failures, `unauthenticated` a wrong
 * name or password, `directory_unavailable`, what `admit` refuses, and `second_factor_required`.
 */
export async function enterByDirectory(
  accounts: Accounts,
  input: { provider: string; login: string; password: string; code?: string | undefined },
  from: SignInFrom,
): Promise<SessionWithCookies> {
  const client = accounts.directories.findLdap(input.provider);
  if (client === null) throw unknownProvider();
  const { provider } = client;
  const { address } = from.origin;
  const key = `${provider.issuer} ${toEmailKey(input.login)}`;
  await accounts.throttle.admit(key, address, input.password);
  const asking = accounts.directories.ask(provider, () => client.signIn(input.login, input.password));
  const person = await asking.catch(async (error: unknown) => {
    // Nothing was guessed where nobody was asked.
    if (error instanceof DirectoryFailed)
      await accounts.throttle.passwordWasRight(key, address, input.password);
    throw error instanceof DirectoryFailed || error instanceof AnswerRefused
      ? toRefusal(accounts, provider, error)
      : error;
  });
  const { account, identity } = await recordingRefusals(accounts, key, from.origin, async () => {
    if (person === null) throw new DomainError('unauthenticated', 'The name or the password is wrong');
    await accounts.throttle.passwordWasRight(key, address, input.password);
    return inTransaction(accounts.db, (trx) => admit(trx, accounts, provider, person));
  });
  const session = await enterAccount(
    accounts,
    account,
    { identityId: identity.id, provider: provider.name, lasts: sessionMilliseconds, tokens: null },
    { asksSecondFactor: provider.asksSecondFactor, code: input.code },
    from,
  );
  await accounts.throttle.recognise(key, address);
  return session;
}

export function unknownProvider(): DomainError {
  return invalid('provider', 'is none of this server');
}

/** Recorded without the typed name, because it may be a password for something else. */
async function recordingRefusals<T>(
  { db, now, refusals }: Accounts,
  key: string,
  { address }: Origin,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const count = error instanceof DomainError ? refusals.count(key, address) : null;
    if (count !== null) {
      await recordEvent(db, {
        at: isoTime(now()),
        by: 'api',
        verb: 'sign_in_refused',
        object: 'user',
        id: null,
        after: { address: isIP(address) === 0 ? null : address, count },
      });
    }
    throw error;
  }
}
