import { bodyOf } from '../../support/missions/factories.ts';
import { newRandomMission } from '../../support/missions/random-missions.ts';
import { expect, test } from '../support.ts';

for (const seed of [11, 12, 13]) {
  const tag = seed === 11 ? [] : '@nightly';
  test(`the screen shows the figures of the API, of random mission ${seed}`, { tag }, async ({
    stage,
    server,
    team,
  }) => {
    const { client } = server.admin;
    const mission = await newRandomMission(client, seed, { members: [[team.blue, 'blue']] });
    const figures = bodyOf(await client.get(`/api/v1/missions/${mission.id}/figures`), 200);
    const page = await stage.open(team.blue, `/missions/${mission.id}/results`);
    const said = ({ n, N }: { n: number; N: number }) => (N === 0 ? '–' : `${n} of ${N}`);
    const headline = page.getByRole('region', { name: 'Headline figures' });
    await expect(headline.locator('strong')).toHaveText([
      said(figures.stopped_or_detected),
      said(figures.prevented),
      said(figures.missed),
      said(figures.within['1h']),
    ]);
    await expect(headline).toContainText(
      `${figures.judged} of ${figures.attempted} executed tests judged. Tests are chosen, not sampled`,
    );
    const rowsOf = async (name: string) => {
      const chart = page.getByRole('region', { name, exact: true });
      await chart.getByRole('button', { name: 'Show as table' }).click();
      const rows = await chart.locator('tbody').getByRole('row').all();
      return Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
    };
    const { prevented, alerted, logged, not_detected } = figures.classes;
    expect((await rowsOf('Test outcomes')).flat().map(Number)).toEqual(
      [prevented, alerted, logged, not_detected, figures.not_judged].filter((count) => count > 0),
    );
    expect(await rowsOf('Answers by kind')).toEqual(
      ['prevented', 'alerted', 'logged', 'detected', 'responded'].map((kind) =>
        ['yes', 'partial', 'no', 'not_applicable', 'not_answered'].map((answer) =>
          String(figures.questions[kind][answer]),
        ),
      ),
    );
    if (figures.judged === 0) return;
    expect(await rowsOf('Detected in time')).toEqual(
      Object.values<{ n: number; N: number; unknown: number }>(figures.within).map(({ n, N, unknown }) =>
        [n, unknown, N - n - unknown, N].map(String),
      ),
    );
  });
}
