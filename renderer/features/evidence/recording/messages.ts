/** A stretch of characters of one look. */
export type Run = { text: string; look: Look | null };

/** Colours are an index of the palette (0 to 255) or `#rrggbb`; null is the usual one. */
export type Look = {
  colour: number | string | null;
  background: number | string | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
};

export type Screen = { columns: number; rows: Run[][] };

/** A request of the page to the thread of a recording. */
export type Asked = { open: Files } | { show: number };
/** The bytes of a recording, and for a typescript its file of times. */
export type Files = { mimeType: string; bytes: ArrayBuffer; timing: ArrayBuffer | null };

/** An answer of the thread. `screen` is that of the frame asked for. */
export type Told = { opened: Opened | null } | { screen: Screen };
export type Opened = {
  /** Seconds of each frame; empty if the times are unknown. */
  times: number[];
  /** The same with shortened pauses. */
  shortened: number[];
  text: string;
  isTextCut: boolean;
  unread: number;
};
