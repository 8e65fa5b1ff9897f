import { sightings } from '../sightings.ts';

export const rooms = { sightings };
