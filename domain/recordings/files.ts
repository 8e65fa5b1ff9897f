/** Types of recordings of a terminal, and of the times of a typescript, by their endings. */
export const recordingTypes = {
  cast: 'application/x-asciicast',
  typescript: 'text/x-typescript',
  timing: 'text/x-script-timing',
} as const;

/** The file with the times of a typescript, beside it; null for other files. */
export function timingNameOf(fileName: string): string | null {
  return /\.typescript$/i.test(fileName) ? fileName.replace(/\.typescript$/i, '.timing') : null;
}

/** Whether a file is a recording of a session by its name: of a terminal, or a transcript, which is text. */
export function isRecordingName(fileName: string): boolean {
  return /\.(?:cast|typescript|timing|txt|log)$/i.test(fileName);
}
