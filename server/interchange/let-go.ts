/** The items of a list in their order, once: the list lets each go, since many of them together take a lot of memory. */
export function* letGo<T extends object>(list: T[]): Generator<T> {
  list.reverse();
  for (let next = list.pop(); next !== undefined; next = list.pop()) yield next;
}
