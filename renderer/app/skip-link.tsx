import { t } from '../words.ts';
import styles from './skip-link.module.css';

export const contentId = 'content';

/** The first link reached with Tab; skips the navigation. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className={styles.link}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {t('app.skip_to_the_content')}
    </a>
  );
}
