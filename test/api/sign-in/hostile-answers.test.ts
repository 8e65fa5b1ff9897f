import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { BrowserCookies } from '../../support/servers/browser-cookies.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { beginAt, oidcSettings } from '../../support/sign-in/flow.ts';
import {
  type Deviation,
  encode,
  HostileIdp,
  newKey,
  send,
  signSymmetric,
  signWith,
} from '../../support/sign-in/hostile-idp.ts';

const seconds = (from: number): number => Math.floor(Date.now() / 1000) + from;
const stranger = newKey('first');
let idp: HostileIdp;
let server: TestServer;
before(async () => {
  idp = await HostileIdp.start();
  server = await startTestServer({ env: oidcSettings(idp) });
});
after(async () => {
  await server.close();
  await idp.close();
});

const peopleNow = async (): Promise<number> =>
  bodyOf(await server.admin.client.get('/api/v1/users?limit=1'), 200).total;

/** Signs in with an answer that deviates; `change` edits the query with which the browser comes back. */
async function answerWith(
  deviation: Deviation,
  change: (query: URLSearchParams) => URLSearchParams | string = (query) => query,
): Promise<Answer> {
  const browser = new BrowserCookies(server.url);
  const { searchParams } = new URL(await beginAt(browser));
  idp.deviation = deviation;
  idp.nonce = searchParams.get('nonce') ?? '';
  const query = new URLSearchParams({
    code: 'a-code',
    state: searchParams.get('state') ?? '',
    iss: idp.issuer,
  });
  return browser.post('/api/v1/auth/provider/finish', {
    provider: 'example',
    query: String(change(query)),
  });
}

const withQuery = (edit: (query: URLSearchParams) => void) => (query: URLSearchParams) => {
  edit(query);
  return query;
};

const queries: [string, (query: URLSearchParams) => URLSearchParams | string][] = [
  ['no query', () => ''],
  ['no state', withQuery((query) => query.delete('state'))],
  ['an empty state', withQuery((query) => query.set('state', ''))],
  ['another state', withQuery((query) => query.set('state', `enter.${'A'.repeat(32)}`))],
  ['the state of a link', withQuery((query) => query.set('state', `link${query.get('state')?.slice(5)}`))],
  ['two states', withQuery((query) => query.append('state', 'another'))],
  ['no code', withQuery((query) => query.delete('code'))],
  ['two codes', withQuery((query) => query.append('code', 'another'))],
  ['no issuer, though the provider names it', withQuery((query) => query.delete('iss'))],
  ['the issuer of another provider', withQuery((query) => query.set('iss', 'https://evil.example'))],
  ['two issuers', withQuery((query) => query.append('iss', 'https://evil.example'))],
  ['a refusal', withQuery((query) => query.set('error', 'access_denied'))],
  ['an error with a hostile text', withQuery((query) => query.set('error', '<script>alert(1)</script>'))],
  ['an ID token from the browser', withQuery((query) => query.set('id_token', 'a.b.c'))],
  ['an access token from the browser', withQuery((query) => query.set('token', 'x'))],
  ['a packed response', withQuery((query) => query.set('response', 'a.b.c'))],
];

