import { startMythic } from '../support/c2-frameworks.ts';
import { newEngagement } from '../support/engagements.ts';
import { bodyOf } from '../support/factories.ts';
import { selfSignedCertificate } from '../support/self-signed.ts';
import { startTestServer } from '../support/server.ts';
import { expect, expectAccessible, testOn } from './support.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 29 + 3) % 256));
const test = testOn(() => startTestServer({ env: { SVC_ENCRYPTION_KEY: key.toString('base64') } }));

test('a certificate is pinned with the token entered again', async ({ open, server }) => {
  const certificate = selfSignedCertificate({ commonName: 'Mythic' });
  const mythic = await startMythic({ certificate });
  try {
    const red = await server.newPerson('redteam');
    const engagement = await newEngagement(red.client);
    const config = `/api/engagements/${engagement.id}/c2-config`;
    const { token } = mythic.data;
    bodyOf(await red.client.put(config, { framework: 'mythic', base_url: mythic.url, token }), 200);
    // Until the certificate is pinned, what the framework lists can't be read.
    open.expectError(/50\d/);
    const page = await open.as(red, `/engagements/${engagement.id}/c2`);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByRole('button', { name: 'Pin this certificate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the connection' });
    await expect(dialog.getByRole('radio', { name: 'Accept only one certificate' })).toBeChecked();
    await expect(dialog.getByLabel('SHA-256 of the certificate')).toHaveValue(certificate.fingerprint);
    await expect(dialog.getByText(/^Enter it again/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await expect(dialog.getByText(/^Enter a token: the stored one was given for another/)).toBeVisible();
    expect(mythic.requests).toHaveLength(0);
    await dialog.getByRole('textbox', { name: 'API token' }).fill(token);
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await expect(page.getByText('The connection works')).toBeVisible();
    expect(bodyOf(await red.client.get(config), 200).tls).toBe('pin');
  } finally {
    await mythic.close();
  }
});
