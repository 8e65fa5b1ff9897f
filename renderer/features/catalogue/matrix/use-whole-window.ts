import { useState } from 'react';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { fillScreen, useFullScreen } from '../../../ui/pages/use-full-screen.ts';

/** Whether a part of the page fills the window, and the screen if the browser allows it; `f` toggles it, Escape ends it. */
export function useWholeWindow(): { isShown: boolean; toggle: () => void } {
  const [isShown, setShown] = useState(false);
  const screen = useFullScreen(() => setShown(false));
  const toggle = () => {
    if (isShown) screen.end();
    else fillScreen();
    setShown(!isShown);
  };
  usePageKeys([
    ['f', toggle],
    ['Escape', () => isShown && toggle()],
  ]);
  return { isShown, toggle };
}
