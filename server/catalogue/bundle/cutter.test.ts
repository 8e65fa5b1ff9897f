import assert from 'node:assert/strict';
import test from 'node:test';
import { BundleCutter, type StixObject } from './cutter.ts';

const roomy = { maxObjectBytes: 10_000, maxEnvelopeBytes: 10_000 };

function cut(
  text: string | Uint8Array,
  chunkSize: number,
  limits = roomy,
): { objects: StixObject[]; rest: StixObject } {
  const bytes = Buffer.from(text);
  const objects: StixObject[] = [];
  const cutter = new BundleCutter(limits, (object) => objects.push(object));
  for (let start = 0; start < bytes.length; start += chunkSize) {
    // Chunks are reused: their bytes change as soon as `push` returns.
    const chunk = Buffer.from(bytes.subarray(start, start + chunkSize));
    cutter.push(chunk);
    chunk.fill(0);
  }
  return { objects, rest: cutter.end() };
}

const tricky = [
  '{"type":"bundle","objects":[]}',
  ' {\n"objects" : [ {} ] , "type" : "bundle" } \n',
  '{"objects":[{"a":"\\\\"},{"b":"\\"}]"},{"c":"\\u0022"}],"type":"bundle","z":{"objects":[1,{"x":[]}]}}',
  '{"y":["objects",{"objects":[{}]}],"objects":[{"a":[[{"b":{}}]]},\n\t{"é":"日本語 🦊"}],"type":"bundle"}',
  '{"name":"\\"objects\\":[","type":"bundle","objects":[{"n":-1.5e3,"t":true,"f":false,"z":null}]}',
];

test('a bundle is cut into its objects wherever the chunks end', () => {
  for (const text of tricky) {
    const { objects, ...rest } = JSON.parse(text);
    for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
      assert.deepEqual(cut(text, size), { objects, rest: { ...rest, objects: [] } }, `${size}: ${text}`);
    }
  }
});

test('a file that is not one whole JSON bundle is refused wherever the chunks end', () => {
  const texts: [string, RegExp][] = [
    ['', /not a STIX bundle/],
    ['   ', /not a STIX bundle/],
    ['<html></html>', /not a STIX bundle/],
    ['[{"type":"bundle"}]', /not a STIX bundle/],
    ['{}', /not a STIX bundle/],
    ['{"type":"bundle"}', /not a STIX bundle/],
    ['{"type":"report","objects":[]}', /not a STIX bundle/],
    ['{"type":"bundle","objects":{}}', /not a STIX bundle/],
    ['{"type":"bundle","objects":{"objects":[{}]}}', /not a STIX bundle/],
    ['{"type":"bundle","\\u006fbjects":[{}]}', /not a STIX bundle/],
    ['{"type":"bundle","objects":[],"\\u006fbjects":[{}]}', /not a STIX bundle/],
    ['{"type":"bundle","objects":[],"objects":5}', /not a STIX bundle/],
    ['{"type":"bundle","objects":[{}],"objects":[{}]}', /twice/],
    ['{"type":"bundle","objects":[1]}', /not valid JSON/],
    ['{"type":"bundle","objects":["a"]}', /not valid JSON/],
    ['{"type":"bundle","objects":[[{}]]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{},]}', /not valid JSON/],
    ['{"type":"bundle","objects":[,{}]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{}{}]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{"a":]}]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{"a":1]]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{ ],[ }]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{"a":"\n"}]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{\'a\':1}]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{}]}}', /not valid JSON/],
    ['{"type":"bundle","objects":[{}]} {}', /not valid JSON/],
    ['{"type":"bundle","objects":[{}],}', /not valid JSON/],
    ['{"type":"bundle" "x","objects":[{}]}', /not valid JSON/],
    ['{"type":"bundle","x":"objects":[{}]}', /not valid JSON/],
    ['{"type":"bundle","objects":[{}]', /ends before/],
    ['{"type":"bundle","objects":[{}],"x":"', /ends before/],
    ['{"type":"bundle","objects":[{}', /ends before/],
    ['{"type":"bundle","objects":[{"a":"\\', /ends before/],
    ['{"type":"bundle","objects":[', /ends before/],
  ];
  for (const [text, message] of texts) {
    for (let size = 1; size <= text.length + 1; size += 1) {
      assert.throws(() => cut(text, size), { code: 'invalid', message }, `${size}: ${text}`);
    }
  }
});

test('bytes that are not UTF-8 are refused, in an object and around them', () => {
  const inObject = Buffer.from('{"type":"bundle","objects":[{"a":"?"}]}');
  inObject[inObject.indexOf('?')] = 0xff;
  const around = Buffer.from('{"type":"bundle","x":"?","objects":[{}]}');
  around[around.indexOf('?')] = 0xc3;
  for (const size of [1, 7, 100]) {
    assert.throws(() => cut(inObject, size), /UTF-8/);
    assert.throws(() => cut(around, size), /UTF-8/);
  }
});

test('an object and what surrounds the objects are bounded', () => {
  const object = (length: number) => `{"type":"bundle","objects":[{"a":"${'x'.repeat(length - 8)}"}]}`;
  const limits = { maxObjectBytes: 100, maxEnvelopeBytes: 60 };
  for (const size of [1, 50, 1000]) {
    assert.equal(cut(object(100), size, limits).objects.length, 1);
    assert.throws(() => cut(object(101), size, limits), { code: 'invalid', message: /more than 100 bytes/ });
    assert.throws(
      () => cut(object(100).replace('"}]', '  '.repeat(500)), size, limits),
      /more than 100 bytes/,
    );
    const around = `{"type":"bundle","x":"${'x'.repeat(60)}","objects":[]}`;
    assert.throws(() => cut(around, size, limits), { code: 'invalid', message: /more than 60 bytes/ });
    assert.equal(
      cut(`{"type":"bundle",${' '.repeat(900)}"objects":[${' '.repeat(900)}]}`, size, limits).objects.length,
      0,
    );
  }
});
