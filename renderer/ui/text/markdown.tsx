import type { ListItem, PhrasingContent, RootContent, TableRow } from 'mdast';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { isSubheading, parseMarkdown, textOf, toPhrases, toSafeAddress } from '../../../domain/markdown.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { toPictureDigest } from '../../../domain/written-pictures.ts';
import { t } from '../../words.ts';
import { ShownPicture } from './shown-picture.tsx';
import styles from './written.module.css';

type Show = (text: string) => ReactNode;

/** The paragraphs, lists, tables and links of a text in Markdown. Loaded on demand with its parser. */
export function Markdown({ text, show }: { text: string; show: Show }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return inOrder(blocks.map((block) => showBlock(block, show)));
}

function showBlock(block: RootContent, show: Show): ReactNode {
  switch (block.type) {
    case 'heading': {
      const words = showPhrases(block.children, show);
      return (
        <p dir="auto">
          <b>{isSubheading(block) ? <em>{words}</em> : words}</b>
        </p>
      );
    }
    case 'list': {
      const items = inOrder(block.children.map((item) => showItem(item, show)));
      return block.ordered ? <ol start={block.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'blockquote':
      return <blockquote>{inOrder(block.children.map((child) => showBlock(child, show)))}</blockquote>;
    case 'code':
      return <pre dir="auto">{show(block.value)}</pre>;
    case 'table': {
      const [head, ...rows] = block.children;
      return (
        // A landmark would need a name of its own on its page.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard has to reach it
        <div role="group" className={styles.box} tabIndex={0} aria-label={t('shared.table')}>
          <table>
            <thead>{head === undefined ? null : showRow(head, true, show)}</thead>
            <tbody>{inOrder(rows.map((row) => showRow(row, false, show)))}</tbody>
          </table>
        </div>
      );
    }
    default:
      return <p dir="auto">{showPhrases(toPhrases(block), show)}</p>;
  }
}

function showItem({ children, checked }: ListItem, show: Show): ReactNode {
  const [first, ...others] = children;
  return (
    <li dir="auto">
      {typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : null}
      {first?.type === 'paragraph' ? showPhrases(first.children, show) : first && showBlock(first, show)}
      {inOrder(others.map((child) => showBlock(child, show)))}
    </li>
  );
}

function showRow({ children }: TableRow, isHead: boolean, show: Show): ReactNode {
  const cells = children.map((cell) => {
    const words = showPhrases(cell.children, show);
    return isHead
      ? createElement('th', { scope: 'col', dir: 'auto' }, words)
      : createElement('td', { dir: 'auto' }, words);
  });
  return <tr>{inOrder(cells)}</tr>;
}

function showPhrases(phrases: readonly PhrasingContent[], show: Show): ReactNode {
  return inOrder(phrases.map((phrase) => showPhrase(phrase, show)));
}

function showPhrase(phrase: PhrasingContent, show: Show): ReactNode {
  switch (phrase.type) {
    case 'strong':
      return <b>{showPhrases(phrase.children, show)}</b>;
    case 'emphasis':
      return <em>{showPhrases(phrase.children, show)}</em>;
    case 'delete':
      return <s>{showPhrases(phrase.children, show)}</s>;
    case 'inlineCode':
      return <code>{show(phrase.value)}</code>;
    case 'break':
      return <br />;
    case 'link': {
      const address = toSafeAddress(phrase.url);
      const words = showPhrases(phrase.children, show);
      if (address === null) return inOrder([words, ` (${toVisibleText(phrase.url)})`]);
      return (
        <a href={address} title={toVisibleText(address)} target="_blank" rel="noreferrer">
          {words}
        </a>
      );
    }
    case 'image': {
      const sha256 = toPictureDigest(phrase.url);
      const alt = textOf(phrase);
      return sha256 === null ? show(alt) : <ShownPicture sha256={sha256} alt={alt} />;
    }
    case 'text':
      return show(phrase.value);
    default:
      return 'children' in phrase
        ? showPhrases(phrase.children as PhrasingContent[], show)
        : show(textOf(phrase));
  }
}

/** Parts of a fixed text need no keys. */
function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
