import type { Unfinished } from './contract.ts';
import { formatList, t } from './words.ts';

/** How long the server may take to end, of the ten seconds that a quit takes at most; the rest is for the windows. */
export const quitDeadlineMs = 9_000;

/** A server that has died is started again once; after that a person decides. */
export function decideAfterDeath(deaths: number): 'restart' | 'ask' {
  return deaths <= 1 ? 'restart' : 'ask';
}

/** Running work that quitting would end, beside unfinished work in the page. */
export type UnderWay = Unfinished & { isShared: boolean; isRestoring: boolean };

/** A question before something that would lose or end what is under way. */
export type Question = { message: string; detail: string };

/** Builds the question before quitting; null when nothing would be lost and nobody cut off. */
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
  /** Whether to go on; asks where something would be lost. */
  mayQuit: () => Promise<boolean>;
  /** Ends everything that runs; resolves within the deadline. */
  end: () => Promise<void>;
  /** Lets the application go. */
  leave: () => void;
};

/**
 * The one way out of the application: asks once, however often it is requested, and can't be taken back once it has begun.
 */
export class Quit {
  /** Set by a caller that wants the application to start again after this quit. */
  relaunch: (() => void) | null = null;
  readonly #steps: QuitSteps;
  #state: 'running' | 'asking' | 'ending' | 'left' = 'running';

  constructor(steps: QuitSteps) {
    this.#steps = steps;
  }

  /** Whether windows and the application may close now; until then their closing is to be prevented. */
  get hasLeft(): boolean {
    return this.#state === 'left';
  }

  /** Quits, unless the person wants to stay; returns whether it did. */
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

  /** Quits without asking: there is nothing left to stay for. */
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
