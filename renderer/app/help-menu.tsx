import { ActionIcon, Menu } from '@mantine/core';
import { IconApi, IconBook2, IconHelp, IconInfoCircle, IconKeyboard } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../words.ts';
import { showKeys } from './keyboard-shortcuts.tsx';

export function HelpMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('app.help')}>
          <IconHelp size={19} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/help" leftSection={<IconBook2 size={15} aria-hidden />}>
          {t('shared.user_guide')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={15} aria-hidden />} onClick={showKeys}>
          {t('app.keyboard_shortcuts')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          leftSection={<IconApi size={15} aria-hidden />}
        >
          {t('app.http_api_reference')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component={Link} to="/about" leftSection={<IconInfoCircle size={15} aria-hidden />}>
          {t('app.about_damson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
