import { readFileSync } from 'node:fs';
import { bodyOf, newMission, placeOf } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

/** Takes an SVG, returns each shape and text with its position but without its colour; leaves out names of parts. */
function listShapes(markup: string): string[] {
  return [...markup.matchAll(/<(rect|path|text)([^>]*)>([^<]*)/g)]
    .filter(([, , attributes]) => !attributes?.includes('pointer-events'))
    .map(([, tag, attributes, text]) => {
      const places = [...(attributes ?? '').matchAll(/ (?:x|y|width|height|d)="[^"]*"/g)];
      return `${tag}${places.join('')} ${text}`;
    });
}

test('a chart is saved as it is seen, as SVG and as PNG', async ({ stage, server, team }) => {
  const mission = await newMission(server.admin.client, {
    tests: 1,
    members: [team.red, [team.blue, 'blue']],
  });
  const { path } = placeOf(mission, 0);
  bodyOf(await team.red.client.post(`${path}/transition`, { status: 'executed' }), 200);
  bodyOf(await team.blue.client.post(`${path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  const page = await stage.open(team.blue, `/missions/${mission.id}/results`);
  const seen = page.getByRole('img', { name: /^Test outcomes\. Detected: 1\.$/ });
  await expect(seen).toBeVisible();
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Save “Test outcomes”' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Save as ${format}` }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const svg = await save('SVG');
  expect(svg.name).toBe('test-outcomes.svg');
  const saved = svg.bytes.toString();
  const [heading = '', picture = ''] = saved.split('<g ');
  expect(heading).toContain('>Test outcomes</text>');
  const shown = listShapes(await seen.evaluate((element) => element.innerHTML));
  expect(shown.length).toBeGreaterThan(3);
  expect(listShapes(picture)).toEqual(shown);
  const png = await save('PNG');
  expect(png.name).toBe('test-outcomes.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
});
