import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DomainError } from '../../errors.ts';
import { refuseUnknownTests } from './rules.ts';

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
