import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type AuditDocument, type ChainCheckpoint, openCollections } from '../collections.ts';
import { startTestServices, startTestStore } from '../test-services.ts';
import { createCheckpoints } from './checkpoint.ts';

setDefaultTimeout(180_000);
const LOG = 'system_audit_log';
const DAY_MS = 86_400_000;
/** Entries of each day; the fourth and later are young when 90 days are kept. */
const DAYS = 8;
const EACH = 4;
const OLD = 5 * EACH;
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let whole: AuditDocument[];
let checkpoints: ReturnType<typeof createCheckpoints>;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`old_${process.pid}`) });
  await it.services.start();
  for (let day = 0; day < DAYS; day++) {
    for (let index = 0; index < EACH; index++)
      await it.services.audit({ type: 'qr.code.update', plugin: 'qr', target: `${day}.${index}` });
    it.clock.pass(DAY_MS);
  }
  while ((await it.collections.chainHeads.findOne({ _id: LOG }))?.seq !== DAYS * EACH) await Bun.sleep(10);
  whole = await it.collections.audit.find({}).sort({ seq: 1 }).toArray();
  // The first five days are older than 90 by now.
  it.clock.pass((90 - 3) * DAY_MS - DAY_MS / 2);
  checkpoints = createCheckpoints({
    collection: it.collections.chainCheckpoints,
    log: LOG,
    key: createHash('sha256').update('key audit-checkpoint').digest(),
  });
});
afterAll(async () => {
  await it?.services.stop();
  await store?.stop();
});

const verify = () => it.services.auditLog.verify();
const signal = new AbortController().signal;
async function reset(): Promise<void> {
  const { audit, chainCheckpoints, chainHeads, settings } = openCollections(it.connection);
  await audit.deleteMany({});
  await audit.insertMany(whole.map((row) => structuredClone(row)));
  await chainCheckpoints.deleteMany({});
  await settings.deleteMany({ _id: 'audit-log' });
  const { seq, hash } = whole.at(-1) as AuditDocument;
  await chainHeads.updateOne({ _id: LOG }, { $set: { seq, hash } });
}
/** As it stands when the removal up to an entry was interrupted with so many of them still there. */
async function cut(through: number, left: number): Promise<void> {
  await reset();
  await checkpoints.write(whole[through - 1] as AuditDocument, it.clock.date());
  await it.collections.audit.deleteMany({ seq: { $lte: through - left } });
}

test('without a configured time nothing is ever removed, nor by a value that is none', async () => {
  await reset();
  expect(await it.services.auditDesk.removeOld(signal)).toBe(0);
  for (const kept_days of ['90', 12, -1, null, 90.5]) {
    await it.collections.settings.updateOne(
      { _id: 'audit-log' },
      { $set: { value: { version: 1, kept_days, unrecorded: [] } } },
      { upsert: true },
    );
    expect([kept_days, await it.services.auditDesk.removeOld(signal)]).toEqual([kept_days, 0]);
  }
  expect(await verify()).toEqual({ isIntact: true, entries: whole.length });
});

test('old entries go, the rest stays verifiable, and the removal is told by an entry', async () => {
  await reset();
  await it.services.auditDesk.changeConfig(0, { kept_days: 90, unrecorded: [] });
  expect(await it.services.auditDesk.removeOld(signal)).toBe(OLD);
  expect(await verify()).toEqual({ isIntact: true, entries: whole.length + 1, removed: OLD });
  const { removed, newest } = await it.services.auditDesk.state();
  expect([removed?.through, newest]).toEqual([OLD, whole.length + 1]);
  const told = await it.collections.audit.findOne({ type: 'system.log.remove_old' });
  expect(JSON.parse(told?.after ?? '')).toMatchObject({ through: OLD, count: OLD, kept_days: 90 });
  expect(await it.services.auditDesk.removeOld(signal)).toBe(0);
  // The log goes on from there, also for whoever opens it anew.
  await it.services.audit({ type: 'qr.code.update', plugin: 'qr' });
  expect(await verify()).toMatchObject({ isIntact: true, entries: whole.length + 2 });
});

