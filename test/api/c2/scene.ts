import {
  type Framework,
  type MythicData,
  mythicTask,
  type SeenRequest,
} from '../../support/c2/c2-frameworks.ts';

export const token = 'mythic-token-for-tests';
export const key = 'caldera-key-for-tests';

export const mythicConfig = (framework: Framework) => ({
  framework: 'mythic',
  base_url: framework.url,
  token,
});
export const calderaConfig = (framework: Framework) => ({
  framework: 'caldera',
  base_url: framework.url,
  token: key,
});

/** Query of a request to the Mythic stand-in. */
export const asksFor = ({
  body,
}: SeenRequest): { query: 'Task' | 'Output' | 'other'; id: number | number[] } => {
  const { query, variables } = JSON.parse(body);
  const name = /^query (\w+)/.exec(query)?.[1];
  return {
    query: name === 'Task' || name === 'Output' ? name : 'other',
    id: variables?.id ?? variables?.ids,
  };
};

/** Tasks 1 to `count`, all finished, each with a line of output. */
export function finishedTasks(count: number, changes: object = {}): Partial<MythicData> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return {
    tasks: ids.map((id) => mythicTask({ id, display_params: `echo ${id}`, ...changes })),
    responses: ids.map((id) => ({ id, task_id: id, bytes: Buffer.from(`output of ${id}\n`) })),
  };
}

/** One finished task for each output, sent in chunks that may split a character. */
export function saying(...outputs: Buffer[]): Partial<MythicData> {
  const chunk = 64 * 1024 - 1;
  return {
    tasks: outputs.map((_, index) => mythicTask({ id: index + 1 })),
    responses: outputs.flatMap((bytes, index) =>
      Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) => ({
        id: (index + 1) * 10_000 + n,
        task_id: index + 1,
        bytes: bytes.subarray(n * chunk, (n + 1) * chunk),
      })),
    ),
  };
}
