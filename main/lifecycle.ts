import type { Unfinished } from './contract.ts';
import { formatList, t } from './words.ts';

/** Time for the server to end, within the ten seconds of a quit; the rest is for the windows. */
export const quitDeadlineMs = 9_000;

/** A dead server is restarted once; after that a person decides. */
export function decideAfterDeath(deaths: number): 'restart' | 'ask' {
  return deaths <= 1 ? 'restart' : 'ask';
}

/** Running work that quitting would end, besides unfinished work in the page. */
export type UnderWay = Unfinished & { isShared: boolean; isRestoring: boolean };

/** A question asked before running work is lost or ended. */
export type Question = { message: string; detail: string };

/** Builds the question before quitting; null when nothing would be lost and nobody would be disconnected. */
export function makeQuitQuestion({ unsaved, uploads, isShared, isRestoring }: UnderWay): Question | null {
  const lost = listLost({ unsaved, uploads });
  const ended = [
    ...(lost.length > 0 ? [t('shell.quit.lose', { what: formatList(lost) })] : []),
    ...(isRestoring ? [t('shell.quit.backup')] : []),
    ...(isShared ? [t('shell.quit.sharing')] : []),
  ];
  if (ended.length === 0) return null;
  return {
    message: t('shell.quit.title', { what: formatList(ended) }),
    detail: isShared ? t('shell.quit.others') : t('shell.else_is_saved'),
  };
}

/** Builds the question before a reload; null when nothing would be lost. */
export function makeReloadQuestion(unfinished: Unfinished): Question | null {
  const lost = listLost(unfinished);
  if (lost.length === 0) return null;
  return { message: t('shell.reload.title', { what: formatList(lost) }), detail: t('shell.else_is_saved') };
}

function listLost({ unsaved, uploads }: Unfinished): string[] {
  return [
    ...(unsaved > 0 ? [t('shell.lost.fields', { count: unsaved })] : []),
    ...(uploads > 0 ? [t('shell.lost.uploads', { count: uploads })] : []),
  ];
}

export type QuitSteps = {
  /** Resolves with whether to continue; asks when something would be lost. */
  mayQuit: () => Promise<boolean>;
  /** Ends everything running; resolves within the deadline. */
  end: () => Promise<void>;
  /** Lets the application exit. */
  leave: () => void;
};

/** The only way to quit the application: asks once, however often a quit is requested, and can't be cancelled once begun. */
export class Quit {
  /** Set by a caller to restart the application after this quit. */
  relaunch: (() => void) | null = null;
  readonly #steps: QuitSteps;
  #state: 'running' | 'asking' | 'ending' | 'left' = 'running';

  constructor(steps: QuitSteps) {
    this.#steps = steps;
  }

  /** Whether windows and the application may close now; until then, closing must be prevented. */
  get hasLeft(): boolean {
    return this.#state === 'left';
  }

  /** Quits, unless the person wants to stay; returns whether it quits. */
  async request(): Promise<boolean> {
    if (this.#state !== 'running') return false;
    this.#state = 'asking';
    let goes = false;
    try {
      goes = await this.#steps.mayQuit();
    } finally {
      this.#state = goes ? 'ending' : 'running';
    }
    if (!goes) return false;
    await this.#leave();
    return true;
  }

  /** Quits without asking: there is nothing left to lose. */
  async force(): Promise<void> {
    if (this.#state === 'ending' || this.#state === 'left') return;
    this.#state = 'ending';
    await this.#leave();
  }

  async #leave(): Promise<void> {
    try {
      await this.#steps.end();
    } finally {
      this.#state = 'left';
      this.relaunch?.();
      this.#steps.leave();
    }
  }
}
