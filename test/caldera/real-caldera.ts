import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const redKey = 'ADMIN123';
export const blueKey = 'BLUEADMIN123';

type Instruction = { id: string; command: string };

/** A real Caldera on loopback, behind a proxy that counts Damson's requests. */
export class RealCaldera {
  readonly #scripts: string;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | null = null;
  readonly #proxy = createServer((incoming, outgoing) => {
    this.asked.push(incoming.url ?? '');
    const onward = request(
      {
        host: '127.0.0.1',
        port: this.#port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  /** Every path that passed through the proxy. */
  readonly asked: string[] = [];

  constructor(scripts: string, folder: string, port: number) {
    this.#scripts = scripts;
    this.#folder = folder;
    this.#port = port;
  }

  /** Address for Damson. */
  get url(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    this.#proxy.listen(0, '127.0.0.1');
    await once(this.#proxy, 'listening');
    await this.start({});
  }

  /** `FRESH` starts with an empty database. */
  async start(env: { FRESH?: '1' }): Promise<void> {
    const script = path.join(this.#scripts, 'start.sh');
    const started = spawn(script, [this.#folder, String(this.#port)], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    this.#process = started;
    for (;;) {
      if (started.exitCode !== null) throw new Error(`Caldera ended with ${started.exitCode}`);
      const ready = await this.api('GET', 'health').then(
        () => true,
        () => false,
      );
      if (ready) return;
      await pause(500);
    }
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#proxy.closeAllConnections();
    this.#proxy.close();
  }

  /** Caldera's own interface, as its operators use it. */
  // biome-ignore lint/suspicious/noExplicitAny: what Caldera answers is its own
  async api(method: string, resource: string, body?: object): Promise<any> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v2/${resource}`, {
      method,
      headers: { KEY: redKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${resource}: ${answer.status}`);
    return answer.json();
  }

  /** An agent checks in, with or without results, and gets its instructions. */
  async beacon(profile: object, results: object[] = []): Promise<Instruction[]> {
    const agent = {
      paw: 'pawone',
      host: 'quay-03',
      username: 'root',
      group: 'red',
      platform: 'linux',
      architecture: 'amd64',
      executors: ['sh'],
      privilege: 'User',
      exe_name: 'splunkd',
      pid: 4242,
      contact: 'http',
      host_ip_addrs: ['192.0.2.10'],
      ...profile,
      ...(results.length > 0 ? { results } : {}),
    };
    const answer = await fetch(`http://127.0.0.1:${this.#port}/beacon`, {
      method: 'POST',
      body: Buffer.from(JSON.stringify(agent)).toString('base64'),
    });
    const text = Buffer.from(await answer.text(), 'base64').toString('utf8');
    const instructions = text === '' ? [] : JSON.parse(JSON.parse(text).instructions);
    return instructions.map((one: string) => JSON.parse(one));
  }

  async newOperation(name: string): Promise<string> {
    const made = await this.api('POST', 'operations', {
      name,
      state: 'running',
      auto_close: false,
      autonomous: 1,
      group: 'red',
    });
    return made.id;
  }

  async newLink(operation: string, command: string): Promise<string> {
    const executor = { name: 'sh', platform: 'linux', command };
    const made = await this.api('POST', `operations/${operation}/potential-links`, {
      paw: 'pawone',
      executor,
    });
    return `${operation}/${made.id}`;
  }

  /** The agent runs its instructions, each with this output. */
  async runAll(output: (command: string) => string): Promise<void> {
    for (const { id, command } of await this.beacon({})) {
      const text = output(Buffer.from(command, 'base64').toString('utf8'));
      const result = {
        id,
        output: Buffer.from(text).toString('base64'),
        stderr: '',
        exit_code: '0',
        status: '0',
        pid: '777',
        agent_reported_time: `${new Date().toISOString().slice(0, 19)}Z`,
      };
      await this.beacon({}, [result]);
    }
  }
}
