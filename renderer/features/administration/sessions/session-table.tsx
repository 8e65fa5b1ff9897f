import { Button, Table, Text } from '@mantine/core';
import type { ListedSession } from '../../../../server/accounts/sessions/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from '../administration.module.css';

/** A person's sessions; each can be ended if `onEnd` is given. */
export function SessionTable({
  sessions,
  onEnd,
}: {
  sessions: readonly ListedSession[];
  onEnd?: (session: ListedSession) => void;
}) {
  return (
    <div className={styles.scroll as string}>
      <Table verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('administration.device')}</Table.Th>
            <Table.Th>{t('shared.address')}</Table.Th>
            <Table.Th>{t('administration.signed_in')}</Table.Th>
            <Table.Th>{t('administration.renewed')}</Table.Th>
            {onEnd === undefined ? null : (
              <Table.Th>
                <span className={styles.unseen as string}>{t('shared.actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>
                <Name>{session.client ?? t('administration.unknown_client')}</Name>
                {session.current ? (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    {t('administration.this_one')}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>{session.address ?? t('administration.unknown_address')}</Table.Td>
              <Table.Td className={styles.steady as string}>
                <Moment at={session.created_at} />
              </Table.Td>
              <Table.Td className={styles.steady as string}>
                <Moment at={session.renewed_at} />
              </Table.Td>
              {onEnd === undefined ? null : (
                <Table.Td ta="right">
                  {session.current ? null : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('administration.end_session_of', {
                        has_client: session.client !== null,
                        client: session.client ?? '',
                        has_address: session.address !== null,
                        address: session.address ?? '',
                      })}
                      onClick={() => onEnd(session)}
                    >
                      {t('administration.end')}
                    </Button>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
