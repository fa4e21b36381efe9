import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { AuditDocument } from '../collections.ts';
import { startTestServices, startTestStore } from '../test-services.ts';

setDefaultTimeout(180_000);
const ENTRIES = 24;
const PERSON = { id: '2'.repeat(24), account: 'customer' };
const OPERATOR = { id: '3'.repeat(24), account: 'operator' };
/** Nobody, somebody, and an operator who acts as somebody. */
const ACTORS = [null, { ...PERSON, via: 'session' }, { ...OPERATOR, via: 'session', as: PERSON }];
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let written: AuditDocument[];

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`chain_${process.pid}`) });
  await it.services.start();
  for (let index = 0; index < ENTRIES; index++)
    await it.services.audit({
      type: 'qr.code.update',
      plugin: 'qr',
      actor: ACTORS[index % ACTORS.length],
      target: index % 4 === 0 ? `t${index}` : undefined,
      before: { name: `before ${index}` },
      after: { name: `after ${index}` },
    } as Parameters<typeof it.services.audit>[0]);
  // The head is noted behind the entry.
  while ((await it.collections.chainHeads.findOne({ _id: 'system_audit_log' }))?.seq !== ENTRIES)
    await Bun.sleep(10);
  written = await it.collections.audit.find({}).sort({ seq: 1 }).toArray();
});
afterAll(async () => {
  await it?.services.stop();
  await store?.stop();
});

const verify = () => it.services.auditLog.verify();
const rowAt = (index: number): AuditDocument => structuredClone(written[index] as AuditDocument);
async function put(rows: AuditDocument[]): Promise<void> {
  for (const row of rows) await it.collections.audit.replaceOne({ _id: row._id }, row, { upsert: true });
}

/** One thing that somebody with the store's file in their hands could do, and the number of the entry that must be named. */
interface Attack {
  name: string;
  seq: number;
  apply(): Promise<unknown>;
  undo(): Promise<unknown>;
}

const place = fc.integer({ min: 0, max: ENTRIES - 1 });
const CHANGES: readonly Record<string, unknown>[] = [
  { type: 'qr.code.remove' },
  { plugin: 'system' },
  { actor: { id: '0'.repeat(24), account: 'somebody', via: 'session' } },
  { actor: { ...OPERATOR, via: 'session', as: { ...PERSON, account: 'another' } } },
  { actor: { ...OPERATOR, via: 'session', as: { ...PERSON, note: 'added' } } },
  { actor: { ...OPERATOR, via: 'session', as: null } },
  { ip: '192.0.2.1' },
  { user_agent: '' },
  { request_id: 'x' },
  { target: 'another' },
  { before: null },
  { after: '{}' },
  // What JSON writes as null, too, and what no hash is of.
  { ip: Number.NaN },
  { note: 'added' },
  { server_ip: '192.0.2.9' },
  { targets: ['0'.repeat(24), '1'.repeat(24)] },
  { time: new Date(0) },
  { previous: 'f'.repeat(64) },
  { hash: 'f'.repeat(64) },
];

const changed = fc.tuple(place, fc.constantFrom(...CHANGES)).map(([index, set]): Attack => {
  const row = rowAt(index);
  return {
    name: `change ${Object.keys(set)[0]}`,
    seq: row.seq,
    apply: () => put([{ ...rowAt(index), ...set } as AuditDocument]),
    undo: () => put([row]),
  };
});
const removed = place.map((index): Attack => {
  const row = rowAt(index);
  return {
    name: 'remove',
    // The one behind it, or the missing one itself at the end.
    seq: Math.min(row.seq + 1, ENTRIES),
    apply: () => it.collections.audit.deleteOne({ _id: row._id }),
    undo: () => put([row]),
  };
});
const swapped = fc
  .tuple(place, place)
  .filter(([left, right]) => left < right)
  .map(([left, right]): Attack => {
    const [one, other] = [rowAt(left), rowAt(right)];
    const exchange = async () => {
      await put([{ ...one, seq: ENTRIES + 9 }]);
      await put([{ ...other, seq: one.seq }]);
      await put([{ ...one, seq: other.seq }]);
    };
    const undo = async () => {
      await put([{ ...one, seq: ENTRIES + 9 }]);
      await put([other]);
      await put([one]);
    };
    return { name: 'swap', seq: one.seq, apply: exchange, undo };
  });
const inserted = fc.tuple(place, place).map(([index, like]): Attack => {
  const row = { ...rowAt(like), _id: 'f'.repeat(24), seq: rowAt(index).seq + 0.5 };
  return {
    name: 'insert',
    seq: row.seq,
    apply: () => put([row]),
    undo: () => it.collections.audit.deleteOne({ _id: row._id }),
  };
});

test('whatever one row is made of, or wherever it goes, it is found and named', async () => {
  expect(await verify()).toEqual({ isIntact: true, entries: ENTRIES });
  const attack = fc.constantFrom('changed', 'removed', 'swapped', 'inserted').chain((kind) => {
    if (kind === 'changed') return changed;
    if (kind === 'removed') return removed;
    return kind === 'swapped' ? swapped : inserted;
  });
  await fc.assert(
    fc.asyncProperty(attack, async ({ name, seq, apply, undo }) => {
      await apply();
      const found = await verify();
      await undo();
      expect([name, found]).toEqual([name, { isIntact: false, seq, fault: expect.any(String) } as never]);
    }),
    { numRuns: 120, endOnFailure: true },
  );
  expect(await verify()).toEqual({ isIntact: true, entries: ENTRIES });
});
