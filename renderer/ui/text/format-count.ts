/** How many of what there are: 1 file, 2 files. */
export function formatCount(count: number, what: string): string {
  return `${count.toLocaleString()} ${count === 1 ? what : `${what}s`}`;
}