const tokens: [string, Deviation][] = [
  ['alg none', { header: { alg: 'none' }, sign: () => '' }],
  ['alg None', { header: { alg: 'None' }, sign: () => '' }],
  ['alg nOnE with a signature', { header: { alg: 'nOnE' } }],
  ['no alg', { header: { alg: undefined } }],
  [
    'HS256 with the public key as the secret',
    {
      header: { alg: 'HS256' },
      sign: (body, { publicKey }) => signSymmetric(body, publicKey.export({ type: 'spki', format: 'pem' })),
    },
  ],
  [
    'HS256 with the secret of the client',
    { header: { alg: 'HS256' }, sign: (body) => signSymmetric(body, idp.clientSecret) },
  ],
  ['RS512, which the provider does not name', { header: { alg: 'RS512' } }],
  ['ES256 with an RSA key', { header: { alg: 'ES256' } }],
  ['the signature of a stranger', { sign: (body) => signWith(body, stranger) }],
  ['an unknown key', { header: { kid: 'unknown' }, sign: (body) => signWith(body, stranger) }],
  [
    'a key that the token brings',
    {
      header: { kid: 'own', jwk: stranger.publicKey.export({ format: 'jwk' }) },
      sign: (body) => signWith(body, stranger),
    },
  ],
  [
    'an address of keys that the token brings',
    { header: { kid: 'own', jku: 'https://evil.example/jwks' }, sign: (body) => signWith(body, stranger) },
  ],
  ['an empty signature', { sign: () => '' }],
  ['a cut signature', { token: (right) => right.slice(0, -8) }],
  [
    'changed claims',
    {
      token: (right) => {
        const [header, , signature] = right.split('.');
        const claims = {
          iss: idp.issuer,
          aud: 'damson',
          sub: 'admin',
          nonce: idp.nonce,
          exp: seconds(300),
          iat: seconds(0),
        };
        return [header, encode(claims), signature].join('.');
      },
    },
  ],
  ['two parts', { token: (right) => right.split('.').slice(0, 2).join('.') }],
  ['five parts', { token: (right) => `${right}.a.b` }],
  ['critical extensions', { header: { crit: ['exp'] } }],
  [
    'claims that are a list',
    { token: (right) => [right.split('.')[0], encode([]), right.split('.')[2]].join('.') },
  ],
  ['a number as the token', { response: { id_token: 7 } }],
];

