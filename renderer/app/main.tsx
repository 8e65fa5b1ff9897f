import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import './print.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { UndoKey } from '../ui/dialogs/undo.tsx';
import { preparePrinting } from '../ui/print/printing.ts';
import { readStyleNonce } from '../ui/style-nonce.ts';
import { findLanguage, getLocale, loadWords } from '../words.ts';
import { createColorSchemeManager } from './color-scheme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { ownVariables, theme } from './theme.ts';

preparePrinting();
setNonce(readStyleNonce());
// Not awaited here: a chunk of words may import this module's chunk, which would wait for itself.
void loadWords(findLanguage()).then(render);

function render(): void {
  document.documentElement.lang = getLocale();
  const colorSchemeManager = createColorSchemeManager();
  const queryClient = createQueryClient();
  const router = createRouter(queryClient);

  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme()}
        cssVariablesResolver={ownVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={readStyleNonce}
      >
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <ModalsProvider>
              <Notifications position="bottom-right" />
              <UndoKey />
              <SessionKeeper />
              <RouterProvider router={router} />
            </ModalsProvider>
          </QueryClientProvider>
        </ErrorBoundary>
      </MantineProvider>
    </StrictMode>,
  );
}
