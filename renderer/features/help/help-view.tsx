import { Anchor, Group, Text, TextInput, Typography } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconSearch } from '@tabler/icons-react';
import Markdown, { type Components } from 'react-markdown';
import { Link } from 'react-router';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { t } from '../../words.ts';
import { findPicture, type GuideHit, type GuidePage, resolveLink, toPath } from './guide.ts';
import styles from './help-view.module.css';

type Props = {
  page: GuidePage;
  pages: readonly GuidePage[];
  before: GuidePage | null;
  after: GuidePage | null;
  typed: string;
  hits: readonly GuideHit[];
  onType: (typed: string) => void;
};

/** A page of the guide next to its contents. */
export function HelpView(props: Props) {
  const { page, before, after } = props;
  return (
    <div className={styles.columns}>
      <Contents {...props} />
      <article className={styles.article}>
        <PageHead title={page.title} />
        <Typography className={styles.prose as string}>
          <Markdown
            remarkPlugins={[remarkGfm]}
            rehypePlugins={[rehypeSlug]}
            components={components}
            urlTransform={(url) => url}
            skipHtml
          >
            {page.body}
          </Markdown>
        </Typography>
        <Group
          component="nav"
          aria-label={t('help.neighbouring_pages')}
          justify="space-between"
          className={styles.around as string}
        >
          {before ? (
            <Anchor component={Link} to={toPath(before)} size="sm">
              <IconArrowLeft size={14} aria-hidden /> {before.title}
            </Anchor>
          ) : (
            <span />
          )}
          {after ? (
            <Anchor component={Link} to={toPath(after)} size="sm">
              {after.title} <IconArrowRight size={14} aria-hidden />
            </Anchor>
          ) : null}
        </Group>
      </article>
    </div>
  );
}

function Contents({ page, pages, typed, hits, onType }: Props) {
  return (
    <nav aria-label={t('shared.user_guide')} className={styles.contents}>
      <TextInput
        type="search"
        size="xs"
        aria-label={t('help.search_the_guide')}
        placeholder={t('help.search_the_guide')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" role="status" mt={4}>
        {typed.trim() === ''
          ? ''
          : hits.length === 0
            ? t('help.nothing_found')
            : t('help.count_found', { count: hits.length })}
      </Text>
      {typed.trim() === '' ? <PageList page={page} pages={pages} /> : <Hits hits={hits} />}
    </nav>
  );
}

function PageList({ page, pages }: { page: GuidePage; pages: readonly GuidePage[] }) {
  return (
    <ul className={styles.pages}>
      {pages.map((each) => (
        <li key={toPath(each)}>
          <Link to={toPath(each)} {...(each === page ? { 'aria-current': 'page' as const } : {})}>
            {each.title}
          </Link>
          {each === page && each.sections.length > 1 ? (
            <ul>
              {each.sections.slice(1).map(({ id, title }) => (
                <li key={id}>
                  <Link to={`#${id}`}>{title}</Link>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Hits({ hits }: { hits: readonly GuideHit[] }) {
  return (
    <ul className={styles.hits}>
      {hits.map(({ to, page, section, excerpt }) => (
        <li key={to}>
          <Link to={to}>{section === null ? page : `${page}: ${section}`}</Link>
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

const components: Components = {
  a: ({ href = '', children }) => {
    const to = resolveLink(href);
    if (to !== null) return <Link to={to}>{children}</Link>;
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  },
  img: ({ src, alt }) => <img src={findPicture(String(src))} alt={alt ?? ''} />,
};
