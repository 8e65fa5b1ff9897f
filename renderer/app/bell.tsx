import { ActionIcon, Button, Group, Indicator, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Notification } from '../../server/notifications/contract.ts';
import { notifications, useReadNotifications } from '../api/accounts/notifications.ts';
import { rich } from '../rich.ts';
import { Name } from '../ui/text/name.tsx';
import { Moment } from '../ui/times/time.tsx';
import { t } from '../words.ts';
import styles from './bell.module.css';

const mostCounted = 99;

/** Notifications, with the number of unread ones. */
export function Bell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data } = useQuery(notifications);
  const read = useReadNotifications();
  const unread = data?.unread ?? 0;
  const items = data?.items ?? [];
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      onClose={close}
      position="bottom-end"
      trapFocus
      returnFocus
      width="min(360px, calc(100vw - 16px))"
    >
      <Indicator
        label={unread > mostCounted ? `${mostCounted}+` : unread}
        disabled={unread === 0}
        size={16}
        offset={4}
        color="damson"
        classNames={{ indicator: styles.count as string }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={
              unread === 0 ? t('app.notifications') : t('app.notifications_unread_unread', { unread })
            }
            aria-haspopup="dialog"
            onClick={toggle}
          >
            <IconBell size={19} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('app.notifications')}>
        <Group justify="space-between" px="sm" py={6} className={styles.head as string}>
          <Text size="sm" fw={500}>
            {t('app.notifications')}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={unread === 0}
            onClick={() => read.mutate('all')}
          >
            {t('app.mark_all_as_read')}
          </Button>
        </Group>
        {items.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {t('app.nothing_yet_it_is_said_here')}
          </Text>
        ) : (
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id} data-unread={item.read_at === null || undefined}>
                <Link
                  to={toPlace(item)}
                  onClick={() => {
                    if (item.read_at === null) read.mutate([item.id]);
                    close();
                  }}
                >
                  <span className={styles.words}>
                    <Words item={item} />
                    {item.read_at === null ? <span className={styles.unread}> {t('app.unread')}</span> : null}
                  </span>
                  <span className={styles.place}>
                    {item.kind === 'added_to_mission' ? null : (
                      <>
                        <Name>{item.mission.name}</Name> ·{' '}
                      </>
                    )}
                    <Moment at={item.created_at} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function toPlace({ mission, test, remediation, finding }: Notification): string {
  const at = `/missions/${mission.id}`;
  if (finding !== null) return `${at}/findings/${finding.id}`;
  if (remediation !== null) return `${at}/remediation`;
  return test === null ? at : `${at}/tests/${test.id}`;
}

function Words({
  item: { kind, actor, test, tests, remediation, finding, mission },
}: {
  item: Notification;
}) {
  const who = actor === null ? t('app.somebody') : <Name>{actor.display_name}</Name>;
  const what = test === null ? t('shared.count.tests', { count: tests }) : <Name>{test.name}</Name>;
  const found = (
    <>
      {t('names.finding_number', { number: String(finding?.number) })} <Name>{finding?.title ?? ''}</Name>
    </>
  );
  switch (kind) {
    case 'reviewed':
      return rich('app.who_reviewed_what', { who, what });
    case 'sent_back':
      return rich('app.who_sent_what_back', { who, what });
    case 'assigned':
      return rich('app.who_assigned_what_to_you', { who, what });
    case 'remediation_moved':
      return rich('app.who_moved_the_remediation_title', {
        who,
        title: <Name>{remediation?.title ?? ''}</Name>,
      });
    case 'finding_confirmed':
      return rich('app.who_confirmed_the_finding', { who, finding: found });
    case 'finding_came_back':
      return rich('app.finding_came_back', { finding: found });
    case 'added_to_mission':
      return rich('app.who_added_you_to_name', { who, name: <Name>{mission.name}</Name> });
  }
}
