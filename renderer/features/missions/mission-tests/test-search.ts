/** Filters of the mission's table, kept between tests; a dialog belongs to its page. */
export function toTestSearch(parameters: URLSearchParams): string {
  const kept = new URLSearchParams(parameters);
  kept.delete('dialog');
  return kept.size > 0 ? `?${kept}` : '';
}
