import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listTeamAddresses } from './team-addresses.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const addresses = [
  { address: '192.168.7.10', interface: 'eth0', family: 4 },
  { address: 'fd00::2', interface: 'eth0', family: 6 },
] as const;

describe('the addresses that a team types', () => {
  for (const { title, settings, names, expected } of [
    {
      title: 'none on loopback',
      settings: { host: '127.0.0.1' },
      names: [],
      expected: { urls: [], unanswered: [] },
    },
    {
      title: 'every name it answers to, with the port it got',
      settings: { host: '0.0.0.0', tls: 'own' },
      names: ['damson.lan', '192.168.7.10', 'laptop'],
      expected: {
        urls: ['https://damson.lan:4780', 'https://192.168.7.10:4780', 'https://laptop:4780'],
        unanswered: ['fd00::2'],
      },
    },
    {
      title: 'a name with a port of its own as it stands',
      settings: { host: '0.0.0.0' },
      names: ['damson.lan:8443', '[fd00::2]', '192.168.7.10'],
      expected: {
        urls: ['http://damson.lan:8443', 'http://[fd00::2]:4780', 'http://192.168.7.10:4780'],
        unanswered: [],
      },
    },
    {
      title: 'every address that is not answered where no name was given',
      settings: { host: '::' },
      names: [],
      expected: { urls: [], unanswered: ['192.168.7.10', 'fd00::2'] },
    },
    {
      title: 'the one address that it listens on',
      settings: { host: '192.168.7.10' },
      names: ['192.168.7.10'],
      expected: { urls: ['http://192.168.7.10:4780'], unanswered: [] },
    },
    {
      title: 'the names of the proxy in front',
      settings: { host: '127.0.0.1', trustProxy: 1, publicHosts: ['damson.lan', 'damson.lan:8443'] },
      names: ['damson.lan', 'damson.lan:8443'],
      expected: { urls: ['https://damson.lan', 'https://damson.lan:8443'], unanswered: [] },
    },
  ] as const) {
    test(title, () => {
      const all = { publicHosts: [] as string[], trustProxy: 0, tls: 'off' as const, ...settings };
      const found = listTeamAddresses(
        { ...all, publicHosts: [...all.publicHosts] },
        [...loopback, ...names],
        4780,
        [...addresses],
      );
      assert.deepEqual(found, expected);
    });
  }
});
