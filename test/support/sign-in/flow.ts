import { BrowserCookies } from '../servers/browser-cookies.ts';
import type { Answer } from '../servers/server.ts';
import { Client } from '../servers/server.ts';
import type { Idp, IdpPerson } from './idp.ts';

/** The settings of a server with this provider, whose table names a group for each role. */
export function oidcSettings(
  idp: { issuer: string; clientId: string; clientSecret: string },
  more: object = {},
) {
  const provider = {
    id: 'example',
    name: 'Example',
    kind: 'oidc',
    issuer: idp.issuer,
    client_id: idp.clientId,
    table: [
      { group: '/bosses', role: 'admin' },
      { group: '/red', role: 'redteam', groups: ['Readers'] },
      { group: '/soc', role: 'soc' },
      { group: '/leads', groups: ['Leads'] },
    ],
    ...more,
  };
  return {
    SVC_SIGN_IN: JSON.stringify({ providers: [provider] }),
    SVC_SIGN_IN_EXAMPLE_SECRET: idp.clientSecret,
  };
}

/** Begins a sign-in and returns the address at the provider. */
export async function beginAt(browser: Client, body: object = {}): Promise<string> {
  const begun = await browser.post('/api/v1/auth/provider/begin', {
    provider: 'example',
    stay: 'browser',
    ...body,
  });
  if (begun.status !== 200) throw new Error(`beginning answered ${JSON.stringify(begun.body)}`);
  return begun.body.url;
}

export const finishAt = (browser: Client, back: URL, provider = 'example'): Promise<Answer> =>
  browser.post('/api/v1/auth/provider/finish', { provider, query: back.search });

/** Signs a person in at the provider, in a browser of their own. */
export async function signInAt(
  server: { url: string },
  idp: Idp,
  person: IdpPerson,
  browser: BrowserCookies = new BrowserCookies(server.url),
): Promise<{ browser: BrowserCookies; answer: Answer; client: Client; back: URL }> {
  idp.person = person;
  const back = await idp.follow(await beginAt(browser), server.url);
  const answer = await finishAt(browser, back);
  return { browser, answer, back, client: new Client(server.url, answer.body.session?.access_token ?? null) };
}
