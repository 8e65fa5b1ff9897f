import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';

export type Studio = {
  browser: Browser;
  url: string;
  /** By email. */
  passwords: ReadonlyMap<string, string>;
  folder: string;
};

/** Takes every picture of the guide from a server with the demonstration. */
export async function takePictures(studio: Studio): Promise<void> {
  const lead = await signIn(studio, 'lead@demo.test');
  const red = await signIn(studio, 'red@demo.test');
  await overview(studio, lead);
  await missions(studio, lead, red);
  await templates(studio, lead);
  await catalogue(studio, lead);
  await imports(studio, lead);
  await engagements(studio, red);
  await administration(studio, lead);
}

async function signIn({ browser, url, passwords }: Studio, email: string): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 720 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page
    .getByLabel('Password')
    .first()
    .fill(passwords.get(email) ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
  return page;
}

async function overview(studio: Studio, page: Page): Promise<void> {
  await picture(studio, page, 'home');
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('powershell');
  await palette.getByRole('option', { name: /^T1059\.001/ }).waitFor();
  await picture(studio, palette, 'palette');
  await page.keyboard.press('Escape');
}

async function missions(studio: Studio, lead: Page, red: Page): Promise<void> {
  await lead.goto(`${studio.url}/missions?dialog=create`);
  const dialog = lead.getByRole('dialog', { name: 'New mission' });
  await dialog.getByLabel('Name').fill('Spring detection check');
  await dialog.getByLabel('Organisation').fill('Orchard Logistics');
  await dialog.getByRole('checkbox').first().check();
  await picture(studio, dialog, 'new-mission');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open(lead, 'main a[href^="/missions/"]', 'Orchard: ransomware readiness');
  await lead.getByPlaceholder('Search tests').waitFor();
  await picture(studio, lead, 'mission');
  const mission = lead.url();
  await lead.goto(`${mission}/history`);
  await lead.getByRole('list', { name: 'History' }).waitFor();
  await lead.getByRole('link', { name: 'History' }).scrollIntoViewIfNeeded();
  await picture(studio, lead, 'history');
  await lead.goto(`${mission}/remediation`);
  await lead.getByRole('button', { name: 'New remediation' }).waitFor();
  await lead.getByRole('link', { name: 'Remediation' }).scrollIntoViewIfNeeded();
  await picture(studio, lead, 'remediation');
  await lead.goto(`${mission}/alerts`);
  await lead.getByRole('list', { name: 'Alerts' }).getByText('Sure').first().waitFor();
  await picture(studio, lead, 'alerts');
  await lead.setViewportSize({ width: 1280, height: 1000 });
  const table = [
    'Time,Alarm,Priority,Machine,Account,Command,Mitre',
    '2026-09-01 10:00:04,Encoded command line,High,fin-ws-07,ORCHARD\\b.ames,powershell -enc SQBFAFgA,T1059.001',
    '2026-09-01 10:04:31,Shadow copies deleted,Critical,fin-fs-01,ORCHARD\\b.ames,vssadmin delete shadows /all,T1490',
    '2026-09-01 10:06:12,Service stopped,7,fin-fs-01,,net stop backup,T1489',
    ',,Low,fin-ws-07,,,',
  ];
  await lead
    .getByLabel('File with alerts')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(table.join('\n')) });
  const columns = lead.getByRole('dialog', { name: 'Alerts in export.csv' });
  await columns.getByRole('combobox', { name: 'Field of Alarm' }).selectOption('Title');
  await columns.getByRole('button', { name: 'Apply columns' }).click();
  const rows = columns.getByRole('region', { name: 'Alerts', exact: true });
  await rows.getByText('Shadow copies deleted').waitFor();
  await picture(studio, columns, 'alert-columns');
  await columns.getByRole('button', { name: 'Cancel' }).click();
  await lead.setViewportSize({ width: 1280, height: 720 });
  await lead.goto(`${mission}/results`);
  await lead.getByRole('region', { name: 'Time to detect and respond' }).waitFor();
  await lead.setViewportSize({ width: 1280, height: 900 });
  await picture(studio, lead, 'results');
  await lead.setViewportSize({ width: 1600, height: 900 });
  await lead.goto(`${mission}/report`);
  await lead.getByRole('link', { name: 'Ransomware readiness: report to the board' }).click();
  await lead.frameLocator('iframe').getByRole('heading', { name: 'Strengths' }).waitFor();
  await picture(studio, lead, 'report');
  await lead.setViewportSize({ width: 1280, height: 720 });
  await threatLed(studio, lead);
  await lead.goto(mission);

  await red.goto(lead.url());
  await red.getByRole('link', { name: 'Mail with a script in an archive' }).click();
  await red.getByRole('heading', { level: 1, name: 'Mail with a script in an archive' }).waitFor();
  await red.setViewportSize({ width: 1280, height: 1175 });
  await picture(studio, red, 'test');
  await picture(studio, red.getByRole('table', { name: 'Runs' }), 'runs');
  await red.setViewportSize({ width: 1280, height: 720 });
  await red.goto(mission);
  await red.getByRole('link', { name: 'Encoded PowerShell command' }).click();
  await red
    .getByRole('region', { name: 'Evidence of the blue side' })
    .getByRole('button', { name: 'events.csv', exact: true })
    .click();
  await red.getByRole('dialog').getByRole('table').waitFor();
  await picture(studio, red.getByRole('dialog'), 'evidence');
}

