import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Later } from '../../../ui/times/later.tsx';
import { t } from '../../../words.ts';
import styles from '../mission-head.module.css';
import { listMissionActions } from './listed-actions.ts';
import type { MissionActions } from './use-mission-actions.tsx';

/** Secondary actions on a mission. */
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
          {listMissionActions(actions).map(({ label, icon: Picture, ...action }) =>
            'to' in action ? (
              <Menu.Item
                key={label}
                component={Link}
                to={action.to}
                state={action.state}
                onClick={action.onGo}
                leftSection={<Picture size={15} aria-hidden />}
              >
                {label}
              </Menu.Item>
            ) : (
              <Menu.Item key={label} leftSection={<Picture size={15} aria-hidden />} onClick={action.run}>
                {label}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </Later>
  );
}
