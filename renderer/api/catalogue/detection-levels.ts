import { queryOptions } from '@tanstack/react-query';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { get } from '../connection/http.ts';
import { nameLevel } from './name-level.ts';

export const detectionLevels = queryOptions({
  queryKey: ['detection-levels'],
  queryFn: ({ signal }) => get<DetectionLevel[]>('/api/v1/detection-levels', undefined, signal),
  select: (levels) => levels.map((level) => ({ ...level, name: nameLevel(level) })),
  staleTime: Number.POSITIVE_INFINITY,
});
