import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { Kind } from './kind.ts';
import { randomFrom } from './random.ts';

const seed = Number(process.env.DAMSON_SEED ?? Date.now() % 1_000_000);

/** Tests a few rounds of each of these kinds; `npm run faults` does more. The same seed repeats them. */
export function testShortRounds(kinds: readonly Kind[]): void {
  for (const kind of kinds.filter(({ shortRounds }) => shortRounds > 0)) {
    describe(kind.what, { skip: kind.missing() ?? false }, () => {
      const folder = mkdtempSync(path.join(tmpdir(), `damson-${kind.name}-`));
      after(() => rmSync(folder, { recursive: true, force: true }));

      it(`${kind.shortRounds} times: nothing goes wrong`, async (t) => {
        t.diagnostic(`DAMSON_SEED=${seed}`);
        const trial = await kind.open(path.join(folder, 'trial'), randomFrom(seed), 'short');
        for (let index = 0; index < kind.shortRounds; index += 1) {
          assert.deepEqual((await trial.round(index)).wrong, [], `round ${index}, DAMSON_SEED=${seed}`);
        }
        assert.deepEqual((await trial.finish()).wrong, []);
        await trial.close();
      });

      it('detects a failure when there is one', async () => {
        assert.notDeepEqual(await kind.control(path.join(folder, 'control'), randomFrom(seed)), []);
      });
    });
  }
}
