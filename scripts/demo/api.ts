/** A client of the HTTP API that stops at the first refusal. */
export class Api {
  readonly #base: string;
  readonly #token: string | null;

  constructor(base: string, token: string | null = null) {
    this.#base = base;
    this.#token = token;
  }

  as(token: string): Api {
    return new Api(this.#base, token);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the script reads single fields of many answers
  async send(method: string, path: string, body?: unknown): Promise<any> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#base}/api/v1${path}`, {
      method,
      headers: {
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}
