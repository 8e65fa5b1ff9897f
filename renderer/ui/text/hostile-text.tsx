import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconTextWrap } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import { CopyIconButton } from '../copy/copy-icon-button.tsx';
import styles from './hostile-text.module.css';

/** Longer texts are cut here until the person asks for the rest, because the browser lays out every line. */
const shownAtFirst = 20_000;

/** Text from the exercise: monospaced, copied verbatim, and never interpreted. */
export function HostileText({
  text,
  label,
  wrapped = true,
  tall = false,
  children,
}: {
  text: string;
  label: string;
  wrapped?: boolean;
  tall?: boolean;
  /** The same text with marks, shown unless it is cut. */
  children?: ReactNode;
}) {
  const [wrap, setWrap] = useState(wrapped);
  const [whole, setWhole] = useState(false);
  const shown = useMemo(() => toVisibleText(whole ? text : text.slice(0, shownAtFirst)), [text, whole]);
  return (
    <div className={styles.block}>
      <section
        className={styles.text}
        data-wrap={wrap || undefined}
        data-tall={tall || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={label}
      >
        {children !== undefined && text.length <= shownAtFirst ? children : shown}
      </section>
      <div className={styles.tools}>
        <Tooltip label={wrap ? t('shared.do_not_wrap_lines') : t('shared.wrap_lines')}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('shared.wrap_lines_label', { label })}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          >
            <IconTextWrap size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <CopyIconButton value={text} label={label} />
      </div>
      {!whole && text.length > shownAtFirst ? (
        <Anchor component="button" type="button" size="xs" p="xs" onClick={() => setWhole(true)}>
          {t('shared.show_all_count_characters', { count: text.length })}
        </Anchor>
      ) : null}
    </div>
  );
}
