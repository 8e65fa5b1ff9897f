/** The items of a list in order, once: each is removed from the list, because together they take a lot of memory. */
export function* letGo<T extends object>(list: T[]): Generator<T> {
  list.reverse();
  for (let next = list.pop(); next !== undefined; next = list.pop()) yield next;
}
