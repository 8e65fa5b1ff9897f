import { Anchor, Stack } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { subtechniquesOf, technique } from '../../api/catalogue/catalogue.ts';
import { detectionRules } from '../../api/catalogue/detection-rules.ts';
import { testTemplateList } from '../../api/catalogue/templates.ts';
import { techniqueThreats } from '../../api/catalogue/threats.ts';
import { useMay } from '../../api/connection/session.ts';
import { testsAbout } from '../../api/missions/mission-tests.ts';
import { useFilters } from '../../ui/filters/use-filters.ts';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { t } from '../../words.ts';
import { parseScope, useCoverage } from './matrix/use-coverage.ts';
import { TechniqueView } from './technique-view.tsx';
import { useScopeName } from './use-scope-name.ts';

const shown = 100;
const resultsAtOnce = 25;

export function TechniquePage() {
  const { techniqueId = '' } = useParams();
  const isSub = techniqueId.includes('.');
  const entry = useQuery(technique(techniqueId));
  const below = useQuery({ ...subtechniquesOf(techniqueId), enabled: !isSub });
  const threats = useQuery({ ...techniqueThreats(techniqueId), enabled: Boolean(entry.data) });
  const rules = useQuery(detectionRules({ technique: techniqueId, limit: 25 }));
  const mayReadTemplates = useMay('test_template.read');
  const mayReadMissions = useMay('mission.read');
  const templates = useQuery({
    ...testTemplateList({ [isSub ? 'subtechnique' : 'technique']: techniqueId, limit: shown }),
    enabled: mayReadTemplates,
  });
  const { values } = useFilters(['of']);
  const scope = useMemo(() => parseScope(values.of), [values.of]);
  const { coverage } = useCoverage(scope);
  const scopeName = useScopeName(scope);
  const [turned, setTurned] = useState({ techniqueId, page: 1 });
  const page = turned.techniqueId === techniqueId ? turned.page : 1;
  const results = useQuery({
    ...testsAbout(techniqueId, { limit: resultsAtOnce, offset: (page - 1) * resultsAtOnce }),
    enabled: mayReadMissions,
  });
  if (entry.isLoadingError) {
    return (
      <ProblemNote error={entry.error} what={t('catalogue.technique')} onRetry={() => entry.refetch()} />
    );
  }
  if (entry.isPending) return <SkeletonRows rows={8} />;
  if (entry.data === null) {
    return (
      <EmptyState
        icon={IconMapOff}
        title={t('catalogue.the_catalogue_has_no_such_technique')}
        hint={t('catalogue.another_edition_of_att_ck_may')}
        action={
          <Anchor component={Link} to="/catalogue" size="sm">
            {t('catalogue.go_to_the_matrix')}
          </Anchor>
        }
      />
    );
  }
  return (
    <Stack gap="md">
      <TechniqueView
        entry={entry.data}
        below={below.data?.items ?? []}
        coverage={coverage}
        scope={scope}
        scopeName={scopeName}
        threats={threats.data ?? null}
        rules={rules.data ?? null}
        templates={
          mayReadTemplates
            ? { items: templates.data?.items ?? null, total: templates.data?.total ?? 0 }
            : null
        }
        results={
          mayReadMissions
            ? {
                found: results.data ?? null,
                error: results.error,
                onRetry: () => results.refetch(),
                limit: resultsAtOnce,
                page,
                onPage: (next) => setTurned({ techniqueId, page: next }),
              }
            : null
        }
      />
    </Stack>
  );
}
