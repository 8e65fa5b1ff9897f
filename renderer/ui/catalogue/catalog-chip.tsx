import { toVisibleText } from '../../../domain/visible-text.ts';
import styles from './catalog-chip.module.css';

/** An ATT&CK entry: its id, and its name if it fits. */
export function CatalogChip({
  tag,
  short = false,
}: {
  tag: { external_id: string; name: string };
  short?: boolean;
}) {
  const name = toVisibleText(tag.name);
  return (
    <span className={styles.chip} title={`${tag.external_id} ${name}`}>
      <span className={styles.id}>{tag.external_id}</span>
      {short ? null : <bdi className={styles.label}>{name}</bdi>}
    </span>
  );
}
