import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../../../words.ts';
import styles from './report.module.css';

/**
 * The HTML of a report in a frame in which no script runs and nothing is loaded. The scroll position is kept when it is rendered
 * again; `section` is scrolled into view.
 */
export function PreviewFrame({
  html,
  section,
  styleNonce,
}: {
  html: string;
  section: { key: string } | null;
  styleNonce: string;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    const { contentDocument, contentWindow } = frame.current as HTMLIFrameElement;
    if (contentDocument === null || contentWindow === null) return;
    const { scrollX, scrollY } = contentWindow;
    contentDocument.open();
    // This page's policy also applies in the frame, so its styles need the nonce.
    contentDocument.write(html.replaceAll('<style', `<style nonce="${styleNonce}"`));
    contentDocument.close();
    contentWindow.scrollTo(scrollX, scrollY);
    contentDocument.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!link) return;
      event.preventDefault();
      const href = link.getAttribute('href') ?? '';
      if (href.startsWith('#')) scrollTo(contentWindow, contentDocument.getElementById(href.slice(1)));
    });
  }, [html, styleNonce]);
  // The preview opens at its top, even if a section was edited before.
  const atFirst = useRef(section);
  useEffect(() => {
    const { contentDocument, contentWindow } = frame.current as HTMLIFrameElement;
    if (section === null || section === atFirst.current || contentDocument === null || contentWindow === null)
      return;
    scrollTo(contentWindow, contentDocument.querySelector(`[data-section="${section.key}"]`));
  }, [section]);
  return (
    <iframe
      ref={frame}
      title={t('mission_report.preview.frame')}
      // The frame has this page's origin, so that it can be written and scrolled from here; without scripts it can't access
      // anything.
      sandbox="allow-same-origin"
      className={styles.frame}
    />
  );
}

/** `scrollIntoView` would scroll this page as well. */
function scrollTo(view: Window, element: Element | null): void {
  if (element !== null) view.scrollTo({ top: view.scrollY + element.getBoundingClientRect().top - 12 });
}
