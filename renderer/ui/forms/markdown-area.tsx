import { Textarea, type TextareaProps } from '@mantine/core';
import { useRef } from 'react';
import { Labelled } from '../text/prose.tsx';
import { useMarkdownPreview } from '../text/use-markdown-preview.tsx';
import { Written } from '../text/written.tsx';
import { LazyMarkdownTools } from './lazy-markdown-tools.tsx';
import styles from './markdown-area.module.css';

type Props = Omit<TextareaProps, 'label' | 'value'> & { label: string; value?: string };

/** A field of a form for a text in Markdown, with a preview on demand; for people who may not write it the text as it is read. */
export function MarkdownArea({ readOnly = false, ...props }: Props) {
  const { label, value = '' } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const { mark, preview } = useMarkdownPreview(label, value);
  if (readOnly) {
    return (
      <Labelled label={label}>
        {value === '' ? <span className={styles.nothing}>–</span> : <Written text={value} />}
      </Labelled>
    );
  }
  return (
    <div className={styles.area}>
      <div className={styles.mark}>{mark}</div>
      <Textarea
        autosize
        classNames={{ label: styles.label as string }}
        {...props}
        ref={area}
        inputContainer={(input) => (
          <>
            {input}
            <LazyMarkdownTools area={area} label={label} />
          </>
        )}
      />
      {preview}
    </div>
  );
}
