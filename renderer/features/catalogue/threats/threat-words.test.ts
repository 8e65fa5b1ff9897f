import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameTechnique } from './threat-words.ts';

describe('the name of a technique on the page of a threat', () => {
  for (const [external_id, name, shown] of [
    ['T1204', 'User Execution', 'User Execution'],
    ['T1204.001', 'Malicious Link', 'Malicious Link'],
    ['T1204.002', 'User Execution: Malicious File', 'Malicious File'],
    ['T1053.005', 'Scheduled Task/Job: Task: Nested', 'Task: Nested'],
    ['T9999', 'With: a colon', 'With: a colon'],
  ] as const) {
    test(`${name} of ${external_id} is ${shown}`, () => {
      assert.equal(nameTechnique({ external_id, name }), shown);
    });
  }
});
