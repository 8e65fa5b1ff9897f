/** A client of one of the two services that stops at the first refusal; by default the missions service. */
export class Api {
  readonly #base: string;
  readonly #token: string | null;
  readonly #tree: string;

  constructor(base: string, token: string | null = null, tree = '/api/v1') {
    this.#base = base;
    this.#token = token;
    this.#tree = tree;
  }

  as(token: string): Api {
    return new Api(this.#base, token, this.#tree);
  }

  /** The same person on the engagements service. */
  get engagements(): Api {
    return new Api(this.#base, this.#token, '/api');
  }

  // biome-ignore lint/suspicious/noExplicitAny: the script reads single fields of many answers
  async send(method: string, path: string, body?: unknown): Promise<any> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#base}${this.#tree}${path}`, {
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
