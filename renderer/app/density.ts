import { getPreferences, subscribeToPreferences } from '../api/accounts/preferences.ts';

/** Applies the person's row height to every list; `global.css` has the values. */
export function followDensity(): void {
  const show = () => {
    document.documentElement.dataset.density = getPreferences().density;
  };
  show();
  subscribeToPreferences(show);
}
