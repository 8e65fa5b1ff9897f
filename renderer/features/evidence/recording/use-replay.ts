import { useEffect, useRef, useState } from 'react';
import { findFrame } from '../../../../domain/recordings/recording.ts';
import { createStore } from '../../../api/connection/store.ts';
import type { Asked, Files, Opened, Screen, Told } from './messages.ts';

export type Replay = {
  /** Undefined while it is read, null if it can't be. */
  opened: Opened | null | undefined;
  screen: Screen | null;
  /** Seconds. */
  at: number;
  length: number;
  isPlaying: boolean;
  speed: number;
  isShortened: boolean;
  /** Plays from the start if it stands at the end. */
  play: () => void;
  pause: () => void;
  seek: (at: number) => void;
  setSpeed: (speed: number) => void;
  shorten: (isShortened: boolean) => void;
};

/** Plays a recording in a thread of its own, which answers one frame at a time. */
export function useReplay(files: Files | null): Replay {
  const [opened, setOpened] = useState<Opened | null | undefined>(undefined);
  const [screen, setScreen] = useState<Screen | null>(null);
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [isShortened, setShortened] = useState(true);
  const times = (isShortened ? opened?.shortened : opened?.times) ?? [];
  const length = times.at(-1) ?? 0;
  const ask = useThread(files, setOpened, setScreen);

  useEffect(() => {
    if (times.length > 0) ask(Math.max(0, findFrame(times, at)));
  }, [ask, times, at]);

  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let next = requestAnimationFrame(function step(now) {
      const passed = ((now - last) / 1000) * speed;
      last = now;
      setAt((before) => Math.min(before + passed, length));
      next = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(next);
  }, [isPlaying, speed, length]);

  const isOver = isPlaying && at >= length;
  useEffect(() => {
    if (isOver) setPlaying(false);
  }, [isOver]);

  return {
    opened,
    screen,
    at,
    length,
    isPlaying,
    speed,
    isShortened,
    play: () => {
      if (at >= length) setAt(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    seek: (to) => setAt(Math.min(Math.max(to, 0), length)),
    setSpeed,
    shorten: (toShort) => {
      // It stays where it is, at the time that this has there.
      const frame = findFrame(times, at);
      setShortened(toShort);
      setAt((toShort ? opened?.shortened : opened?.times)?.[frame] ?? 0);
    },
  };
}

/** The thread of a recording; returns how to ask it for a frame, of which only the latest is answered. */
function useThread(
  files: Files | null,
  onOpened: (opened: Opened | null) => void,
  onScreen: (screen: Screen) => void,
): (frame: number) => void {
  const [asking] = useState(() => createStore<{ wanted: number; shown: number; isBusy: boolean }>(idle));
  const thread = useRef<Worker | null>(null);
  const [ask] = useState(() => (frame: number) => {
    asking.set({ ...asking.get(), wanted: frame });
    askNext();
  });
  const askNext = () => {
    const { wanted, shown, isBusy } = asking.get();
    if (isBusy || wanted === shown || thread.current === null) return;
    asking.set({ wanted, shown: wanted, isBusy: true });
    thread.current.postMessage({ show: wanted } satisfies Asked);
  };
  const told = useRef<(answer: Told) => void>(() => {});
  told.current = (answer) => {
    if ('opened' in answer) return onOpened(answer.opened);
    onScreen(answer.screen);
    asking.set({ ...asking.get(), isBusy: false });
    askNext();
  };
  useEffect(() => {
    if (files === null) return;
    const worker = new Worker(new URL('./replay-thread.ts', import.meta.url), { type: 'module' });
    thread.current = worker;
    asking.set(idle);
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => told.current(data));
    worker.addEventListener('error', () => onOpened(null));
    worker.postMessage({ open: files } satisfies Asked);
    return () => {
      worker.terminate();
      thread.current = null;
    };
  }, [files, asking, onOpened]);
  return ask;
}

const idle = { wanted: -1, shown: -1, isBusy: false };
