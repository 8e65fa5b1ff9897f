import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBraces,
  IconCopy,
  IconDeviceTv,
  IconDots,
  IconFileExport,
  IconListTree,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { fillScreen } from '../../../ui/pages/use-full-screen.ts';
import { Later } from '../../../ui/times/later.tsx';
import { t } from '../../../words.ts';
import styles from '../mission-head.module.css';
import type { MissionActions } from './use-mission-actions.tsx';

/** Occasional actions on a mission. */
export function MissionMenu({ actions }: { actions: MissionActions }) {
  return (
    <Later place={<span className={styles.more} />}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={t('mission_editor.more_about_this_mission')}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.edit ? (
            <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={actions.edit}>
              {t('mission_editor.edit_name_client_dates')}
            </Menu.Item>
          ) : null}
          {actions.addTests ? (
            <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={actions.addTests}>
              {t('mission_editor.add_tests')}
            </Menu.Item>
          ) : null}
          {actions.outline ? (
            <Menu.Item
              component={Link}
              to={actions.outline}
              leftSection={<IconListTree size={15} aria-hidden />}
            >
              {t('mission_editor.edit_scenarios_and_order')}
            </Menu.Item>
          ) : null}
          {actions.members ? (
            <Menu.Item leftSection={<IconUsers size={15} aria-hidden />} onClick={actions.members}>
              {t('shared.members')}
            </Menu.Item>
          ) : null}
          {actions.variables ? (
            <Menu.Item leftSection={<IconBraces size={15} aria-hidden />} onClick={actions.variables}>
              {t('mission_editor.variables')}
            </Menu.Item>
          ) : null}
          {actions.retest ? (
            <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={actions.retest}>
              {t('mission_editor.retest_mission')}
            </Menu.Item>
          ) : null}
          {actions.clone ? (
            <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={actions.clone}>
              {t('mission_editor.clone_mission')}
            </Menu.Item>
          ) : null}
          <Menu.Item
            component={Link}
            to={actions.wall}
            state={{ fromMission: true }}
            leftSection={<IconDeviceTv size={15} aria-hidden />}
            onClick={fillScreen}
          >
            {t('wall.wall_view')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={actions.takeOut}
            leftSection={<IconFileExport size={15} aria-hidden />}
          >
            {t('mission_editor.export')}
          </Menu.Item>
          <Menu.Item component={Link} to={actions.print} leftSection={<IconPrinter size={15} aria-hidden />}>
            {t('mission_editor.print_with_evidence')}
          </Menu.Item>
          {actions.remove ? (
            <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={actions.remove}>
              {t('mission_editor.delete_mission')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </Later>
  );
}
