import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Transformer } from '@napi-rs/image';
import { unzipSync } from 'fflate';
import { writePicture } from '../../../domain/written-pictures.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { picture } from '../../support/missions/evidence-samples.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  type Place,
  placeOf,
} from '../../support/missions/factories.ts';
import { cannotReadPdf, readPdf } from '../../support/reports/pdf.ts';
import { listTagFaults } from '../../support/reports/pdf-tags.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const chromium = findChromium();
let server: TestServer;
let admin: Client;
let blue: Person;
before(async () => {
  server = await startTestServer({ env: { SVC_BROWSER: chromium ?? 'none' } });
  admin = server.admin.client;
  blue = await server.newPerson('soc');
});
after(() => server.close());

/** Different for each test, so that no picture is another's. */
let seed = 100;

type Shown = Place & { id: string; sha256: string; bytes: Buffer };

/** A mission with a picture as evidence of its first test. */
async function newShown(
  fields: object = {},
  { side = 'red', of = picture }: { side?: string; of?: Buffer } = {},
): Promise<Shown> {
  const mission = await newMission(admin, { tests: 2, members: [[blue, 'blue']], ...fields });
  const place = placeOf(mission);
  seed += 1;
  const bytes = Buffer.concat([of, Buffer.from(`${seed}`)]);
  const form = evidenceForm(new Uint8Array(bytes), { name: 'screen.png', type: 'image/png', side });
  const { id, sha256 } = bodyOf(await attach(admin, place, form), 201);
  return { ...place, id, sha256, bytes };
}

async function newReport({ missionPath }: Place, text: string, options: object = {}): Promise<string> {
  const draft = { kind: 'executive', title: 'Shown', options };
  const { id } = bodyOf(await admin.post(`${missionPath}/reports`, draft), 201);
  const at = `${missionPath}/reports/${id}`;
  bodyOf(await admin.patch(at, { texts: { summary: text } }), 200);
  return at;
}

const read = async (at: string, format: 'html' | 'json'): Promise<string> => {
  const { status, body } = await makeRendering(admin, at, format);
  assert.equal(status, 200, JSON.stringify(body));
  return typeof body === 'string' ? body : JSON.stringify(body);
};

async function readDocx(at: string): Promise<Record<string, Uint8Array>> {
  bodyOf(await admin.post(`${at}/renderings`, { format: 'docx' }), 202);
  await makeRendering(admin, at, 'docx');
  return unzipSync(new Uint8Array(await fetchBytes(admin, `${at}/renderings/docx`)));
}

const hostile = `a "quoted" <b>name</b> & ] ) \\ \u202e \u0001 {title} 'x'`;

describe('pictures of a mission', () => {
  it('are listed, the latest first, for those who see the mission', async () => {
    const place = await newShown();
    const text = evidenceForm('no picture');
    bodyOf(await attach(admin, place, text), 201);
    const later = evidenceForm(new Uint8Array(picture), { name: 'b.png', type: 'image/png' });
    bodyOf(await attach(admin, place, later), 201);
    const at = `${place.missionPath}/pictures`;
    const names = async (query: string) => {
      const { items, total } = bodyOf(await blue.client.get(at + query), 200);
      return [items.map(({ file_name }: { file_name: string }) => file_name), total];
    };
    assert.deepEqual(await names(''), [['b.png', 'screen.png'], 2]);
    assert.deepEqual(await names('?limit=1&offset=1'), [['screen.png'], 2]);
    assert.deepEqual(await names(`?sha256=${place.sha256}`), [['screen.png'], 1]);
    assert.deepEqual(await names(`?sha256=${'0'.repeat(64)}`), [[], 0]);
    assert.equal((await blue.client.get(`${at}?sha256=../x`)).status, 422);
    const stranger = await server.newPerson('soc');
    assert.equal((await stranger.client.get(at)).status, 404);
  });

  it('of hidden tests are not told to those who do not see them', async () => {
    const place = await newShown({ visibility: 'blind' });
    bodyOf(await admin.post(`${place.missionPath}/hide`, { test_ids: [place.test], hidden: true }), 200);
    const at = `${place.missionPath}/pictures?sha256=${place.sha256}`;
    assert.equal(bodyOf(await blue.client.get(at), 200).total, 0);
    assert.equal(bodyOf(await admin.get(at), 200).total, 1);
  });
});

