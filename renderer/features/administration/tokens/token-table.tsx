import { Button, Table, Text } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ListedToken } from '../../../../server/accounts/tokens/contract.ts';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from '../administration.module.css';

/** Tokens of programs, with their owners if they are of several. */
export function TokenTable({
  tokens,
  hasOwners,
  onEnd,
}: {
  tokens: readonly ListedToken[];
  hasOwners: boolean;
  onEnd: (token: ListedToken) => void;
}) {
  return (
    <div className={styles.scroll as string}>
      <Table verticalSpacing={5} miw={hasOwners ? 760 : 480}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('shared.name')}</Table.Th>
            {hasOwners ? <Table.Th>{t('tokens.acts_for')}</Table.Th> : null}
            <Table.Th>{t('tokens.scopes')}</Table.Th>
            <Table.Th>{t('tokens.mission')}</Table.Th>
            <Table.Th>{t('tokens.last_used')}</Table.Th>
            <Table.Th>{t('tokens.expires')}</Table.Th>
            <Table.Th>
              <span className={styles.unseen as string}>{t('shared.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td className={styles.breakable as string}>
                <Name>{token.name}</Name>
              </Table.Td>
              {hasOwners ? (
                <Table.Td className={styles.breakable as string}>
                  <Owner token={token} />
                </Table.Td>
              ) : null}
              <Table.Td>{token.scopes.map((scope) => t(`permissions.name.${scope}`)).join(' · ')}</Table.Td>
              <Table.Td className={styles.breakable as string}>
                <Mission mission={token.mission} />
              </Table.Td>
              <Table.Td>
                <LastUse token={token} />
              </Table.Td>
              <Table.Td className={styles.steady as string}>
                <Expiry at={token.expires_at} />
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('tokens.end_named', { name: toVisibleText(token.name) })}
                  onClick={() => onEnd(token)}
                >
                  {t('tokens.end')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Owner({ token: { owner, is_service } }: { token: ListedToken }) {
  return (
    <>
      <Name>{owner.display_name}</Name>
      {is_service ? (
        <Text span size="xs" c="dimmed">
          {' '}
          {t('administration.service_account')}
        </Text>
      ) : null}
    </>
  );
}

function Mission({ mission }: { mission: ListedToken['mission'] }) {
  if (mission !== null && mission.name !== null) return <Name>{mission.name}</Name>;
  return (
    <Text span size="sm" c="dimmed">
      {t(mission === null ? 'tokens.every_mission' : 'tokens.other_mission')}
    </Text>
  );
}

function LastUse({ token: { last_used_at, last_used_from } }: { token: ListedToken }) {
  if (last_used_at === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t('tokens.never')}
      </Text>
    );
  }
  const at = <Moment at={last_used_at} />;
  return last_used_from === null ? at : rich('tokens.used_from', { at, address: last_used_from });
}

function Expiry({ at }: { at: string }) {
  const isOver = at < new Date().toISOString();
  return isOver ? rich('tokens.expired', { at: <Moment at={at} /> }) : <Moment at={at} />;
}
