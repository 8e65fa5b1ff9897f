import type { QueryClient } from '@tanstack/react-query';
import { largestImport } from '../../../domain/limits.ts';
import { onForget } from '../../api/connection/session.ts';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';
import { sendImport } from '../../api/interchange.ts';
import { t } from '../../words.ts';

type Sending = {
  /** The file being sent; null when there is none. */
  file: { name: string; share: number } | null;
  /** Why the last file was refused. */
  refused: { name: string; message: string } | null;
  /** The import created from the file, until its page is shown. */
  begun: string | null;
};

const none: Sending = { file: null, refused: null, begun: null };
/** Shared, because the imports page shows a file dropped on another page. */
const sending = createStore<Sending>(none);
let stop: AbortController | null = null;

export const useSending = (): Sending => useStore(sending);

export const cancelSending = (): void => stop?.abort();
export const dismissRefusal = (): void => sending.set({ ...sending.get(), refused: null });

/** The import created from a sent file, returned to the first caller only. */
export function takeBegun(): string | null {
  const { begun } = sending.get();
  if (begun !== null) sending.set({ ...sending.get(), begun: null });
  return begun;
}

onForget(() => {
  cancelSending();
  sending.set(none);
});

/** Sends a file to be read. Errors are shown on the imports page. */
export async function sendFiles(queryClient: QueryClient, files: readonly File[]): Promise<void> {
  const [file, another] = files;
  if (file === undefined || sending.get().file !== null) return;
  const { name } = file;
  const refuse = (message: string) => sending.set({ ...none, refused: { name, message } });
  if (another !== undefined) return refuse(t('app.one_file_comes_in_at_a'));
  if (file.size > largestImport) {
    return refuse(t('app.it_is_larger_than_largest_import', { largest_import: largestImport / 1024 / 1024 }));
  }
  const control = new AbortController();
  stop = control;
  sending.set({ ...none, file: { name, share: 0 } });
  try {
    const { id } = await sendImport(queryClient, file, {
      onProgress: (share) => sending.set({ ...none, file: { name, share } }),
      signal: control.signal,
    });
    sending.set({ ...none, begun: id });
  } catch (error) {
    if (control.signal.aborted) sending.set(none);
    else refuse((error as Error).message);
  }
}
