import { type Answer, Client, type Person, type RequestOptions } from './server.ts';

/** A page of this server in a browser, which keeps received cookies by path. */
export class BrowserCookies extends Client {
  readonly #cookies = new Map<string, { text: string; path: string; attributes: string[] }>();

  constructor(base: string) {
    super(base, null);
  }

  override async request(method: string, target: string, options: RequestOptions = {}): Promise<Answer> {
    const cookie = this.header(target);
    const headers = {
      origin: this.base,
      'sec-fetch-site': 'same-origin',
      'x-damson-page': '1',
      ...(cookie === '' ? {} : { cookie }),
      ...options.headers,
    };
    const answer = await super.request(method, target, { ...options, headers });
    this.take(answer);
    return answer;
  }

  signIn({ email, password }: Person, stay: 'browser' | 'computer' = 'browser', tree = '/api/v1') {
    return this.post(`${tree}/auth/login`, { email, password, stay });
  }

  renew(tree = '/api/v1', headers?: Record<string, string>): Promise<Answer> {
    return this.request('POST', `${tree}/auth/renewal`, headers ? { headers } : {});
  }

  /** The cookies sent with a request to this path. */
  header(target: string): string {
    const sent = [...this.#cookies].filter(
      ([, { path }]) => target === path || target.startsWith(`${path}/`),
    );
    return sent.map(([name, { text }]) => `${name.split(' ')[0]}=${text}`).join('; ');
  }

  /** The stored renewal cookies, with their attributes. */
  get held(): { name: string; path: string; attributes: string[] }[] {
    return [...this.#cookies]
      .map(([key, { path, attributes }]) => ({ name: key.split(' ')[0] as string, path, attributes }))
      .filter(({ name }) => name.startsWith('damson_renewal'));
  }

  take({ headers }: Answer): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', text = ''] = pair.split('=');
      const path = attributes.find((one) => one.startsWith('Path='))?.slice('Path='.length) ?? '/';
      const key = `${name} ${path}`;
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(key);
      else this.#cookies.set(key, { text, path, attributes });
    }
  }
}
