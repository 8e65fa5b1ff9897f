import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../../words.ts';
import styles from './interchange.module.css';
import { sendFiles } from './sending.ts';
import { useMayImport } from './use-may-import.ts';

/** Paths on which a dropped file is an import; elsewhere it may be evidence. */
const takesFiles = /^\/(|missions|templates|templates\/scenarios|imports|imports\/[^/]+)$/;

/** Sends a file dropped on a list or on Home to the imports page. */
export function ImportDrop() {
  const { pathname } = useLocation();
  const mayImport = useMayImport();
  return mayImport && takesFiles.test(pathname) ? <Drop /> : null;
}

function Drop() {
  const [isOver, setOver] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const take = useEffectEvent((files: File[]) => {
    void sendFiles(queryClient, files);
    void navigate('/imports');
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let depth = 0;
    const follow = (change: (event: DragEvent) => void) => (event: DragEvent) => {
      const isFile = event.dataTransfer?.types.includes('Files') ?? false;
      // An open dialog may use the dropped file.
      if (!isFile || event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      change(event);
      setOver(depth > 0);
    };
    const enter = follow(() => {
      depth += 1;
    });
    const leave = follow(() => {
      depth = Math.max(0, depth - 1);
    });
    const drop = follow((event) => {
      depth = 0;
      take([...(event.dataTransfer?.files ?? [])]);
    });
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener(
      'dragover',
      follow(() => {}),
      { signal },
    );
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.over}>
      <Text size="lg" fw={500}>
        {t('app.drop_a_file_to_import_it')}
      </Text>
    </div>
  );
}
