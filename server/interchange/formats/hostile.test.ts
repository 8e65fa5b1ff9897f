import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listHostileFiles } from '../../../test/support/interchange/hostile-files.ts';
import { knownAttack, sourceOf } from '../../../test/support/interchange/interchange.ts';
import { importBounds } from '../bounds.ts';
import { ImportRefusal, type ImportSource } from '../format.ts';
import type { ImportPlan } from '../plan.ts';
import { readers } from './readers.ts';

async function recogniseAll(source: ImportSource) {
  const beginnings = new Map<string, string>();
  for (const { name, read } of source.members)
    beginnings.set(name, (await read()).toString().slice(0, 65_536));
  return readers.filter((reader) => reader.recognise(source, beginnings) !== 'no');
}

function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      yield key;
      yield* listTexts(part);
    }
  }
}

/** Checks that read values are within limits, texts have no half characters, and numbers are real. */
function check(plan: ImportPlan): void {
  const { refused: _refused, asks: _asks, ...rows } = plan;
  for (const text of listTexts(rows)) {
    assert.ok(text.isWellFormed(), 'a text has half a character');
    assert.ok(text.length <= importBounds.text, 'a text is beyond bounds');
  }
  for (const { row, why } of plan.refused) {
    assert.ok(why.length > 5 && why.length < 1000, 'why a row is refused');
    assert.ok(row.length < 1000);
  }
  assert.doesNotMatch(JSON.stringify(plan), /:(?:NaN|Infinity)/);
}

describe('hostile files', () => {
  const cases = [...listHostileFiles()];

  it('number more than 200', () => assert.ok(cases.length >= 200, `${cases.length}`));

  for (const { kind, of, file, content, beside } of cases) {
    it(`are harmless to every reader: ${of} ${kind}`, async () => {
      const source = beside
        ? sourceOf(file, { [`../../${file}`]: content, 'C:\\x.exe': 'MZ' })
        : sourceOf(file, { [file]: content }, false);
      for (const reader of await recogniseAll(source)) {
        try {
          check(await reader.read(source, { choices: {}, attack: knownAttack, progress: () => {} }));
        } catch (error) {
          assert.ok(
            error instanceof ImportRefusal,
            `${reader.format}: ${error instanceof Error ? error.stack : error}`,
          );
          assert.ok(error.message.length < 1000);
        }
        assert.equal(Object.hasOwn(Object.prototype, 'name') || Object.hasOwn(Object.prototype, 'x'), false);
      }
    });
  }
});
