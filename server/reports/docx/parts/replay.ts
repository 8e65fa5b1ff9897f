import { listReplay, stepTable } from '../../content/replay.ts';
import { type Part, toFields } from '../report.ts';
import { toPart } from './tlpt.ts';

export const replay: Part = async (report) => {
  const fields = toFields(listReplay(report));
  return fields.length === 0 ? null : { fields };
};

export const replaySteps = toPart('replay_steps', stepTable);
