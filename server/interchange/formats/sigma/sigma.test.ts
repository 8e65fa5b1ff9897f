import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readFiles, recognise, refusalOf } from '../../../../test/support/interchange/interchange.ts';
import { sigmaReader } from './read.ts';

const rule = `title: Memory of LSASS is dumped
id: 5ef9853e-4d0e-4a70-846f-a9ca37d876da
status: test
description: Looks for a dump of lsass.exe
references:
    - https://example.org/lsass
author: Somebody
date: 2026-01-02
tags:
    - attack.credential-access
    - attack.t1003.001
    - attack.s0002
    - car.2013-07-001
logsource:
    category: process_creation
    product: windows
detection:
    selection:
        CommandLine|contains: lsass
    condition: selection
level: high
`;

describe('Sigma', () => {
  it('reads a rule and keeps values without a field', async () => {
    const plan = await readFiles(sigmaReader, { 'lsass.yml': rule });
    assert.deepEqual(plan.refused, []);
    const [{ leftover, ...read }] = plan.rules as [(typeof plan.rules)[number]];
    assert.deepEqual(read, {
      row: 'lsass.yml',
      sourceId: '5ef9853e-4d0e-4a70-846f-a9ca37d876da',
      title: 'Memory of LSASS is dumped',
      description: 'Looks for a dump of lsass.exe',
      level: 'high',
      status: 'test',
      catalog_tags: ['TA0006', 'T1003.001'],
      kind: 'detection',
      sigma_name: null,
      log_source: 'windows / process_creation',
      simulations: [],
      regression_tests_path: null,
      refers: [],
      sigma: rule,
    });
    assert.deepEqual(leftover, [
      'tags: attack.s0002, car.2013-07-001',
      'references: ["https://example.org/lsass"]',
      'author: Somebody',
      'date: 2026-01-02',
    ]);
  });

  it('reads what a rule was tried with', async () => {
    const tried = `${rule}simulation:
    - type: atomic-red-team
      name: Dump LSASS
      technique: T1003.001
      atomic_guid: 0BE2230C-9AB3-4AC2-8826-3199B9A0EBF8
    - atomic red team
regression_tests_path: regression_data/rules/lsass/info.yml
`;
    const plan = await readFiles(sigmaReader, { 'lsass.yml': tried });
    const [read] = plan.rules;
    assert.deepEqual(read?.simulations, [
      {
        type: 'atomic-red-team',
        name: 'Dump LSASS',
        technique: 'T1003.001',
        atomic_guid: '0be2230c-9ab3-4ac2-8826-3199b9a0ebf8',
      },
    ]);
    assert.equal(read.regression_tests_path, 'regression_data/rules/lsass/info.yml');
    assert.equal(read.sigma, tried);
  });

  it('reads several documents, with correlations, filters and the rules they name', async () => {
    const plan = await readFiles(sigmaReader, {
      'many.yml': `title: a
name: rule_a
detection: {condition: x}
---
title: b
correlation: {type: event_count, rules: [rule_a]}
level: enormous
---
title: c
filter: {rules: [rule_a]}
---
title: d
---
just a text
---
detection: {condition: x}
`,
    });
    assert.deepEqual(
      plan.rules.map(({ row, sourceId, title, level }) => [row, sourceId, title, level]),
      [
        ['many.yml, document 1', 'rule_a', 'a', null],
        ['many.yml, document 2', 'b', 'b', null],
        ['many.yml, document 3', 'c', 'c', null],
      ],
    );
    assert.deepEqual(
      plan.rules.map(({ kind, sigma_name, refers, sigma }) => [kind, sigma_name, refers, sigma]),
      [
        ['detection', 'rule_a', [], 'title: a\nname: rule_a\ndetection: {condition: x}\n'],
        [
          ...['correlation', null, ['rule_a']],
          'title: b\ncorrelation: {type: event_count, rules: [rule_a]}\nlevel: enormous\n',
        ],
        ['filter', null, ['rule_a'], 'title: c\nfilter: {rules: [rule_a]}\n'],
      ],
    );
    assert.ok(plan.rules[1]?.leftover.includes('level: enormous'));
    assert.deepEqual(
      plan.refused.map(({ row, why }) => `${row}: ${why}`),
      [
        'many.yml, document 4: It is no Sigma rule: it has no detection, correlation or filter',
        'many.yml, document 5: It is no Sigma rule',
        'many.yml, document 6: It has no title',
      ],
    );
  });

  it('reads collections of Sigma 1', async () => {
    const plan = await readFiles(sigmaReader, {
      'global.yml': `action: global
title: common
level: low
detection: {condition: x}
---
id: one
---
action: repeat
id: two
title: other
---
action: reset
id: three
title: alone
detection: {condition: y}
`,
    });
    assert.deepEqual(
      plan.rules.map(({ sourceId, title, level }) => [sourceId, title, level]),
      [
        ['one', 'common', 'low'],
        ['two', 'other', 'low'],
        ['three', 'alone', null],
      ],
    );
    assert.equal(plan.rules[0]?.sigma, 'title: common\nlevel: low\ndetection:\n  condition: x\nid: one\n');
  });

  it('reads a folder, refuses only its damaged files, and lists those it skips', async () => {
    const plan = await readFiles(sigmaReader, {
      'rules/a.yml': rule,
      'rules/again.yml': rule,
      'rules/bad.yml': 'title: [',
      'README.md': '# Rules',
    });
    assert.equal(plan.rules.length, 1);
    assert.deepEqual(
      plan.refused.map(({ row }) => row),
      ['rules/again.yml', 'rules/bad.yml'],
    );
    assert.deepEqual(plan.notes, []);
  });

  it('recognises its files and refuses a file without rules', async () => {
    assert.equal(await recognise(sigmaReader, fileOf('a.yml', rule)), 'yes');
    assert.equal(await recognise(sigmaReader, fileOf('a.yml', 'attack_technique: T1003')), 'no');
    assert.match(await refusalOf(sigmaReader, fileOf('a.yml', '')), /no Sigma rules/);
  });
});
