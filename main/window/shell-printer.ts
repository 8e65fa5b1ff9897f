import type { Seams } from '../../server/index.ts';
import type { PrintFailure, ServerAsk } from '../server/server-messages.ts';

type Printing = { resolve: () => void; reject: (error: Error) => void };

/** Lets the serving process print through the shell. */
export class ShellPrinter {
  readonly #say: (ask: ServerAsk) => void;
  readonly #printing = new Map<number, Printing>();
  #asked = 0;

  constructor(say: (ask: ServerAsk) => void) {
    this.#say = say;
  }

  readonly print: NonNullable<Seams['printPdf']> = async (htmlFile, pdfFile, stop) => {
    stop.throwIfAborted();
    this.#asked += 1;
    const id = this.#asked;
    const printed = Promise.withResolvers<void>();
    this.#printing.set(id, printed);
    const giveUp = () => this.#say({ ask: 'stopPrinting', id });
    stop.addEventListener('abort', giveUp);
    this.#say({ ask: 'print', id, htmlFile, pdfFile });
    try {
      await printed.promise;
    } finally {
      stop.removeEventListener('abort', giveUp);
    }
  };

  /** Settles a request: the shell has printed it, or failed. */
  hear(id: number, failure: PrintFailure | null): void {
    const printing = this.#printing.get(id);
    this.#printing.delete(id);
    if (failure === null) printing?.resolve();
    else printing?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
  }
}
