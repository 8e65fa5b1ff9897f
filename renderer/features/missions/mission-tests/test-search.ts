/** Filters of the mission's table, which go with every step; a dialog is the page's own. */
export function toTestSearch(parameters: URLSearchParams): string {
  const kept = new URLSearchParams(parameters);
  kept.delete('dialog');
  return kept.size > 0 ? `?${kept}` : '';
}
