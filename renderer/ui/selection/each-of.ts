import pLimit from 'p-limit';
import { toVisibleText } from '../../../domain/visible-text.ts';

const writtenAtOnce = 4;

/** Runs an action on many items, a few at a time, and reports the number tried; returns refused items with reasons. */
export async function eachOf<Item extends { name: string }>(
  items: readonly Item[],
  write: (item: Item) => Promise<unknown>,
  onProgress?: (done: number) => void,
): Promise<string[]> {
  const limit = pLimit(writtenAtOnce);
  const refused: string[] = [];
  let done = 0;
  const writeOne = async (item: Item) => {
    await write(item).catch((error: Error) => {
      refused.push(`${toVisibleText(item.name)}: ${error.message}`);
    });
    done += 1;
    onProgress?.(done);
  };
  await Promise.all(items.map((item) => limit(writeOne, item)));
  return refused;
}
