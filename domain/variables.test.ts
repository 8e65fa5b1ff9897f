import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillCommand, listVariables, splitCommand, type Variables } from './variables.ts';

describe('the variables of a command', () => {
  const table: [command: string, values: Variables[], text: string, missing: string[]][] = [
    ['whoami', [{}], 'whoami', []],
    ['', [{ a: '1' }], '', []],
    ['ping #{host}', [{ host: 'srv-1' }], 'ping srv-1', []],
    ['ping #{host}', [{}], 'ping #{host}', ['host']],
    ['ping #{host}', [], 'ping #{host}', ['host']],
    ['#{a}#{a} #{b}', [{}], '#{a}#{a} #{b}', ['a', 'b']],
    ['#{a} #{b}', [{ a: '1' }, { a: '2', b: '3' }], '1 3', []],
    ['#{a}', [{ a: '' }, { a: '2' }], '', []],
    // Substituted values are not substituted again.
    ['#{a} #{b}', [{ a: '#{b}', b: '#{a}' }], '#{b} #{a}', []],
    ['#{a}', [{ a: '$& $1 $$ \\1' }], '$& $1 $$ \\1', []],
    ['#{a}', [{ a: '<b>"\u0000\n' }], '<b>"\u0000\n', []],
    ['#{output_file.1-x}', [{ 'output_file.1-x': 'o' }], 'o', []],
    // Properties that every object inherits are not values.
    [
      '#{constructor} #{toString} #{__proto__}',
      [{}],
      '#{constructor} #{toString} #{__proto__}',
      ['constructor', 'toString', '__proto__'],
    ],
    ['#{} #{a b} # {a} {a} #{a', [{ a: '1' }], '#{} #{a b} # {a} {a} #{a', []],
    ['##{a}}', [{ a: '1' }], '#1}', []],
    ['#{#{a}}', [{ a: 'b', b: '1' }], '#{b}', []],
    ['#{A}', [{ a: '1' }], '#{A}', ['A']],
  ];
  for (const [command, values, text, missing] of table) {
    it(`${JSON.stringify(command)} with ${JSON.stringify(values)} is ${JSON.stringify(text)}`, () => {
      assert.deepEqual(fillCommand(command, ...values), { text, missing });
    });
  }

  it('stand between the text, in pieces', () => {
    assert.deepEqual(splitCommand('#{a} and #{b}!', { a: 'x' }), [
      { name: 'a', value: 'x' },
      ' and ',
      { name: 'b', value: null },
      '!',
    ]);
  });

  it('are listed over several texts, each once', () => {
    assert.deepEqual(listVariables(['#{b} #{a}', null, '#{a} #{c}', '']), ['b', 'a', 'c']);
  });
});
