import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

/** A history beside the page that it belongs to; it has an address of its own and leads back to `to`. */
export function HistoryDrawer({
  title,
  to,
  isCovered,
  children,
}: {
  title: string;
  to: string;
  /** Whether a dialog is open above it, which Escape closes. */
  isCovered: boolean;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Drawer
      opened
      onClose={() => void navigate(to, { replace: true, preventScrollReset: true })}
      closeOnEscape={!isCovered}
      position="right"
      size="min(760px, 100vw)"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  );
}
