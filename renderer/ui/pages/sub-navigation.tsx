import { Link, NavLink } from 'react-router';
import styles from './sub-navigation.module.css';

/** The pages of one area, side by side. */
export function SubNavigation({
  label,
  pages,
}: {
  label: string;
  /** `isCurrent` when the address alone is not enough. */
  pages: readonly { to: string; label: string; end?: boolean; isCurrent?: boolean }[];
}) {
  return (
    <nav aria-label={label} className={styles.bar}>
      {pages.map(({ to, label, end = false, isCurrent = false }) =>
        isCurrent ? (
          <Link key={to} to={to} className={styles.link} aria-current="page">
            {label}
          </Link>
        ) : (
          <NavLink key={to} to={to} end={end} className={styles.link as string}>
            {label}
          </NavLink>
        ),
      )}
    </nav>
  );
}
