import type { Simulation } from '../../../server/simulations/contract.ts';

type Part = Simulation['output_parts'][number];
/** A part of an output: a task's output, or text written around it. */
export type OutputBlock = { start: number; text: string; task: Part | null };

/** Splits an output into blocks; white space between two tasks is not a block. */
export function splitOutput(output: string, parts: readonly Part[]): OutputBlock[] {
  const blocks: OutputBlock[] = [];
  let end = 0;
  const addWritten = (until: number) => {
    const text = output.slice(end, until);
    if (text.trim() !== '') blocks.push({ start: end, text, task: null });
  };
  for (const part of parts) {
    addWritten(part.start);
    end = part.start + part.length;
    blocks.push({ start: part.start, text: output.slice(part.start, end), task: part });
  }
  addWritten(output.length);
  return blocks;
}
