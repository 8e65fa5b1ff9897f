import { type ReactNode, useEffect, useRef, useState } from 'react';

const showForMs = 2_000;

/** Copies a text when pressed. */
export function CopyButton({
  value,
  children,
}: {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}) {
  const { copied, copy } = useCopied();
  return children({ copied, copy: () => copy(value) });
}

/** Copies texts, and reports success for a while. */
export function useCopied(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    if (!(await copyText(text))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), showForMs);
  };
  return { copied, copy: (text) => void copy(text) };
}

/** Also works on pages without TLS, where browsers withhold the clipboard API. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyByCommand(text),
    );
  }
  return copyByCommand(text);
}

/** The older way: the document's copy command, with a listener that provides the text. */
function copyByCommand(text: string): boolean {
  const putOnClipboard = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', putOnClipboard, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', putOnClipboard, { capture: true });
  }
}
