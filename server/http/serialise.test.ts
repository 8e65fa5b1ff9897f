import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { createPicker, createWriter } from './serialise.ts';

const item = z.strictObject({ name: z.string(), inner: z.array(z.strictObject({ id: z.number() })) });
const schema = z.strictObject({
  'a "name"': z.string().nullable(),
  items: z.array(item),
  words: z.array(z.string()),
  left: z.string().optional(),
  total: z.number(),
});

describe('createWriter', () => {
  const make = (count: number, more: object = {}) => ({
    total: count,
    'a "name"': 'é\u2028"\n',
    secret: 'kept back',
    items: Array.from({ length: count }, (_, index) => ({
      secret: 'kept back',
      name: `Item ${index}`,
      inner: [{ id: index, secret: 'kept back' }],
    })),
    words: ['one', 'two'],
    ...more,
  });

  for (const count of [0, 1, 20, 21, 1000]) {
    for (const more of [{}, { left: 'here' }, { 'a "name"': null, words: [] }]) {
      it(`writes the contract’s fields of ${count} items and ${JSON.stringify(more)}`, () => {
        const value = make(count, more);
        const pieces = [...createWriter(schema)(value)];
        assert.equal(pieces.join(''), JSON.stringify(createPicker(schema)(value)));
        assert.equal(pieces.length === 1, count <= 20);
      });
    }
  }

  it('writes a bare list and a bare value at once', () => {
    assert.deepEqual([...createWriter(z.array(item))([])], ['[]']);
    assert.deepEqual([...createWriter(z.string())('text')], ['"text"']);
  });
});

describe('createPicker', () => {
  const pick = createPicker(schema);
  const whole = {
    total: 2,
    'a "name"': null,
    items: [
      { name: 'one', inner: [{ id: 1 }] },
      { name: 'two', inner: [] },
    ],
    words: [],
  };

  it('returns an object without other fields as it is, without a copy', () => {
    assert.equal(pick(whole), whole);
    const left = { ...whole, left: 'here' };
    assert.equal(pick(left), left);
  });

  it('leaves out fields that the contract does not list, at any depth', () => {
    const expected = { 'a "name"': null, items: whole.items, words: [], left: undefined, total: 2 };
    const [one, two] = whole.items;
    for (const value of [
      { ...whole, secret: 1 },
      { ...whole, items: [one, { ...two, secret: 1 }] },
      { ...whole, items: [{ ...one, inner: [{ id: 1, secret: 1 }] }, two] },
      { ...whole, ['__proto__']: 1 },
      { ...whole, toJSON: () => 'secret' },
    ]) {
      assert.deepEqual(pick(value), expected);
      assert.equal(JSON.stringify(pick(value)), JSON.stringify(expected));
    }
  });
});
