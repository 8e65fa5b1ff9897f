import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ApiError } from '../../api/connection/problem.ts';
import { FieldWriter, type Value } from './field-writer.ts';

type Field = 'command' | 'output';

const offline = () => new ApiError(0, { code: 'offline', detail: "The server can't be reached" });
const signedOut = () => new ApiError(401, { code: 'unauthenticated', detail: 'The session has ended' });
const stale = () => new ApiError(412, { code: 'stale', detail: 'It was changed since that version' });

/** A record on a server, a page that has read it, and a writer between them. */
function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = {
    version: 1,
    values: { command: null, output: null } as Record<Field, Value>,
    isGone: false,
  };
  const read = () => ({ version: String(server.version), values: { ...server.values } });
  const state = {
    seen: read(),
    writes: [] as [Field, Value][],
    unsaved: 0,
    beforeWrite: () => {},
    isSignedIn: true,
  };
  const writer = new FieldWriter<Field>({
    known: () => state.seen,
    read: async () => {
      if (server.isGone) throw offline();
      state.seen = read();
      return state.seen;
    },
    write: async (field, value, version) => {
      const before = state.beforeWrite;
      state.beforeWrite = () => {};
      before();
      if (server.isGone) throw offline();
      if (version !== String(server.version)) throw stale();
      server.version += 1;
      server.values[field] = value?.trim() ?? null;
      state.writes.push([field, value]);
      state.seen = read();
      return server.values[field];
    },
    onUnsaved: (count) => {
      state.unsaved = count;
    },
    isSignedIn: () => state.isSignedIn,
  });
  const others = (field: Field, value: Value) => {
    server.version += 1;
    server.values[field] = value;
  };
  return { server, state, writer, others, phase: (field: Field) => writer.states.get()[field]?.phase };
}

function assertUnsaved(state: { unsaved: number }, writer: FieldWriter<Field>, text: string): void {
  assert.equal(state.unsaved, 1);
  assert.deepEqual(writer.states.get().command?.draft, { base: null, value: text, held: false });
}

test('typed text is saved after a pause, with its latest value', async (t) => {
  const { writer, state, server } = setUp(t);
  writer.edit('command', 'who');
  writer.edit('command', 'whoami');
  assert.equal(writer.isDirty, true);
  assertUnsaved(state, writer, 'whoami');
  t.mock.timers.tick(800);
  await writer.flush();
  assert.deepEqual(state.writes, [['command', 'whoami']]);
  assert.equal(server.values.command, 'whoami');
  assert.equal(writer.isDirty, false);
  assert.equal(state.unsaved, 0);
});

test('an emptied field is written as none, and going back to what was there writes nothing', async (t) => {
  const { writer, state, others } = setUp(t);
  others('command', 'id');
  state.seen = { version: '2', values: { command: 'id', output: null } };
  writer.edit('output', 'x');
  writer.edit('output', '');
  writer.edit('command', '');
  await writer.flush();
  assert.deepEqual(state.writes, [['command', null]]);
});

test('a text that the server keeps without the blank at its end is typed on', async (t) => {
  const { writer, server, phase } = setUp(t);
  writer.hold('command');
  writer.edit('command', 'net ');
  await writer.flush();
  assert.equal(server.values.command, 'net');
  writer.edit('command', 'net user');
  await writer.flush();
  assert.equal(phase('command'), 'saved');
  assert.equal(server.values.command, 'net user');
});

test('a write into another field is no conflict', async (t) => {
  const { writer, state, others, phase } = setUp(t);
  writer.edit('command', 'mine');
  others('output', 'theirs');
  await writer.flush();
  assert.deepEqual(state.writes, [['command', 'mine']]);
  assert.equal(phase('command'), 'saved');
});

test('a write into the same field is a conflict, and the chosen version is saved', async (t) => {
  const { writer, server, others, phase } = setUp(t);
  writer.edit('command', 'mine');
  others('command', 'theirs');
  await writer.flush();
  assert.equal(phase('command'), 'conflict');
  assert.equal(writer.states.get().command?.theirs, 'theirs');
  assert.equal(server.values.command, 'theirs');
  await writer.resolve('command', 'both');
  assert.equal(server.values.command, 'both');
  assert.equal(phase('command'), 'saved');
});

test('a write that the page has already read is a conflict too, even into an empty field', async (t) => {
  const { writer, server, state, others, phase } = setUp(t);
  writer.hold('command');
  others('command', 'theirs');
  state.seen = { version: String(server.version), values: { ...server.values } };
  assert.equal(writer.states.get().command?.draft?.value, null);
  writer.edit('command', 'mine');
  await writer.flush();
  assert.equal(phase('command'), 'conflict');
  await writer.resolve('command', 'theirs');
  assert.equal(writer.isDirty, false);
  assert.equal(server.values.command, 'theirs');
});

test('writing the same text twice is no conflict', async (t) => {
  const { writer, state, others, phase } = setUp(t);
  writer.edit('command', 'same');
  others('command', 'same');
  await writer.flush();
  assert.equal(phase('command'), 'saved');
  assert.deepEqual(state.writes, []);
});

test('text typed while a save is on its way is saved after it', async (t) => {
  const { writer, state } = setUp(t);
  writer.edit('command', 'one');
  state.beforeWrite = () => writer.edit('command', 'one two');
  await writer.flush();
  assert.deepEqual(state.writes, [
    ['command', 'one'],
    ['command', 'one two'],
  ]);
});

