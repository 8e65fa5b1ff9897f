import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toDescription, toSimulationName } from './rules.ts';

const task: Parameters<typeof toDescription>[0] & { command: string | null } = {
  externalId: '7',
  command: 'whoami',
  callback: '#1 WS',
  operator: 'prune',
};

describe('a simulation of a task', () => {
  const names: [string, Partial<typeof task>, string][] = [
    ['command and callback', {}, 'whoami · #1 WS'],
    ['a command of several lines', { command: ' net\r\n\tview ' }, 'net view · #1 WS'],
    ['no callback', { callback: null }, 'whoami'],
    ['no command', { command: null }, 'Task 7 · #1 WS'],
    ['neither', { command: ' \n', callback: null }, 'Task 7'],
    ['a long command', { command: 'x'.repeat(500) }, `${'x'.repeat(119)}… · #1 WS`],
    [
      'half a character at the cut',
      { command: `${'x'.repeat(118)}🍑y`, callback: null },
      `${'x'.repeat(118)}…`,
    ],
    ['a long callback', { callback: 'h'.repeat(500) }, `whoami · ${'h'.repeat(190)}…`],
  ];
  for (const [what, fields, name] of names) {
    it(`of ${what} is called ${name.slice(0, 20)}`, () => {
      assert.equal(toSimulationName({ ...task, ...fields }), name);
    });
  }

  const descriptions: [object, string][] = [
    [{}, 'Task 7 of the C2 framework, run by prune on #1 WS.'],
    [{ operator: null }, 'Task 7 of the C2 framework, run on #1 WS.'],
    [{ callback: null }, 'Task 7 of the C2 framework, run by prune.'],
    [{ operator: null, callback: null }, 'Task 7 of the C2 framework.'],
  ];
  for (const [fields, description] of descriptions) {
    it(`says “${description}”`, () => assert.equal(toDescription({ ...task, ...fields }), description));
  }
});
