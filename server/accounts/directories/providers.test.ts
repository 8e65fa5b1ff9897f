import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SettingsError } from '../../settings/settings-error.ts';
import type { SignInSource } from '../../settings/sign-in.ts';
import { readProviders } from './providers.ts';

const table = [{ group: '/soc', role: 'soc' }];
const oidc = {
  id: 'example',
  name: 'Example',
  kind: 'oidc',
  issuer: 'https://id.example',
  client_id: 'damson',
  table,
};
const ldap = {
  id: 'ad',
  name: 'AD',
  kind: 'ldap',
  urls: ['ldaps://dc.example'],
  bind_dn: 'cn=damson,dc=example',
  base: 'dc=example',
  table: [{ group: 'cn=soc,dc=example', role: 'soc' }],
};

function toSource(content: unknown, secrets: Record<string, string> = { AD: 'a password' }): SignInSource {
  return {
    setting: 'SVC_SIGN_IN',
    text: typeof content === 'string' ? content : JSON.stringify(content),
    secrets: new Map(Object.entries(secrets)),
    authorities: { oidc: null, ldap: null },
  };
}

const read = (...providers: object[]) => readProviders(toSource({ providers }));

describe('the settings of providers', () => {
  it('have usual values', () => {
    const [example, ad] = read(oidc, ldap).all;
    assert.ok(example?.kind === 'oidc' && ad?.kind === 'ldap');
    assert.deepEqual(
      [
        example.scopes,
        example.groupsClaim,
        example.asksSecondFactor,
        example.createsAccounts,
        example.sessionMinutes,
      ],
      ['openid profile email', 'groups', false, true, 240],
    );
    assert.deepEqual(
      [
        ad.issuer,
        ad.asksSecondFactor,
        ad.groupBase,
        ad.loginAttributes,
        ad.subjectAttribute,
        ad.nestedGroups,
      ],
      ['ldap:ad', true, 'dc=example', ['uid'], 'entryUUID', 'walk'],
    );
    assert.equal(ad.secret, 'a password');
    assert.equal(example.secret, null);
  });

  it('are none without the setting', () => assert.deepEqual(readProviders(null), { address: null, all: [] }));

  it('find the secret of an id with hyphens', () => {
    const source = toSource({ providers: [{ ...oidc, id: 'my-idp' }] }, { MY_IDP: 'its secret' });
    assert.equal(readProviders(source).all[0]?.secret, 'its secret');
  });

  it('accept plain HTTP on this machine alone', () => {
    assert.equal(read({ ...oidc, issuer: 'http://127.0.0.1:8080' }).all.length, 1);
  });

  const refusals: [string, unknown, RegExp][] = [
    ['no JSON', '{', /is not JSON/],
    ['no providers', { providers: [] }, /providers/],
    ['an unknown property', { providers: [{ ...oidc, client_secret: 'x' }] }, /providers\.0.*client_secret/],
    ['an unknown kind', { providers: [{ ...oidc, kind: 'saml' }] }, /providers\.0/],
    ['an id that is no part of an address', { providers: [{ ...oidc, id: '../x' }] }, /lower-case letters/],
    ['an issuer without TLS', { providers: [{ ...oidc, issuer: 'http://id.example' }] }, /must be https/],
    [
      'an endpoint without TLS',
      {
        providers: [
          {
            ...oidc,
            endpoints: {
              authorization: 'https://a.example',
              token: 'http://a.example',
              jwks: 'https://a.example',
            },
          },
        ],
      },
      /must be https/,
    ],
    ['scopes without openid', { providers: [{ ...oidc, scopes: 'profile' }] }, /must begin with openid/],
    ['sessions without an end', { providers: [{ ...oidc, session_minutes: 721 }] }, /session_minutes/],
    ['no table', { providers: [{ ...oidc, table: [] }] }, /table/],
    ['an unknown role', { providers: [{ ...oidc, table: [{ group: 'a', role: 'root' }] }] }, /role/],
    [
      'the same id twice',
      { providers: [oidc, { ...oidc, issuer: 'https://other.example' }] },
      /two providers have the id/,
    ],
    [
      'the same issuer twice',
      { providers: [oidc, { ...oidc, id: 'other' }] },
      /two providers have the issuer/,
    ],
    ['an address with a path', { address: 'https://damson.example/x', providers: [oidc] }, /without a path/],
    ['a directory without TLS', { providers: [{ ...ldap, urls: ['ldap://dc.example'] }] }, /start_tls/],
    ['an address that is none of LDAP', { providers: [{ ...ldap, urls: ['https://dc.example'] }] }, /urls/],
    [
      'an address with a filter',
      { providers: [{ ...ldap, urls: ['ldaps://dc.example/dc=x??sub?(uid=*)'] }] },
      /urls/,
    ],
    [
      'a directory without its password',
      { providers: [{ ...ldap, id: 'other' }] },
      /SVC_SIGN_IN_OTHER_SECRET is needed/,
    ],
    [
      'a filter as an attribute',
      { providers: [{ ...ldap, login_attributes: ['uid)(x=*'] }] },
      /login_attributes/,
    ],
    [
      'a short name of a group',
      { providers: [{ ...ldap, table: [{ group: 'Admins', role: 'admin' }] }] },
      /whole name/,
    ],
  ];
  for (const [name, content, message] of refusals) {
    it(`refuse ${name}`, () => {
      assert.throws(
        () => readProviders(toSource(content)),
        (error: Error) =>
          error instanceof SettingsError &&
          /^SVC_SIGN_IN: /.test(error.message) &&
          message.test(error.message),
      );
    });
  }
});