describe('a picture in a text of a report', () => {
  it('is shown in HTML with the words of the text, and with those of the evidence where the text has none', async () => {
    const place = await newShown();
    const at = await newReport(
      place,
      `See ${writePicture({ ...place, alt: hostile })}\n\n![](evidence:${place.sha256})`,
    );
    const html = await read(at, 'html');
    const data = place.bytes.toString('base64');
    const shown = [
      ...html.matchAll(/<img class="written" alt="([^"]*)" src="data:image\/png;base64,([^"]*)">/g),
    ];
    assert.deepEqual(
      shown.map(([, alt, bytes]) => [alt, bytes === data]),
      [
        ['a &quot;quoted&quot; &lt;b&gt;name&lt;/b&gt; &amp; ] ) / [U+202E] ␁ {title} &#39;x&#39;', true],
        ['screen.png', true],
      ],
    );
  });

  it('is not shown more often than five times', async () => {
    const place = await newShown();
    const at = await newReport(
      place,
      Array(9)
        .fill(writePicture({ ...place, alt: 'again' }))
        .join('\n\n'),
    );
    const html = await read(at, 'html');
    assert.equal(html.split('<img class="written"').length - 1, 5);
    assert.equal(html.split('[Picture not shown] again').length - 1, 4);
  });

  it('is a picture with alternative text in Word', async () => {
    const place = await newShown();
    const shown = writePicture({ ...place, alt: hostile });
    const files = await readDocx(
      await newReport(place, `- See **${shown}**\n\n| a |\n|-|\n| ${shown} |\n\n![Gone](evidence:)`),
    );
    const document = Buffer.from(files['word/document.xml'] as Uint8Array).toString();
    const alts = [...document.matchAll(/descr="(a &quot;quoted[^"]*)"/g)].map(([, alt]) => alt);
    assert.equal(alts.length, 2);
    assert.match(String(alts[0]), /&lt;b&gt;name&lt;\/b&gt;/);
    assert.match(document, /\[Picture not shown\] Gone/);
    const media = Object.entries(files).filter(([name]) => name.startsWith('word/media/'));
    assert.ok(media.some(([, bytes]) => place.bytes.equals(bytes)));
  });

  it('is a picture with alternative text in a PDF', { skip: cannotReadPdf(chromium) }, async () => {
    const place = await newShown();
    const texts = { summary: writePicture({ ...place, alt: 'The open share' }) };
    const { pictures } = await readPdf(admin, { id: place.mission }, { kind: 'executive', texts });
    assert.ok(
      pictures.some((tag) => tag.includes('The open share')),
      JSON.stringify(pictures),
    );
  });

  it('that is taller than a page goes on in a PDF', { skip: cannotReadPdf(chromium) }, async () => {
    const pixels = new Uint8Array(600 * 3000 * 4).fill(255);
    for (let at = 0; at < pixels.length; at += 4) pixels[at] = at / 28_800;
    const place = await newShown({}, { of: await Transformer.fromRgbaPixels(pixels, 600, 3000).png() });
    const texts = { summary: `- Look: ${writePicture({ ...place, alt: 'The tall one' })} and go on` };
    const pdf = await readPdf(admin, { id: place.mission }, { kind: 'executive', texts });
    const named = pdf.pictures.filter((tag) => tag.includes('The tall one'));
    assert.equal(named.length, 3, JSON.stringify(pdf.pictures));
    const found = pdf.pages.map((page) => page.split('The tall one (continued)').length - 1);
    assert.deepEqual(
      found.filter((times) => times > 0),
      [1, 1],
    );
    assert.deepEqual(listTagFaults(pdf.bytes), []);
  });

  for (const [what, options, side] of [
    ['a report that only lists evidence', { evidence: 'list' }, 'red'],
    ['a report of the other side', { side: 'red' }, 'blue'],
    ['a sanitised report', { sanitised: true }, 'red'],
  ] as const) {
    it(`is its words in ${what}`, async () => {
      const place = await newShown({}, { side });
      const at = await newReport(
        place,
        `Look: ${writePicture({ ...place, alt: 'The open share' })}`,
        options,
      );
      const html = await read(at, 'html');
      assert.match(html, /\[Picture not shown\] The open share/);
      assert.ok(!html.includes(place.bytes.toString('base64')));
    });
  }

  it('is its words once the evidence is deleted, and for evidence of another mission', async () => {
    const [place, other] = [await newShown(), await newShown()];
    const text = [place, other]
      .map((one, index) => writePicture({ ...one, alt: `Number ${index}` }))
      .join('\n');
    const at = await newReport(place, text);
    assert.match(await read(at, 'html'), /<img class="written" alt="Number 0"/);
    assert.equal((await admin.delete(`/api/v1/evidence/${place.id}`)).status, 204);
    const html = await read(at, 'html');
    assert.match(html, /\[Picture not shown\] Number 0/);
    assert.match(html, /\[Picture not shown\] Number 1/);
  });

  it('leaves no digest in a sanitised report, and is shown there once its file is released', async () => {
    const place = await newShown();
    const at = await newReport(place, writePicture({ ...place, alt: 'The open share' }), { sanitised: true });
    const outline = bodyOf(await admin.get(`${at}/outline`), 200);
    assert.ok(!JSON.stringify(outline.sanitised.sensitive).includes(place.sha256));
    assert.ok(!(await read(at, 'json')).includes(place.sha256));
    bodyOf(await admin.patch(at, { options: { released_files: [place.id] } }), 200);
    assert.match(await read(at, 'html'), /<img class="written" alt="The open share"/);
  });
});

