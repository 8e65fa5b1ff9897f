import { useCallback, useEffect, useRef, useState } from 'react';
import { makeReportPreview, type ReportRef } from '../../../api/reports.ts';

export type Preview = {
  /** Null until a preview has been made. */
  html: string | null;
  /** Progress of the next preview, from 0 to 1; null when none is being made. */
  progress: number | null;
  /** Why there is no newer preview. */
  error: Error | null;
  makeAnew: () => void;
};

/** Delay after a save before the preview is made, because people save while they write. */
const pauseMs = 500;

/**
 * The HTML of a report, made again a moment after each new `version` while it is `shown`. Only one is made at a time; later saves
 * wait for it.
 */
export function usePreview({ id, mission_id }: ReportRef, version: string, shown: boolean): Preview {
  const [made, setMade] = useState<{ html: string; of: string } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  /** The version of the last attempt. */
  const tried = useRef<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isMaking = progress !== null;
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  useEffect(() => {
    const wanted = `${version} ${attempt}`;
    if (!shown || isMaking || tried.current === wanted) return;
    const make = async () => {
      const { signal } = leaving.current;
      tried.current = wanted;
      setProgress(0);
      setError(null);
      try {
        const html = await makeReportPreview({ id, mission_id }, { signal, onProgress: setProgress });
        if (!signal.aborted) setMade({ html, of: wanted });
      } catch (failure) {
        if (!signal.aborted) setError(failure as Error);
      }
      if (!signal.aborted) setProgress(null);
    };
    const timer = setTimeout(() => void make(), tried.current === null ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [id, mission_id, version, attempt, shown, isMaking]);
  const makeAnew = useCallback(() => setAttempt((count) => count + 1), []);
  return { html: made?.html ?? null, progress, error, makeAnew };
}
