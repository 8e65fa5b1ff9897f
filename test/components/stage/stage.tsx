import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../../../renderer/app/global.css';
import { AppShell, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { closeSession, openSession } from '../../../renderer/api/connection/session.ts';
import { followDensity } from '../../../renderer/app/density.ts';
import { createQueryClient } from '../../../renderer/app/query-client.ts';
import { administrationRoutes } from '../../../renderer/app/routes/administration-routes.ts';
import { catalogueRoutes } from '../../../renderer/app/routes/catalogue-routes.ts';
import { engagementRoutes } from '../../../renderer/app/routes/engagement-routes.ts';
import { importRoutes } from '../../../renderer/app/routes/import-routes.ts';
import { missionRoutes } from '../../../renderer/app/routes/mission-routes.ts';
import { ruleRoutes } from '../../../renderer/app/routes/rule-routes.ts';
import { templateRoutes } from '../../../renderer/app/routes/template-routes.ts';
import { ownVariables, theme } from '../../../renderer/app/theme.ts';
import { HomePage } from '../../../renderer/features/home/home-page.tsx';
import { UndoKey } from '../../../renderer/ui/dialogs/undo.tsx';
import { Notes } from '../../../renderer/ui/notes/notes.tsx';
import { findLanguage, loadWords } from '../../../renderer/words.ts';
import type { Stage } from './contract.ts';

// The features' components without the frame: addresses are mounted and unmounted in place, without loading a page.

const routes = [
  { path: '/', Component: HomePage },
  ...missionRoutes(() => null),
  ...engagementRoutes,
  ...templateRoutes,
  ...ruleRoutes,
  ...importRoutes,
  ...catalogueRoutes,
  ...administrationRoutes,
  { path: '*', element: null },
];

followDensity();
const empty = '/stage/empty';
let root: Root | null = null;
let router: ReturnType<typeof createBrowserRouter> | null = null;

// The home page comes without its route.
const words = loadWords(findLanguage('browser'), 'home', 'missions', 'history');

async function setUp(path: string): Promise<void> {
  await words;
  history.replaceState(null, '', path);
  router = createBrowserRouter([{ element: <Place />, children: routes }]);
  root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(
    <StrictMode>
      <MantineProvider theme={theme()} cssVariablesResolver={ownVariables} defaultColorScheme="auto">
        <QueryClientProvider client={createQueryClient()}>
          <ModalsProvider>
            <Notes />
            <UndoKey />
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

/** As wide as the content within the frame. */
function Place() {
  return (
    <AppShell header={{ height: 44 }} navbar={{ width: 190, breakpoint: 'sm' }} padding="md">
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

async function takeAway(): Promise<void> {
  root?.unmount();
  router?.dispose();
  // Effects end their work in a separate task, which must run before the person changes.
  await new Promise((done) => setTimeout(done));
  notifications.clean();
  root = null;
  history.replaceState(null, '', empty);
  scrollTo(0, 0);
}

const stage: Stage = {
  open: async (session, path) => {
    await stage.clear();
    openSession(session);
    await setUp(path);
  },
  visit: async (path) => {
    await takeAway();
    await setUp(path);
  },
  endSession: async () => {
    await takeAway();
    closeSession(true);
  },
  comeBack: async (session, path) => {
    openSession(session);
    await setUp(path);
  },
  clear: async () => {
    await takeAway();
    // The next page's window has another size.
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    closeSession(false);
  },
};

Object.assign(globalThis, { stage });
