import { NavLink } from 'react-router';
import styles from './sub-navigation.module.css';

/** The pages of one area, side by side. */
export function SubNavigation({
  label,
  pages,
}: {
  label: string;
  pages: readonly { to: string; label: string; end?: boolean }[];
}) {
  return (
    <nav aria-label={label} className={styles.bar}>
      {pages.map(({ to, label, end = false }) => (
        <NavLink key={to} to={to} end={end} className={styles.link as string}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
