import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconInfoCircle, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Theme, type TimeZone, themes, timeZones } from '../../domain/preferences.ts';
import { usePreferences } from '../api/accounts/preferences.ts';
import { nameTimeZone } from '../ui/preferences/preference-words.ts';
import { usePreferenceChange } from '../ui/preferences/use-preference-change.ts';
import { Name } from '../ui/text/name.tsx';
import { t } from '../words.ts';
import styles from './person-menu.module.css';
import { useSignOut } from './use-sign-out.tsx';

/** Menu of the signed-in person: account, display preferences, and signing out. */
export function PersonMenu({ name }: { name: string }) {
  const leave = useSignOut();
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <UnstyledButton className={styles.person as string}>
          <Text size="sm" component="span" className={styles.name as string}>
            <Name line>{name}</Name>
          </Text>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={15} aria-hidden />}>
          {t('app.my_account')}
        </Menu.Item>
        <Menu.Item component={Link} to="/about" leftSection={<IconInfoCircle size={15} aria-hidden />}>
          {t('app.about_damson')}
        </Menu.Item>
        <Menu.Divider />
        <Choices />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void leave()}>
          {t('app.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Choices() {
  const { theme, time_zone } = usePreferences();
  const change = usePreferenceChange();
  return (
    <>
      <Menu.Label>{t('app.theme')}</Menu.Label>
      <Menu.RadioGroup value={theme} onChange={(one) => change({ theme: one as Theme })}>
        {themes.map((one) => (
          <Menu.RadioItem key={one} value={one} closeMenuOnClick={false}>
            {t(`shared.theme.${one}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('app.times')}</Menu.Label>
      <Menu.RadioGroup value={time_zone} onChange={(one) => change({ time_zone: one as TimeZone })}>
        {timeZones.map((one) => (
          <Menu.RadioItem key={one} value={one} closeMenuOnClick={false}>
            {nameTimeZone(one)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
