import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertProblem } from '../support/http/raw-http.ts';
import { bodyOf } from '../support/missions/factories.ts';
import { BrowserCookies } from '../support/servers/browser-cookies.ts';
import { Client } from '../support/servers/server.ts';
import { TwoServers } from '../support/servers/two-servers.ts';
import { beginAt, oidcSettings } from '../support/sign-in/flow.ts';
import { Idp } from '../support/sign-in/idp.ts';

let idp: Idp;
let two: TwoServers;
before(async () => {
  idp = await Idp.start();
  two = await TwoServers.start(oidcSettings(idp), false);
  idp.serve([two.one, two.other].map(({ base }) => `${base}/sign-in/with/example`));
});
after(async () => {
  await two?.close();
  await idp?.close();
});

it('a sign-in at a provider that one process began is finished by the other, once', async () => {
  idp.person = { sub: 'shared', groups: ['/soc'] };
  const browser = new BrowserCookies(two.one.base);
  const back = await idp.follow(await beginAt(browser), two.one.base);
  const target = '/api/v1/auth/provider/finish';
  // Behind one address, both processes get the same cookie; here its name has the port.
  const value = browser.header(target).replace(/^[^=]*=/, '');
  const body = { provider: 'example', query: back.search };
  const finish = ({ base }: Client) =>
    new Client(base, null).request('POST', target, {
      body,
      headers: { cookie: `damson_sign_in_${new URL(base).port}=${value}` },
    });
  const both = await Promise.all([finish(two.other), finish(two.other)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
  assertProblem(await finish(two.one), 403, 'sign_in_refused');
  const entered = both.find(({ status }) => status === 200) ?? both[0];
  const client = new Client(two.one.base, bodyOf(entered as never, 200).session.access_token);
  assert.equal((await client.get('/api/v1/auth/me')).status, 200);
  // The tokens of the provider are shared as well, and sealed.
  const { url } = bodyOf(await client.get('/api/v1/auth/provider/sign-out'), 200);
  assert.match(new URL(url).searchParams.get('id_token_hint') ?? '', /^ey/);
  const kept = JSON.stringify(await two.ask('select * from short_lived'));
  assert.ok(kept.includes('provider_tokens'), kept.slice(0, 500));
  for (const secret of [...idp.issued, new URL(url).searchParams.get('id_token_hint') ?? '']) {
    assert.ok(!kept.includes(secret), secret);
  }
});

it('two first sign-ins of one person at once make one account', async () => {
  idp.person = { sub: 'twice', groups: ['/soc'] };
  const entered = await Promise.all(
    [two.one, two.other].map(async ({ base }) => {
      const browser = new BrowserCookies(base);
      const back = await idp.follow(await beginAt(browser), base);
      return browser.post('/api/v1/auth/provider/finish', { provider: 'example', query: back.search });
    }),
  );
  assert.ok(entered.some(({ status }) => status === 200));
  for (const { status } of entered) assert.ok([200, 409].includes(status), String(status));
  const people = await two.ask("select id from identities where subject = 'twice'");
  assert.equal(people.length, 1);
});
