import { largestPage } from '../../../domain/limits.ts';
import type { Paged } from '../../api/connection/http.ts';

/** All distinct items of a list, page by page. */
export async function readAll<Item extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<Paged<Item>>,
): Promise<Item[]> {
  const found = new Map<string, Item>();
  for (let offset = 0; ; offset += largestPage) {
    const { items, total } = await read({ limit: largestPage, offset });
    for (const item of items) found.set(item.id, item);
    if (offset + largestPage >= total) return [...found.values()];
  }
}