async function threatLed(studio: Studio, lead: Page): Promise<void> {
  await lead.goto(`${studio.url}/missions`);
  await open(lead, 'main a[href^="/missions/"]', 'Hedgerow: threat-led penetration test');
  await lead.getByPlaceholder('Search tests').waitFor();
  const mission = lead.url();
  await lead.goto(`${mission}/path`);
  await lead.getByText('Talk to the outside by').first().waitFor();
  await lead.setViewportSize({ width: 1280, height: 900 });
  await picture(studio, lead, 'path');
  await lead.setViewportSize({ width: 1280, height: 720 });
  await lead.goto(`${mission}/sightings`);
  await lead.getByText('Matched to').first().waitFor();
  await picture(studio, lead, 'sightings');
  await lead.goto(`${mission}/replay`);
  await lead.getByRole('button', { name: 'Next step' }).click();
  await lead.getByRole('heading', { name: 'New file in the web root' }).waitFor();
  await lead.setViewportSize({ width: 1280, height: 900 });
  await picture(studio, lead, 'replay');
  await lead.setViewportSize({ width: 1280, height: 720 });
}

async function templates(studio: Studio, page: Page): Promise<void> {
  await page.goto(`${studio.url}/templates`);
  await page.getByRole('table').waitFor();
  await picture(studio, page, 'templates');
  await page.goto(`${studio.url}/templates/scenarios`);
  await open(page, 'main a[href^="/templates/scenarios/"]', 'Staying on the host');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Add from the library').waitFor();
  await picture(studio, page, 'scenario');
}

async function catalogue(studio: Studio, page: Page): Promise<void> {
  await page.goto(`${studio.url}/catalogue`);
  await page.getByText('T1059', { exact: true }).first().waitFor();
  await picture(studio, page, 'matrix');
  await page.goto(`${studio.url}/catalogue/plan?threats=G0016,G0007&show=with`);
  for (const id of ['T1059.001', 'T1070.006', 'T1566.001']) {
    await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  }
  await page.evaluate('scrollTo(0, 0)');
  await picture(studio, page, 'threats');
}

const ownTable = `Test,Why,MITRE,Command line,Remarks
Ask who is signed in,Know what the foothold may do,T1033,whoami /all,
List the shares,Find what is shared with everybody,T1135,net view /all \\\\files-02,Ask operations first
Save the SAM hive,Get hashes of local accounts,T1003.002,reg save HKLM\\SAM sam.hiv,Needs an administrator
,Nobody gave it a name,T1057,tasklist,
`;

async function imports(studio: Studio, page: Page): Promise<void> {
  await page.goto(`${studio.url}/imports`);
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(ownTable) });
  await page.getByRole('combobox', { name: 'Field of Why' }).selectOption('Objective');
  await page.getByRole('button', { name: 'Apply columns' }).click();
  await page.getByRole('checkbox', { name: 'Import Save the SAM hive' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 1150 });
  await page.evaluate('scrollTo(0, 0)');
  await picture(studio, page, 'import');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Discard this file' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
}

async function engagements(studio: Studio, page: Page): Promise<void> {
  await page.goto(`${studio.url}/engagements`);
  await open(page, 'main a[href^="/engagements/"]', 'Lighthouse: assumed breach');
  await page
    .getByRole('link', { name: 'New simulation' })
    .or(page.getByRole('button', { name: 'New simulation' }))
    .waitFor();
  await page.setViewportSize({ width: 1280, height: 440 });
  await picture(studio, page, 'engagement');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${page.url()}/c2`);
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await picture(studio, page, 'c2');
}

async function administration(studio: Studio, page: Page): Promise<void> {
  await page.goto(`${studio.url}/administration/invitations`);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('analyst@example.org');
  await picture(studio, page.getByRole('dialog'), 'invite');
  await page.keyboard.press('Escape');
  await page.goto(`${studio.url}/administration/backup`);
  await page.getByRole('button', { name: 'Create backup' }).click();
  await page.getByText('Intact').waitFor();
  await page.reload();
  await page.getByText('Intact').waitFor();
  await page.setViewportSize({ width: 1280, height: 520 });
  await picture(studio, page, 'backup');
}

async function open(page: Page, links: string, name: string): Promise<void> {
  await page.locator(links, { hasText: name }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function picture({ folder }: Studio, what: Page | Locator, name: string): Promise<void> {
  const page = 'page' in what ? what.page() : what;
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await what.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