describe('a picture in a text', () => {
  it('is still shown after an export and an import in Damson’s own format', async () => {
    const place = await newShown();
    bodyOf(await admin.put(place.path, { red_comment: writePicture({ ...place, alt: 'Open share' }) }), 200);
    const exported = await fetchBytes(admin, `${place.missionPath}/export?format=damson`);
    const there = await startTestServer();
    try {
      const { client } = there.admin;
      const ready = await importFile(client, { name: 'a.zip', content: new Uint8Array(exported) });
      assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
      const { made } = await applyImport(client, ready.id);
      const { id } = made.find(({ what }: { what: string }) => what === 'mission');
      const mission = bodyOf(await client.get(`/api/v1/missions/${id}`), 200);
      const test = bodyOf(await client.get(placeOf(mission).path), 200);
      assert.equal(test.red_comment, writePicture({ ...place, alt: 'Open share' }));
      const found = bodyOf(
        await client.get(`/api/v1/missions/${mission.id}/pictures?sha256=${place.sha256}`),
        200,
      );
      assert.equal(found.items[0].test_id, test.id);
      assert.notEqual(found.items[0].id, place.id);
    } finally {
      await there.close();
    }
  });

  it('moves to another mission with its test', async () => {
    const [place, other] = [await newShown(), await newShown()];
    bodyOf(
      await admin.post(`${place.path}/move`, {
        mission_id: other.mission,
        scenario_id: other.scenario,
        position: 0,
      }),
      200,
    );
    const count = async ({ missionPath }: Place) =>
      bodyOf(await admin.get(`${missionPath}/pictures?sha256=${place.sha256}`), 200).total;
    assert.deepEqual([await count(place), await count(other)], [0, 1]);
  });
});
