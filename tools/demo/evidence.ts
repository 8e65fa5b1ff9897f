import { crc32, deflateSync } from 'node:zlib';

export type Proof = { name: string; type: string; bytes: Uint8Array; caption: string };

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** Terminal output, as kept by red. */
export function transcript(test: string, command: string, at: string): Proof {
  return {
    name: 'transcript.log',
    type: 'text/plain',
    bytes: text(`# ${test}\n[${at}] C:\\Users\\exercise> ${command}\n[${at}] done\n`),
    caption: 'Terminal of the foothold',
  };
}

/** An alert, as exported by blue. */
export function alert(test: string, at: string, host: string): Proof {
  const document = {
    rule: `Purple exercise: ${test}`,
    severity: 'high',
    first_seen: at,
    host,
    status: 'open',
  };
  return {
    name: 'alert.json',
    type: 'application/json',
    bytes: text(`${JSON.stringify(document, null, 2)}\n`),
    caption: 'Alert as exported from the console',
  };
}

/** The log lines around a moment, as a table. */
export function logExtract(at: string, host: string): Proof {
  const start = Date.parse(at);
  const rows = Array.from({ length: 12 }, (_, index) => {
    const time = new Date(start + index * 850).toISOString();
    return `${time},${host},${index % 3 === 0 ? 4688 : 5156},${index % 3 === 0 ? 'process' : 'connection'}`;
  });
  return {
    name: 'events.csv',
    type: 'text/csv',
    bytes: text(`time,host,event_id,kind\n${rows.join('\n')}\n`),
    caption: 'Events of the host around the test',
  };
}

/** A drawn picture of events over time: bars on a plain background. */
export function chart(seed: number): Proof {
  const width = 480;
  const height = 200;
  const rows: Buffer[] = [];
  const heights = Array.from({ length: 24 }, (_, index) => 20 + ((seed * 37 + index * index * 13) % 150));
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(1 + width * 3, 0xf4);
    row[0] = 0;
    for (const [index, bar] of heights.entries()) {
      if (y < height - bar) continue;
      for (let x = index * 20 + 3; x < index * 20 + 17; x += 1) {
        row.set(index === (seed % 20) + 2 ? [0xc9, 0x2a, 0x2a] : [0x36, 0x6a, 0xb5], 1 + x * 3);
      }
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return {
    name: 'events-per-minute.png',
    type: 'image/png',
    bytes: Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    caption: 'Events a minute; the test stands out',
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}
