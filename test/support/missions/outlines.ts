import type { Mission } from '../../../server/missions/contract.ts';
import type { Client, Person } from '../servers/server.ts';
import { bodyOf, newMission, newScenarioTemplate } from './factories.ts';

/** A mission for tests that write and read its outline. */
export class Outline {
  readonly client: Client;
  readonly id: string;
  readonly path: string;

  constructor(client: Client, id: string) {
    this.client = client;
    this.id = id;
    this.path = `/api/v1/missions/${id}`;
  }

  /** A mission with this many tests in each of its scenarios. */
  static async make(
    client: Client,
    sizes: readonly number[],
    members: readonly Person[] = [],
  ): Promise<Outline> {
    const ids: string[] = [];
    for (const tests of sizes) ids.push((await newScenarioTemplate(client, { tests })).id);
    const { id } = await newMission(client, { tests: 0, scenario_template_ids: ids, members });
    return new Outline(client, id);
  }

  by(client: Client): Outline {
    return new Outline(client, this.id);
  }

  async read(): Promise<Mission> {
    return bodyOf(await this.client.get(this.path), 200);
  }

  async scenario(index: number): Promise<Mission['scenarios'][number]> {
    return (await this.read()).scenarios[index]!;
  }

  /** The ids of each scenario's tests in order; asserts that their positions match. */
  async tests(): Promise<string[][]> {
    const { scenarios } = await this.read();
    return scenarios.map(({ tests, position }, index) => {
      const positions = [position, ...tests.map((test) => test.position)];
      if (positions.join() !== [index, ...tests.keys()].join())
        throw new Error(`positions ${positions.join()}`);
      return tests.map(({ id }) => id);
    });
  }

  testPath(id: string): string {
    return `${this.path}/tests/${id}`;
  }

  scenarioPath(id: string): string {
    return `${this.path}/scenarios/${id}`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: an entry has the shape of what it is about
  async history(): Promise<any[]> {
    return bodyOf(await this.client.get(`${this.path}/history?limit=200`), 200).items;
  }
}
