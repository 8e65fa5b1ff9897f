import type { AlertChoices, AlertFilePreview } from '../../../../server/interchange/alerts/contract.ts';

/** Tables whose columns are remembered, the last used first. They go with the session, like everything in the browser. */
const storageKey = 'alert-columns';
const most = 30;

type Asked = NonNullable<AlertFilePreview['asks']>;
type Remembered = { heads: string; choices: Pick<AlertChoices, 'columns' | 'zone'> };

const headsOf = ({ columns }: Asked): string => JSON.stringify(columns.map(({ name }) => name));

function readAll(): Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** The fields and the zone that were last chosen for a table with the same column names; null for none. */
export function recallColumns(asks: AlertFilePreview['asks']): Remembered['choices'] | null {
  if (asks === null) return null;
  const heads = headsOf(asks);
  return readAll().find((one) => one.heads === heads)?.choices ?? null;
}

/** Remembers the fields and the zone chosen for a table. A browser that keeps nothing guesses them again. */
export function rememberColumns(asks: Asked, { columns, zone }: AlertChoices): void {
  const heads = headsOf(asks);
  const others = readAll().filter((one) => one.heads !== heads);
  const kept = [{ heads, choices: { columns, zone } }, ...others].slice(0, most);
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Full, or switched off.
  }
}
