import { Anchor } from '@mantine/core';
import { IconBookOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { t } from '../../words.ts';
import { guidePages, searchGuide } from './guide.ts';
import { HelpView } from './help-view.tsx';

export function HelpPage() {
  const { page: name = null } = useParams();
  const { hash } = useLocation();
  const [typed, setTyped] = useState('');
  const index = guidePages.findIndex((page) => page.name === name);
  const page = guidePages[index];
  useEffect(() => {
    if (page !== undefined) void scrollToPlace(hash.slice(1));
  }, [page, hash]);
  if (page === undefined) {
    return (
      <EmptyState
        isPage
        icon={IconBookOff}
        title={t('help.the_guide_has_no_such_page')}
        action={
          <Anchor component={Link} to="/help">
            {t('help.go_to_its_contents')}
          </Anchor>
        }
      />
    );
  }
  return (
    <HelpView
      page={page}
      pages={guidePages}
      before={guidePages[index - 1] ?? null}
      after={guidePages[index + 1] ?? null}
      typed={typed}
      hits={searchGuide(typed)}
      onType={setTyped}
    />
  );
}

/** Pictures above a heading affect its position. */
async function scrollToPlace(id: string): Promise<void> {
  const addressBefore = location.href;
  const article = document.querySelector('article');
  if (id === '') {
    scrollTo({ top: 0 });
    return;
  }
  await Promise.all(
    [...(article?.querySelectorAll('img') ?? [])].map((each) => each.decode().catch(() => {})),
  );
  if (location.href === addressBefore) document.getElementById(id)?.scrollIntoView();
}
