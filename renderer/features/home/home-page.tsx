import { Title } from '@mantine/core';
import { useUser } from '../../api/session.ts';

export function Component() {
  const user = useUser();
  return <Title order={1}>Welcome, {user.display_name}</Title>;
}
