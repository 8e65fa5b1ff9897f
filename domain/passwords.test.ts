import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgePassword, listOwnWords } from './passwords.ts';

const person = { email: 'grace.hopper@navy.example', display_name: 'Grace Hopper' };
const own = listOwnWords(person, ['exercise.lan', '192.168.1.20']);

describe('a new password', () => {
  const refused = {
    'something short repeated': [
      'aaaaaaaaaaaa',
      '121212121212',
      'abcabcabcabc',
      'hunter2hunter2',
      'qQ1!qQ1!qQ1!',
      'ä'.repeat(256),
    ],
    'most common': [
      'password1234',
      'Password2026!',
      'P@ssw0rd1234',
      'p a s s w o r d 1 2 3 4',
      'passwordpassword1',
      '123456789012',
      '098765432109',
      'abcdefghijkl',
      'qwertyuiop12',
      'qwertzuiop!!',
      '1qaz2wsx3edc',
      'zaq12wsxcde3',
      '1q2w3e4r5t6y',
      'qazwsxedcrfv',
      'Administrator1!',
      'Welcome2026!!',
      'letmein12345',
      'iloveyou2024',
      'Sommer2026!'.replace('Sommer', 'Summer').padEnd(12, '!'),
      'adminadmin123',
      'changeme1234',
      'dragonmonkey99',
      '111122223333',
      '!@#$%^&*()12',
    ],
    'people here know': [
      'damson-damson-1',
      'Damson2026!!',
      'd4ms0n123456',
      'gracehopper1',
      'Hopper.Grace.1906',
      'grace.hopper@navy.example',
      'GRACE.HOPPER@navy.example2026!',
      'x1!grace.hopper@navy.example',
      'gr4c3.h0pp3r@n4vy.example#9z',
      'grace hopper at navy example',
      'gracehopper#9z!',
      '9z#grace_hopper!',
      'exercise-2026!',
      'exercise.lan1',
      'HopperPassword1',
    ],
  };
  for (const [why, passwords] of Object.entries(refused)) {
    for (const password of passwords) {
      it(`${password.slice(0, 30)}: ${why}`, () => {
        assert.match(judgePassword(password, own) ?? 'taken', new RegExp(why));
      });
    }
  }

  const taken = [
    'correct horse battery',
    'another horse battery',
    'grace wears a green hat',
    'harbour-lantern-violet',
    'x7Qm2vLw9TzK',
    '839201746512',
    'tr0ub4dor and three',
    'twelve chars',
    'a-secret-of-24-characters',
    'Hopper sails at dawn',
  ];
  for (const password of taken) {
    it(`${password} is taken`, () => assert.equal(judgePassword(password, own), null));
  }

  it('is checked against names only if they are given', () => {
    assert.equal(judgePassword('gracehopper1', listOwnWords({ email: 'a@b', display_name: 'X' }, [])), null);
  });

  it('is judged quickly, however long it is', () => {
    const many = Array.from({ length: 256 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 2000)),
    );
    assert.equal(judgePassword(many.join(''), own), null);
    judgePassword('1'.repeat(255).concat('x'), own);
    judgePassword('password'.repeat(32), own);
  });
});

describe('the own e-mail', () => {
  const emails = [
    'nora.quill@harbour.test',
    'xk7-qv92+zt_w4m@corp.example',
    "o'brien!zx#quv&7wk@corp.example",
    'Żółw.ęśąćź-wyjątek@corp.example',
    'ab@a-rather-long-domain-of-theirs.example',
    'q8w3zr5t1y6p0v@corp.example',
  ];
  for (const email of emails) {
    it(`is refused as a password in any case, whole or only the part before the @: ${email}`, () => {
      const words = listOwnWords({ email, display_name: 'Somebody Else' }, []);
      const [local = ''] = email.split('@');
      const title = (text: string) => text.replace(/^./u, (first) => first.toUpperCase());
      for (const text of [email, local]) {
        for (const tried of [
          text,
          text.toUpperCase(),
          text.toLowerCase(),
          title(text),
          `${text}1`,
          `${text}!`,
        ]) {
          assert.notEqual(judgePassword(tried, words), null, tried);
        }
      }
    });
  }
});
