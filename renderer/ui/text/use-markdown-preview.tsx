import { IconMarkdown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isPlainLine } from '../../../domain/plain-line.ts';
import { t } from '../../words.ts';
import styles from './markdown-preview.module.css';
import { Written } from './written.tsx';

/**
 * Takes the label and the text of a field for Markdown, returns what stands beside its label: a sign, and a button if the text would
 * be read in another way than it is typed. The preview stands below the field once somebody asked for it.
 */
export function useMarkdownPreview(label: string, text: string): { mark: ReactNode; preview: ReactNode } {
  const [isShown, setShown] = useState(false);
  const name = t('shared.labelled', { label: t('shared.preview'), value: label });
  const isOffered = text !== '' && !isPlainLine(text);
  return {
    mark: (
      <span className={styles.mark}>
        {isOffered ? (
          <button type="button" aria-pressed={isShown} aria-label={name} onClick={() => setShown(!isShown)}>
            {t('shared.preview')}
          </button>
        ) : null}
        <IconMarkdown
          size={15}
          stroke={1.5}
          role="img"
          aria-label={t('shared.markdown')}
          title={t('shared.markdown')}
        />
      </span>
    ),
    preview:
      isOffered && isShown ? (
        <section className={styles.preview} aria-label={name}>
          <Written text={text} />
        </section>
      ) : null,
  };
}
