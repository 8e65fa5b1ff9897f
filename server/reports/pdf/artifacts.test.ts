import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markArtifacts } from './artifacts.ts';

const cases: [name: string, before: string[], after: string[]][] = [
  ['text', ['BT', '<0097> Tj', 'ET'], ['/Artifact BMC', 'BT', '<0097> Tj', 'ET', 'EMC']],
  ['a path', ['0 0 m', '1 1 l', 'f*'], ['/Artifact BMC', '0 0 m', '1 1 l', 'f*', 'EMC']],
  ['a picture', ['/X5 Do'], ['/Artifact BMC', '/X5 Do', 'EMC']],
];
const same: [name: string, content: string[]][] = [
  ['that has a tag', ['/P <</MCID 2 >>BDC', 'BT', '<0097> Tj', 'ET', '0 0 1 1 re', 'f', 'EMC']],
  ['that is nested in one', ['/P <</MCID 2 >>BDC', '/Span BMC', 'EMC', '/X5 Do', 'EMC']],
  ['that clips', ['q', '0 0 10 10 re', 'W* n', 'Q']],
  ['that is nothing', ['']],
];

describe('the content of a page', () => {
  for (const [name, before, after] of cases) {
    it(`becomes an artifact without a tag: ${name}`, () => {
      const [tagged, clip] = [
        ['/P <</MCID 1 >>BDC', 'BT', 'ET', 'EMC'],
        ['0 0 9 9 re', 'W* n'],
      ];
      assert.equal(
        markArtifacts([...clip, ...before, ...tagged, ...before].join('\n')),
        [...clip, ...after, ...tagged, ...after].join('\n'),
      );
    });
  }
  for (const [name, content] of same) {
    it(`stays as it is: one ${name}`, () => {
      assert.equal(markArtifacts(content.join('\n')), content.join('\n'));
    });
  }
});
