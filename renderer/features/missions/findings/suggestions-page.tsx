import { Button, Skeleton, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Suggestion } from '../../../../server/missions/findings/contract.ts';
import { suggestedFindings } from '../../../api/missions/findings.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { BackToList } from './back-to-list.tsx';
import { toFindingPath } from './finding-words.ts';
import styles from './findings.module.css';
import { useFindings } from './findings-outlet.ts';
import { SuggestionCard } from './suggestion-card.tsx';
import { DismissDialog, MergeDialog } from './suggestion-dialogs.tsx';
import { takeSuggestion } from './take-suggestion.ts';

type Asking = { about: Suggestion; what: 'merge' | 'dismiss' } | null;

/** Suggested findings; each is accepted, merged into another or dismissed. */
export function SuggestionsPage() {
  const { mission, findings, may, list } = useFindings();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const found = useQuery({ ...suggestedFindings(mission.id), enabled: may });
  const [asking, setAsking] = useState<Asking>(null);
  const taking = useMutation({
    mutationFn: (suggestion: Suggestion) => takeSuggestion(queryClient, mission.id, suggestion),
    onSuccess: (made) => navigate(toFindingPath(mission.id, made.id)),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('findings.not_taken'), message: error.message }),
  });
  if (!may) return <EmptyState icon={IconCheck} title={t('findings.no_suggestions')} />;
  if (found.data === undefined) {
    if (found.error === null) return <Skeleton height={200} aria-busy="true" />;
    return (
      <ProblemNote
        error={found.error}
        what={t('findings.suggested_things')}
        onRetry={() => found.refetch()}
      />
    );
  }
  return (
    <div className={styles.view}>
      <BackToList to={list} />
      <Title order={2}>{t('findings.suggestions')}</Title>
      <Text size="sm" c="dimmed">
        {t('findings.suggestions_hint')}
      </Text>
      {found.data.length === 0 ? (
        <EmptyState
          icon={IconCheck}
          title={t('findings.no_suggestions')}
          hint={t('findings.no_suggestions_hint')}
        />
      ) : (
        <ul className={styles.cards} aria-label={t('findings.suggestions')}>
          {found.data.map((suggestion) => (
            <SuggestionCard key={suggestion.suggestion} suggestion={suggestion} mission={mission}>
              <Button
                size="compact-sm"
                loading={taking.isPending && taking.variables.suggestion === suggestion.suggestion}
                onClick={() => taking.mutate(suggestion)}
                aria-label={t('findings.take_one', { title: toVisibleText(suggestion.title) })}
              >
                {t('findings.take')}
              </Button>
              {findings.length === 0 ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setAsking({ about: suggestion, what: 'merge' })}
                  aria-label={t('findings.merge_one', { title: toVisibleText(suggestion.title) })}
                >
                  {t('findings.merge')}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setAsking({ about: suggestion, what: 'dismiss' })}
                aria-label={t('findings.dismiss_one', { title: toVisibleText(suggestion.title) })}
              >
                {t('findings.dismiss')}
              </Button>
            </SuggestionCard>
          ))}
        </ul>
      )}
      {asking?.what === 'merge' ? (
        <MergeDialog
          missionId={mission.id}
          suggestion={asking.about}
          findings={findings}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking?.what === 'dismiss' ? (
        <DismissDialog missionId={mission.id} suggestion={asking.about} onClose={() => setAsking(null)} />
      ) : null}
    </div>
  );
}
