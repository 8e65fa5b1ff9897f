import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DomainError } from '../../errors.ts';
import { keepFollows, refuseUnknownTests, refuseWrongFollows } from './rules.ts';

describe('the rules of scenario templates', () => {
  const orders: [string[], string[], string | null][] = [
    [[], [], null],
    [['a', 'b'], ['a', 'b', 'c'], null],
    [['a', 'x'], ['a'], 'test_template_ids.1'],
    [['a', 'b', 'a'], ['a', 'b'], null],
    [['x', 'a', 'a'], ['a'], 'test_template_ids.0'],
    [['a', 'a', 'x'], ['a'], 'test_template_ids.2'],
  ];
  for (const [order, existing, at] of orders) {
    it(`${at === null ? 'takes' : `refuses at ${at}`} the order ${order.join(' ') || 'of none'}`, () => {
      const judge = () => refuseUnknownTests(order, new Set(existing));
      if (at === null) return judge();
      assert.throws(judge, (error: DomainError) => {
        assert.equal(error.code, 'invalid');
        assert.equal(error.errors?.[0]?.path, at);
        return true;
      });
    });
  }
});

describe('which test of a scenario follows which', () => {
  const edge = (text: string) => {
    const [position, follows] = text.split('<').map(Number) as [number, number];
    return { position, follows, condition: null };
  };
  const edges = (text: string) => text.split(' ').filter(Boolean).map(edge);

  const refused: [follows: string, tests: number, at: string | null][] = [
    ['', 0, null],
    ['1<0 2<1 2<0', 3, null],
    ['3<0', 3, 'follows.0.position'],
    ['1<0 2<3', 3, 'follows.1.follows'],
    ['1<0 1<0', 2, 'follows.1'],
    ['0<0', 1, 'follows_cycle: 1. Test A → 1. Test A'],
    ['1<0 2<1 0<2', 3, 'follows_cycle: 1. Test A → 2. Test B → 3. Test C → 1. Test A'],
  ];
  for (const [follows, tests, at] of refused) {
    it(`${follows || 'nothing'} of ${tests} tests is ${at ?? 'taken'}`, () => {
      const judge = () => refuseWrongFollows(edges(follows), ['Test A', 'Test B', 'Test C'].slice(0, tests));
      if (at === null) return judge();
      assert.throws(judge, ({ code, errors, message }: DomainError) => {
        assert.equal(errors?.[0]?.path ?? `${code}: ${message.split(': ')[1]}`, at);
        return true;
      });
    });
  }

  const kept: [before: string, follows: string, after: string, left: string][] = [
    ['a b c', '1<0 2<1', 'a b c', '1<0 2<1'],
    ['a b c', '1<0 2<1', 'c b a', '1<2 0<1'],
    ['a b c', '1<0 2<1', 'a c', ''],
    ['a b c', '2<0', 'a x c', '2<0'],
    ['a a b', '1<0 2<1', 'b a a', '2<1 0<2'],
    ['a a b', '1<0 2<1', 'a b', ''],
  ];
  for (const [before, follows, after, left] of kept) {
    it(`${follows} of ${before} becomes ${left || 'nothing'} of ${after}`, () => {
      assert.deepEqual(keepFollows(before.split(' '), edges(follows), after.split(' ')), edges(left));
    });
  }
});
