import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './fonts.css';
import './global.css';
import './print.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { getPreferences, subscribeToPreferences } from '../api/accounts/preferences.ts';
import { restoreSession } from '../api/connection/renewal.ts';
import { UndoKey } from '../ui/dialogs/undo.tsx';
import { Notes } from '../ui/notes/notes.tsx';
import { preparePrinting } from '../ui/print/printing.ts';
import { readStyleNonce } from '../ui/style-nonce.ts';
import { findLanguage, getLocale, loadWords, setClock } from '../words.ts';
import { createColorSchemeManager } from './color-scheme.ts';
import { followDensity } from './density.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { ownVariables, theme } from './theme.ts';

preparePrinting();
followDensity();
setNonce(readStyleNonce());
const queryClient = createQueryClient();
const colorSchemeManager = createColorSchemeManager();
const root = createRoot(document.getElementById('root') as HTMLElement);
let shown = '';
let router: ReturnType<typeof createRouter> | null = null;
const restored = restoreSession();

// Not awaited here: a chunk of messages may import this module's chunk, which would then wait for itself.
void show();
subscribeToPreferences(() => void show());

/**
 * Shows the application in the person's language. A change of language or clock renders it again from scratch, because every text
 * changes.
 */
async function show(): Promise<void> {
  await restored;
  const { language, clock } = getPreferences();
  const asRead = `${findLanguage(language)} ${clock}`;
  if (asRead === shown) return;
  shown = asRead;
  await loadWords(findLanguage(language));
  // The person chose again in the meantime.
  if (asRead !== shown) return;
  setClock(clock);
  document.documentElement.lang = getLocale();
  router?.dispose();
  router = createRouter(queryClient);
  render(router, asRead);
}

function render(pages: ReturnType<typeof createRouter>, asRead: string): void {
  root.render(
    <StrictMode key={asRead}>
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
              <Notes />
              <UndoKey />
              <SessionKeeper />
              <RouterProvider router={pages} />
            </ModalsProvider>
          </QueryClientProvider>
        </ErrorBoundary>
      </MantineProvider>
    </StrictMode>,
  );
}
