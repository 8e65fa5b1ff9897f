import { missionReplay } from '../mission-replay.ts';

export const rooms = { mission_replay: missionReplay };