test('going back to the beginning while a save is on its way is saved too', async (t) => {
  const { writer, state, server } = setUp(t);
  writer.hold('command');
  writer.edit('command', 'one');
  state.beforeWrite = () => {
    writer.edit('command', null);
    writer.release('command');
  };
  await writer.flush();
  assert.equal(server.values.command, null);
  assert.equal(writer.isDirty, false);
});

test('a draft survives a lost server and is retried automatically', async (t) => {
  const { writer, state, server, phase } = setUp(t);
  server.isGone = true;
  writer.edit('command', 'kept');
  await writer.flush();
  assert.equal(phase('command'), 'failed');
  assertUnsaved(state, writer, 'kept');
  server.isGone = false;
  t.mock.timers.tick(5_000);
  await writer.flush();
  assert.deepEqual(state.writes, [['command', 'kept']]);
});

test('text that one page could not save is picked up by the next', async (t) => {
  const { writer, state, server } = setUp(t);
  server.isGone = true;
  const leave = writer.watch();
  writer.edit('output', 'from before');
  await writer.flush();
  leave();
  assert.equal(writer.isWatched, false);
  assert.equal(writer.isDirty, true);
  server.isGone = false;
  writer.watch();
  await writer.retry();
  assert.deepEqual(state.writes, [['output', 'from before']]);
});

test('a writer sends and keeps nothing after its person has signed out', async (t) => {
  const { writer, state, server } = setUp(t);
  server.isGone = true;
  writer.edit('command', 'of the one who left');
  t.mock.timers.tick(800);
  await writer.flush();
  assert.equal(writer.states.get().command?.phase, 'failed');
  writer.end();
  state.unsaved = 0;
  server.isGone = false;
  t.mock.timers.tick(60_000);
  writer.edit('output', 'typed into what is gone');
  await writer.flush();
  assert.equal(writer.isDirty, false);
  assert.deepEqual(state.writes, []);
  assert.equal(state.unsaved, 0);
});

test('a writer that ends during a save ignores the answer', async (t) => {
  const { writer, state } = setUp(t);
  writer.edit('command', 'on its way');
  writer.edit('output', 'the next one');
  state.beforeWrite = () => writer.end();
  await writer.flush();
  assert.deepEqual(
    state.writes.map(([field]) => field),
    ['command'],
  );
  assert.deepEqual(writer.states.get(), {});
});

for (const isSignedIn of [true, false]) {
  const told = isSignedIn ? 'is tried again for a person who is back' : 'waits for the person to be back';
  test(`text that an ended session refused ${told}`, async (t) => {
    const { writer, state, phase } = setUp(t);
    state.isSignedIn = isSignedIn;
    state.beforeWrite = () => {
      throw signedOut();
    };
    writer.edit('command', 'mine');
    await writer.flush();
    assert.equal(phase('command'), 'failed');
    assertUnsaved(state, writer, 'mine');
    t.mock.timers.tick(5_000);
    await writer.flush();
    assert.deepEqual(state.writes, isSignedIn ? [['command', 'mine']] : []);
  });
}

/** A focused field containing `typed`, after the page has read changes by others. */
function overtaken(t: TestContext, typed: Value) {
  const set = setUp(t);
  const { writer, others, state, server } = set;
  writer.hold('command');
  if (typed !== null) writer.edit('command', typed);
  const noticed = (value: Value) => {
    others('command', value);
    state.seen = { version: String(server.version), values: { ...server.values } };
    writer.notice('command', value);
  };
  noticed('theirs');
  return { ...set, noticed, field: () => writer.states.get().command };
}

test('a field that has the focus says that others changed it, and shows that when it is asked for or left', async (t) => {
  for (const seen of ['shown', 'left'] as const) {
    const { writer, phase, field, state } = overtaken(t, null);
    assert.deepEqual([phase('command'), field()?.draft?.value], ['changed', null]);
    if (seen === 'left') {
      writer.release('command');
      assert.equal(field()?.draft, null);
    } else {
      writer.show('command');
      assert.equal(field()?.draft?.value, 'theirs');
      writer.edit('command', 'theirs and mine');
      await writer.flush();
      assert.deepEqual(state.writes, [['command', 'theirs and mine']]);
    }
    t.mock.timers.reset();
  }
});

test('typing into a field that others changed is a conflict at once, and typing on keeps it one', async (t) => {
  const { writer, phase, state, field } = overtaken(t, 'mine');
  assert.deepEqual([phase('command'), field()?.theirs], ['conflict', 'theirs']);
  writer.edit('command', 'mine, longer');
  t.mock.timers.tick(10_000);
  await writer.flush();
  assert.deepEqual([phase('command'), state.writes, state.unsaved], ['conflict', [], 1]);
  await writer.resolve('command', 'both');
  assert.deepEqual(state.writes, [['command', 'both']]);
});

test('a change that others reverted is no conflict, and text typed in the meantime is saved', async (t) => {
  const { writer, phase, state, noticed } = overtaken(t, 'mine');
  noticed(null);
  await writer.flush();
  assert.deepEqual([phase('command'), state.writes], ['saved', [['command', 'mine']]]);
});

test('a text that others overwrote is no longer shown as saved', async (t) => {
  const { writer, phase } = setUp(t);
  for (const focus of [true, false]) {
    if (focus) writer.hold('command');
    writer.edit('command', focus ? 'mine' : 'mine again');
    await writer.flush();
    writer.notice('command', focus ? 'mine' : 'mine again');
    assert.equal(phase('command'), 'saved');
    writer.notice('command', 'theirs');
    assert.equal(phase('command'), focus ? 'changed' : 'clean');
    writer.release('command');
    await writer.flush();
  }
});
