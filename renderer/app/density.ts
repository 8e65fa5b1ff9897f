import { getPreferences, subscribeToPreferences } from '../api/accounts/preferences.ts';

/** Has the lines of every list stand as close as the person wants them; `global.css` says how close that is. */
export function followDensity(): void {
  const show = () => {
    document.documentElement.dataset.density = getPreferences().density;
  };
  show();
  subscribeToPreferences(show);
}
