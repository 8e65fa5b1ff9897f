/** Address of the page for planning from these threats. */
export function toPlanPath(choice: {
  threats?: readonly string[];
  techniques?: readonly string[];
  ticked?: readonly string[];
}): string {
  const { threats = [], techniques = [], ticked = [] } = choice;
  const query = new URLSearchParams();
  if (threats.length > 0) query.set('threats', threats.join(','));
  if (techniques.length > 0) query.set('techniques', techniques.join(','));
  if (ticked.length > 0) {
    query.set('ticked', ticked.join(','));
    query.set('show', 'ticked');
  }
  return `/catalogue/plan?${query}`;
}
