import { listReplay, stepTable } from '../../content/replay.ts';
import { toFieldPart, toPart } from './tlpt.ts';

export const replay = toFieldPart(listReplay);
export const replaySteps = toPart('replay_steps', stepTable);
