import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sample } from '../../../test/support/sample.ts';
import { ShortLivedInMemory } from '../../database/short-lived.ts';
import { DomainError } from '../../errors.ts';
import { LoginThrottle } from './login-throttle.ts';

const minute = 60_000;

describe('the login throttle', () => {
  let now: number;
  let throttle: LoginThrottle;
  beforeEach(() => {
    now = Date.UTC(2026, 10, 20, 9);
    throttle = new LoginThrottle(new ShortLivedInMemory(), () => now, 'a secret of the test');
  });

  let guesses = 0;

  /** Seconds to wait before an attempt is admitted; 0 when it was admitted, and then counts as failed. */
  async function fail(account: string, address: string, guess = `guess ${guesses++}`): Promise<number> {
    try {
      await throttle.admit(account, address, guess);
      return 0;
    } catch (error) {
      assert.ok(error instanceof DomainError);
      assert.equal(error.code, 'too_many_requests');
      assert.ok(error.retryAfterSeconds !== undefined && error.retryAfterSeconds >= 1);
      return error.retryAfterSeconds;
    }
  }

  async function succeed(account: string, address: string): Promise<void> {
    await throttle.admit(account, address, 'right');
    await throttle.succeeded(account, address, 'right');
  }

  /** Keeps failing for this many milliseconds, trying as soon as each attempt is admitted. */
  async function attack(
    account: string,
    addresses: readonly string[],
    milliseconds: number,
  ): Promise<number> {
    let attempts = 0;
    const end = now + milliseconds;
    while (now < end) {
      for (const address of addresses) if ((await fail(account, address)) === 0) attempts += 1;
      now += 1000;
    }
    return attempts;
  }

  const many = (count: number) => Array.from({ length: count }, (_, index) => `203.0.113.${index + 1}`);

  it('lets five mistakes pass and then doubles the wait, up to a minute', async () => {
    const waits: number[] = [];
    for (let attempt = 0; attempt < 13; attempt += 1) {
      const wait = await fail('ada', '10.0.0.1');
      if (wait > 0) {
        waits.push(wait);
        now += wait * 1000;
        assert.equal(await fail('ada', '10.0.0.1'), 0);
      }
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('counts attempts that have not failed yet', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fail('ada', '10.0.0.1')));
    assert.deepEqual(answers, [...Array(5).fill(0), ...Array(15).fill(1)]);
  });

  it('does not make anyone wait longer for asking early', async () => {
    await attack('ada', ['10.0.0.1'], minute);
    const wait = await fail('ada', '10.0.0.1');
    assert.equal(await fail('ada', '10.0.0.1'), wait);
    now += wait * 1000;
    assert.equal(await fail('ada', '10.0.0.1'), 0);
  });

  it('forgets after a quarter of an hour, and at once after a success', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await fail('ada', '10.0.0.1');
    now += 15 * minute;
    for (let attempt = 0; attempt < 5; attempt += 1) assert.equal(await fail('ada', '10.0.0.1'), 0);
    assert.equal(await fail('ada', '10.0.0.1'), 1);
    now += 1000;
    await succeed('ada', '10.0.0.1');
    for (let attempt = 0; attempt < 5; attempt += 1) assert.equal(await fail('ada', '10.0.0.1'), 0);
  });

  it('never slows down a person who signs in without mistakes', async () => {
    for (let attempt = 0; attempt < 500; attempt += 1) await succeed(`user ${attempt % 3}`, '10.0.0.1');
  });

  it('does not wait for a clock that was set back', async () => {
    await attack('ada', ['10.0.0.1'], 5 * minute);
    now -= 24 * 60 * minute;
    const wait = await fail('ada', '10.0.0.1');
    assert.ok(wait <= 60, String(wait));
    now += wait * 1000;
    assert.equal(await fail('ada', '10.0.0.1'), 0);
    await fail('ada', '10.0.0.9');
    now -= 24 * 60 * minute;
    const turn = await fail('ada', '10.0.0.9');
    assert.ok(turn <= 60, String(turn));
  });

  it('lets an owner in at once from a known address, whatever happens elsewhere', async () => {
    await succeed('ada', '10.0.0.1');
    await attack('ada', many(200), 5 * minute);
    assert.equal(await fail('ada', '10.0.0.1'), 0, 'even after a mistake of their own');
    await succeed('ada', '10.0.0.1');
  });

  it('lets an owner in from anywhere else within a minute of asking, during the attack', async () => {
    for (const attackers of [1, 2, 50]) {
      const account = `owner ${attackers}`;
      await attack(account, many(attackers), 5 * minute);
      const wait = await fail(account, '10.0.0.1');
      assert.ok(wait >= 1 && wait <= 60, `${attackers}: ${wait}`);
      await attack(account, many(attackers), wait * 1000 - 1000);
      assert.equal(await fail(account, '10.0.0.1'), 1, 'not before its time');
      await attack(account, many(attackers), 1000);
      await succeed(account, '10.0.0.1');
      await succeed(account, '10.0.0.1');
    }
  });

  it('keeps a turn for a while', async () => {
    await attack('ada', many(5), 5 * minute);
    await fail('ada', '10.0.0.1');
    await attack('ada', many(5), 10 * minute);
    assert.equal(await fail('ada', '10.0.0.1'), 0);
  });

  it('bounds the guesses at one account', async () => {
    // From one address: five at first, then one a minute.
    assert.ok((await attack('ada', ['10.0.0.1'], 60 * minute)) <= 5 + 6 + 60);
    // From a hundred addresses: each at most one a minute, and none gets five at first.
    const attempts = await attack('eve', many(100), 10 * minute);
    assert.ok(attempts <= 10 + 100 * 11, String(attempts));
  });

  it('bounds the accounts that one address tries', async () => {
    let attempts = 0;
    for (let account = 0; account < 1000; account += 1) {
      if ((await fail(`user ${account}`, '10.0.0.1')) === 0) attempts += 1;
    }
    assert.equal(attempts, 300);
    assert.equal(await fail('user 0', '10.0.0.2'), 0, 'and nobody else for it');
  });

  it('lets a known person in who shares an address with an attacker', async () => {
    await succeed('ada', '10.0.0.1');
    for (let account = 0; account < 1000; account += 1) await fail(`user ${account}`, '10.0.0.1');
    assert.ok((await fail('stranger', '10.0.0.1')) > 0);
    await succeed('ada', '10.0.0.1');
    await throttle.recognise('invited', '10.0.0.1');
    await succeed('invited', '10.0.0.1');
  });

  it('lets a newcomer in behind an address where others mistype', async () => {
    for (let person = 0; person < 50; person += 1) {
      for (let attempt = 0; attempt < 5; attempt += 1) await fail(`user ${person}`, '10.0.0.1');
    }
    await succeed('ada', '10.0.0.1');
  });

  it('makes a newcomer wait at most a second for the address, whatever others behind it do', async () => {
    for (let account = 0; account < 10_000; account += 1) await fail(`user ${account}`, '10.0.0.1');
    assert.equal(await fail('ada', '10.0.0.1'), 1);
    now += 1000;
    await succeed('ada', '10.0.0.1');
  });

  it('makes an owner wait only seconds while someone else tries their account from the same address', async () => {
    await succeed('ada', '10.0.0.1');
    await attack('ada', ['10.0.0.1'], 60 * minute);
    now += (await fail('ada', '10.0.0.1')) * 1000;
    assert.equal(await fail('ada', '10.0.0.1'), 0);
    const wait = await fail('ada', '10.0.0.1');
    assert.ok(wait <= 5, String(wait));
    now += wait * 1000;
    await succeed('ada', '10.0.0.1');
  });

  /** Strategies of an attacker at the owner's address; each returns the number of guesses admitted at this moment. */
  const attackers: [string, () => (account: string, address: string) => Promise<number>][] = [
    ['one password', () => async (account, address) => Number((await fail(account, address, 'x')) === 0)],
    ['another one each time', () => async (account, address) => Number((await fail(account, address)) === 0)],
    [
      'a burst of 50 each time',
      () => async (account, address) => {
        let admitted = 0;
        for (let n = 0; n < 50; n += 1) if ((await fail(account, address)) === 0) admitted += 1;
        return admitted;
      },
    ],
    [
      'each again until it was tried',
      () => {
        let next = 0;
        return async (account, address) => {
          const wait = await fail(account, address, `list ${next}`);
          if (wait > 0) return 0;
          next += 1;
          return 1;
        };
      },
    ],
  ];
  for (const [how, begin] of sample(attackers, 2)) {
    for (const asks of ['every second', 'when told to'] as const) {
      it(`lets a known owner in within 10 s, who asks ${asks}, while ${how} is tried from the same address`, async () => {
        await succeed('ada', '10.0.0.1');
        const guess = begin();
        let admitted = 0;
        let next = 0;
        let longest = 0;
        const began = now;
        /** The owner signs in twenty times in a row. */
        let askedSince = now;
        let successes = 0;
        for (; successes < 20 && now - began < 600_000; now += 100) {
          admitted += await guess('ada', '10.0.0.1');
          if (now < next) continue;
          const wait = await fail('ada', '10.0.0.1', 'right');
          next = now + (asks === 'when told to' ? Math.max(1, wait) * 1000 : 1000);
          if (wait > 0) continue;
          await throttle.passwordWasRight('ada', '10.0.0.1', 'right');
          longest = Math.max(longest, now - askedSince);
          successes += 1;
          askedSince = next;
        }
        assert.equal(successes, 20);
        assert.ok(longest <= 10_000, `${longest} ms`);
        const seconds = (now - began) / 1000;
        assert.ok(admitted <= 5 + seconds * 1.2, `${admitted} guesses in ${seconds} s`);
      });
    }
  }

  it('lets an owner in from an unknown network whose others try the same account', async () => {
    await attack('ada', ['10.0.0.1'], 10 * minute);
    const began = now;
    let wait = await fail('ada', '10.0.0.1', 'right');
    for (; wait > 0; wait = await fail('ada', '10.0.0.1', 'right')) {
      await attack('ada', ['10.0.0.1'], wait * 1000);
      assert.ok(now - began <= 75_000, `${now - began} ms`);
    }
  });

  it('bounds guesses that carry a token each, however many arrive at once', async () => {
    await succeed('ada', '10.0.0.1');
    for (const [account, most] of [
      ['ada', 1.2],
      ['eve', 0.15],
    ] as const) {
      const waiting = Array.from({ length: 40 }, (_, n) => `first ${n}`);
      let admitted = 0;
      const began = now;
      for (; now - began < 10 * minute; now += 500) {
        for (const [index, guess] of waiting.entries()) {
          if ((await fail(account, '10.0.0.1', guess)) > 0) continue;
          admitted += 1;
          waiting[index] = `next ${guesses++}`;
        }
      }
      assert.ok(admitted <= 10 + most * 600, `${account}: ${admitted}`);
    }
  });

  it('counts the attempts of a session for itself', async () => {
    const failInSession = async (id: string): Promise<boolean> => {
      try {
        await throttle.admitSession(id);
        return true;
      } catch {
        return false;
      }
    };
    await attack('ada', many(200), 5 * minute);
    assert.deepEqual(await Promise.all(Array.from({ length: 7 }, () => failInSession('one'))), [
      ...Array(5).fill(true),
      false,
      false,
    ]);
    assert.equal(await failInSession('other'), true);
    now += 1000;
    await throttle.admitSession('one');
    await throttle.succeededInSession('one');
    assert.equal(await failInSession('one'), true);
    assert.equal(await fail('eve', '10.0.0.1'), 0);
  });

  const sameNetwork: [string, string, boolean][] = [
    ['10.0.0.1', '::ffff:10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['::1', '::2', true],
    ['::1', '127.0.0.1', false],
    ['not an address', '<script>', true],
    ['', 'a'.repeat(10_000), true],
  ];
  for (const [one, other, same] of sameNetwork) {
    it(`treats ${one.slice(0, 40)} and ${other.slice(0, 40)} as ${same ? 'one' : 'two'}`, async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) await fail('ada', one);
      assert.equal(await fail('ada', other), same ? 1 : 0);
    });
  }

  it('still counts after more of them than it remembers', async () => {
    for (let index = 0; index < 60_000; index += 1) {
      await fail(`user ${index}`, `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
    }
    for (let attempt = 0; attempt < 5; attempt += 1) assert.equal(await fail('ada', '10.9.9.9'), 0);
    assert.equal(await fail('ada', '10.9.9.9'), 1);
  });

  it('always lets a known device of the owner in at once, whatever fails behind its address', async () => {
    await succeed('ada', '10.0.0.1');
    for (let guess = 0; guess < 2000; guess += 1) {
      await fail('ada', '10.0.0.1', `guess ${guess % 300}`);
      now += 20;
      if (guess % 250 !== 0) continue;
      await throttle.admit('ada', '10.0.0.1', 'right', 'her laptop');
      await throttle.succeeded('ada', '10.0.0.1', 'right', 'her laptop');
    }
  });

  it('counts failures of a device separately from everyone else’s', async () => {
    const failOn = async (device: string): Promise<number> => {
      try {
        await throttle.admit('ada', '10.0.0.1', `guess ${guesses++}`, device);
        return 0;
      } catch (error) {
        return (error as DomainError).retryAfterSeconds!;
      }
    };
    const waits: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) waits.push(await failOn('a stolen one'));
    assert.deepEqual(waits, [...Array(5).fill(0), ...Array(7).fill(1)]);
    assert.equal(await failOn('her laptop'), 0);
    assert.equal(await fail('ada', '10.0.0.1'), 0);
  });
});