test('however old all of them are, the newest stays: what comes next has something to follow', async () => {
  const { newest, removed } = await it.services.auditDesk.state();
  it.clock.pass(1_000 * DAY_MS);
  expect(await it.services.auditDesk.removeOld(signal)).toBe(newest - 1 - (removed?.through ?? 0));
  it.clock.pass(-1_000 * DAY_MS);
  expect(await verify()).toEqual({ isIntact: true, entries: newest + 1, removed: newest - 1 });
});

test('entries that show a change are not removed with it', async () => {
  await reset();
  await it.services.auditDesk.changeConfig(0, { kept_days: 90, unrecorded: [] });
  await it.collections.audit.updateOne({ seq: 3 }, { $set: { after: '{}' } });
  await expect(it.services.auditDesk.removeOld(signal)).rejects.toMatchObject({ code: 'audit_chain_broken' });
  expect(await it.collections.audit.countDocuments({})).toBe(whole.length);
});

const place = fc
  .integer({ min: 2, max: DAYS * EACH - 2 })
  .chain((through) =>
    fc.record({ through: fc.constant(through), left: fc.integer({ min: 0, max: through - 1 }) }),
  );

test('interrupted wherever, it is whole, and the next run finishes it', async () => {
  await fc.assert(
    fc.asyncProperty(place, async ({ through, left }) => {
      await cut(through, left);
      expect(await verify()).toEqual({ isIntact: true, entries: whole.length, removed: through });
      expect(await it.services.auditDesk.removeOld(signal)).toBe(left);
      expect(await verify()).toEqual({ isIntact: true, entries: whole.length, removed: through });
      expect(await it.collections.audit.countDocuments({})).toBe(whole.length - through);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

type Row = Partial<AuditDocument>;
const setRow = (seq: number, set: Row) => it.collections.audit.updateOne({ seq }, { $set: set });
const setCut = (set: Partial<ChainCheckpoint>) =>
  it.collections.chainCheckpoints.updateOne({ _id: LOG }, { $set: set });

/** What somebody could do who has the store in hand, but not the key. `seq`: of an entry that is still there. */
const ATTACKS: Readonly<Record<string, (facts: { through: number; seq: number }) => Promise<unknown>>> = {
  'a changed entry': ({ seq }) => setRow(seq, { target: 'another' }),
  'an entry taken out': ({ seq }) => it.collections.audit.deleteOne({ seq }),
  'everything behind the checkpoint up to an entry': ({ seq, through }) =>
    it.collections.audit.deleteMany({ seq: { $gt: through, $lte: Math.max(seq, through + 1) } }),
  'no checkpoint': () => it.collections.chainCheckpoints.deleteMany({}),
  'a later checkpoint, with the signature of the true one': async ({ through }) => {
    const { seq, hash, time } = whole[through] as AuditDocument;
    await setCut({ seq, hash, until: time });
    await it.collections.audit.deleteMany({ seq: { $lte: seq } });
  },
  'a checkpoint signed with another key': async ({ through }) => {
    await it.collections.chainCheckpoints.deleteMany({});
    const other = createCheckpoints({
      collection: it.collections.chainCheckpoints,
      log: LOG,
      key: new Uint8Array(32),
    });
    await other.write(whole[through] as AuditDocument, it.clock.date());
    await it.collections.audit.deleteMany({ seq: { $lte: through + 1 } });
  },
  'an earlier checkpoint put back': async ({ through }) => {
    await it.collections.chainCheckpoints.deleteMany({});
    await checkpoints.write(whole[through - 2] as AuditDocument, it.clock.date());
    await it.collections.audit.deleteMany({ seq: { $lte: through } });
  },
};

test('whatever is done to the log or to its checkpoint shows', async () => {
  const attack = fc.record({
    place,
    name: fc.constantFrom(...Object.keys(ATTACKS)),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(attack, async ({ place: { through, left }, name, at }) => {
      await cut(through, left);
      // Of entries that may go the oldest may be gone: that is what the removal does.
      const first = through - left + 1;
      const from = name === 'an entry taken out' && left > 0 ? first + 1 : first;
      const seq = Math.min(whole.length, from + Math.floor(at * (whole.length - from + 1)));
      await ATTACKS[name]?.({ through, seq });
      expect([name, (await verify()).isIntact]).toEqual([name, false]);
    }),
    { numRuns: 80, endOnFailure: true },
  );
});
