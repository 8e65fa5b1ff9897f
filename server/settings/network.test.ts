import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Environment, settings } from '../../test/support/commands/settings.ts';
import { isStoreInTheClear } from '../bucket.ts';
import { isDatabaseInTheClear } from '../settings.ts';

describe('whether a server speaks TLS by itself', () => {
  const onNetwork = { SVC_HOST: '0.0.0.0' };
  const choices: [string, Environment, 'own' | 'off'][] = [
    ['not on its own computer', {}, 'off'],
    ['not on its own computer, by a name', { SVC_HOST: 'LocalHost' }, 'off'],
    ['not on another address of loopback', { SVC_HOST: '127.1.2.3' }, 'off'],
    ['not on that of IPv6', { SVC_HOST: '[::1]' }, 'off'],
    ['for others', onNetwork, 'own'],
    ['for others by IPv6', { SVC_HOST: '::' }, 'own'],
    ['on an address of a network', { SVC_HOST: '192.168.7.10' }, 'own'],
    ['by a name', { SVC_HOST: 'team.example' }, 'own'],
    ['not behind a proxy that does', { ...onNetwork, SVC_TRUST_PROXY: '1' }, 'off'],
    ['not in a test', { ...onNetwork, APP_ENV: 'test' }, 'off'],
    ['not in development', { ...onNetwork, APP_ENV: 'development' }, 'off'],
    ['not when told', { ...onNetwork, SVC_TLS: 'off' }, 'off'],
    ['when told, on its own computer', { SVC_TLS: 'Own' }, 'own'],
    ['when told, behind a proxy', { ...onNetwork, SVC_TRUST_PROXY: '1', SVC_TLS: 'own' }, 'own'],
  ];
  for (const [name, environment, tls] of choices) {
    it(name, () => assert.equal(settings(environment).tls, tls));
  }
});

describe('settings that pass a network as they are', () => {
  const databases: [string, boolean][] = [
    ['postgres://damson@db.lan/damson', true],
    ['postgres://damson@10.0.0.5:5433/damson?sslmode=disable', true],
    ['postgres://damson@db.lan/damson?sslmode=require', false],
    ['postgres://damson@db.lan/damson?sslmode=verify-full&sslrootcert=/etc/ca.pem', false],
    ['postgres://damson@db.lan/damson?ssl=true', false],
    ['postgres://damson@127.0.0.1/damson', false],
    ['postgres://damson@localhost:5433/damson', false],
    ['postgres://damson@[::1]/damson', false],
    ['postgres://damson@%2Fvar%2Frun%2Fpostgresql/damson', false],
    ['postgres://damson@localhost/damson?host=/var/run/postgresql', false],
  ];
  for (const [url, isClear] of databases) {
    it(`is ${isClear ? '' : 'not '}what goes to ${url}`, () =>
      assert.equal(isDatabaseInTheClear(url), isClear));
  }

  const stores: [string, boolean][] = [
    ['http://s3.lan', true],
    ['http://10.0.0.5:9000', true],
    ['https://s3.lan', false],
    ['http://127.0.0.1:9000', false],
    ['http://localhost:9000', false],
    ['http://[::1]:9000', false],
  ];
  for (const [endpoint, isClear] of stores) {
    it(`is ${isClear ? '' : 'not '}what goes to the store at ${endpoint}`, () => {
      const { bucket } = settings({
        EVIDENCE_URL: 's3://exercises',
        AWS_ENDPOINT_URL_S3: endpoint,
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
      });
      assert.equal(isStoreInTheClear(bucket!), isClear);
    });
  }
});
