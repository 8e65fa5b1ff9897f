import { useQuery } from '@tanstack/react-query';
import { engagement } from '../../api/engagements/engagements.ts';
import { mission } from '../../api/missions/missions.ts';
import type { Scope } from './matrix/use-coverage.ts';

/** The name of the mission or engagement that is looked at; null for all missions, and while it loads. */
export function useScopeName(scope: Scope): string | null {
  const one = useQuery({
    ...mission(scope.kind === 'mission' ? scope.id : ''),
    enabled: scope.kind === 'mission',
  });
  const other = useQuery({
    ...engagement(scope.kind === 'engagement' ? scope.id : ''),
    enabled: scope.kind === 'engagement',
  });
  return (scope.kind === 'mission' ? one.data?.name : other.data?.name) ?? null;
}
