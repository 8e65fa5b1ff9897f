import { useEffect, useRef, useSyncExternalStore } from 'react';

const isFull = () => document.fullscreenElement !== null;

function subscribe(note: () => void): () => void {
  document.addEventListener('fullscreenchange', note);
  return () => document.removeEventListener('fullscreenchange', note);
}

/** Fills the screen with the page. Browsers may refuse without a key press or a click. */
export function fillScreen(): void {
  void document.documentElement.requestFullscreen?.().catch(() => {});
}

/**
 * Whether the page fills the screen, and a toggle. The browser swallows the Escape that ends full screen: `onEscape` is called
 * instead.
 */
export function useFullScreen(onEscape: () => void): {
  isFull: boolean;
  toggle: () => void;
  end: () => void;
} {
  const isFilled = useSyncExternalStore(subscribe, isFull);
  const wasFilled = useRef(isFilled);
  const isEnded = useRef(false);
  const leave = useRef(onEscape);
  leave.current = onEscape;
  useEffect(() => {
    if (wasFilled.current && !isFilled && !isEnded.current) leave.current();
    wasFilled.current = isFilled;
    isEnded.current = false;
  }, [isFilled]);
  const end = () => {
    isEnded.current = true;
    if (isFull()) void document.exitFullscreen().catch(() => {});
  };
  return { isFull: isFilled, toggle: () => (isFull() ? end() : fillScreen()), end };
}