const claims: [string, Record<string, unknown>][] = [
  ['the audience of another', { aud: 'another' }],
  ['audiences without this one', { aud: ['another', 'third'] }],
  ['two audiences and no party', { aud: ['damson', 'another'] }],
  ['another party', { aud: ['damson', 'another'], azp: 'another' }],
  ['no audience', { aud: undefined }],
  ['an empty list of audiences', { aud: [] }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['its issuer with a slash', { iss: `${'x'}/` }],
  ['no issuer', { iss: undefined }],
  ['an expired token', { exp: seconds(-3600), iat: seconds(-7200) }],
  ['no end', { exp: undefined }],
  ['an end that is a text', { exp: '9999999999' }],
  ['a start in the future', { nbf: seconds(3600) }],
  ['no time of issue', { iat: undefined }],
  ['another nonce', { nonce: 'another' }],
  ['no nonce', { nonce: undefined }],
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['a subject of 256 characters', { sub: 'x'.repeat(256) }],
  ['a number as the subject', { sub: 1 }],
  ['groups as an object', { groups: { '/soc': true } }],
  ['groups that are no texts', { groups: ['/soc', 1] }],
  ['groups in groups', { groups: [['/soc']] }],
  ['10,001 groups', { groups: Array.from({ length: 10_001 }, () => '/soc') }],
  ['groups left out', { groups: undefined, _claim_names: { groups: 'src1' } }],
];

const responses: [string, Deviation, number][] = [
  [
    'a header that is no JSON',
    { token: (right) => [encode('{'), ...right.split('.').slice(1)].join('.') },
    502,
  ],
  ['no ID token', { response: { id_token: undefined } }, 403],
  ['no access token', { response: { access_token: undefined } }, 403],
  ['a code that was used', { answer: (response) => send(response, { error: 'invalid_grant' }, 400) }, 403],
  ['another client', { answer: (response) => send(response, { error: 'invalid_client' }, 401) }, 502],
  [
    'an error of the server',
    { answer: (response) => response.writeHead(500).end('<h1>secret trace</h1>') },
    502,
  ],
  [
    'a redirect',
    { answer: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/token' }).end() },
    502,
  ],
  [
    'a page',
    { answer: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>') },
    502,
  ],
  [
    'broken JSON',
    { answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a') },
    502,
  ],
  [
    'more than 4 MiB',
    {
      answer: (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id_token: 'x'.repeat(5_000_000) })),
    },
    502,
  ],
  ['nothing, and hangs up', { answer: (response) => response.destroy() }, 502],
  [
    'the user info of another person',
    { claims: { groups: undefined }, userinfo: { sub: 'another', groups: ['/bosses'] } },
    403,
  ],
];

describe('an answer of a provider lets nobody in with', () => {
  let people = 0;
  before(async () => {
    people = await peopleNow();
  });
  const refuse = async (answer: Answer, status = 403) => {
    assertProblem(answer, status, status === 403 ? 'sign_in_refused' : 'directory_unavailable');
    assert.ok(!/secret|script|evil|a-code/.test(JSON.stringify(answer.body)), JSON.stringify(answer.body));
    assert.equal(await peopleNow(), people);
  };
  for (const [name, change] of queries) {
    it(name, async () => refuse(await answerWith({}, change)));
  }
  for (const [name, deviation] of tokens) {
    it(name, async () => refuse(await answerWith(deviation)));
  }
  for (const [name, changed] of claims) {
    it(name, async () => refuse(await answerWith({ claims: changed })));
  }
  for (const [name, deviation, status] of responses) {
    it(name, async () => refuse(await answerWith(deviation), status));
  }
});

describe('an answer of a provider lets someone in with', () => {
  // Made when they are sent, because of their times.
  const rights: [string, () => Deviation, string][] = [
    ['nothing unusual', () => ({}), 'a'],
    ['this audience in a list', () => ({ claims: { aud: ['damson'] } }), 'b'],
    ['an end half a minute ago', () => ({ claims: { exp: seconds(-30) } }), 'c'],
    ['a time of issue five minutes ago', () => ({ claims: { iat: seconds(-300), nbf: seconds(-300) } }), 'd'],
    ['one group as a text', () => ({ claims: { groups: '/soc' } }), 'e'],
    [
      '10,000 groups',
      () => ({
        claims: {
          groups: Array.from({ length: 10_000 }, (_none, index) => (index === 9999 ? '/soc' : `/${index}`)),
        },
      }),
      'f',
    ],
    [
      'groups in the user info',
      () => ({ claims: { groups: undefined }, userinfo: { sub: 'g', groups: ['/soc'] } }),
      'g',
    ],
  ];
  for (const [name, deviation, sub] of rights) {
    it(name, async () => {
      idp.sub = sub;
      assert.equal(bodyOf(await answerWith(deviation()), 200).session.user.role, 'soc');
    });
  }

  it('hostile names, which become one plain line', async () => {
    for (const [index, name] of [
      '<img src=x onerror=alert(1)>',
      'a\u0000b',
      'a\r\nset-cookie: x',
      ' ',
      'x'.repeat(5000),
      '\u202ereversed',
      "'; drop table users; --",
    ].entries()) {
      idp.sub = `hostile-${index}`;
      const claims = { name, email: 'not an address\r\n@x', preferred_username: `person ${index}` };
      const { user } = bodyOf(await answerWith({ claims }), 200).session;
      assert.ok(user.display_name.length <= 200);
      assert.doesNotMatch(user.display_name, /\p{Cc}/u);
      assert.match(user.email, /^[0-9a-f]{16}@example$/);
    }
  });
});

it('fetches replaced keys once, and known keys never again', async () => {
  const countKeys = () => idp.requests.filter((path) => path === '/jwks').length;
  idp.sub = 'rotated';
  assert.equal((await answerWith({})).status, 200);
  const before = countKeys();
  for (let times = 0; times < 3; times += 1) assert.equal((await answerWith({})).status, 200);
  assert.equal(countKeys(), before);
  idp.key = newKey('second');
  for (let times = 0; times < 3; times += 1) assert.equal((await answerWith({})).status, 200);
  assert.equal(countKeys(), before + 1);
  await answerWith({ header: { kid: 'unknown' } });
  assert.equal(countKeys(), before + 2);
});
