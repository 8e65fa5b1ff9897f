/** The items of a list in order, once: the list releases each one, because together they take a lot of memory. */
export function* letGo<T extends object>(list: T[]): Generator<T> {
  list.reverse();
  for (let next = list.pop(); next !== undefined; next = list.pop()) yield next;
}
