import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startTestServices, startTestStore } from '../test-services.ts';

setDefaultTimeout(60_000);
type Services = Awaited<ReturnType<typeof startTestServices>>;
let store: Awaited<ReturnType<typeof startTestStore>>;
let uri: string;
const running: Services[] = [];

beforeAll(async () => {
  store = await startTestStore();
  uri = store.uri(`pending_${process.pid}`);
});
afterAll(async () => {
  for (const services of running) await services.stop();
  await store?.stop();
});
async function start(): Promise<Services> {
  const it = await startTestServices({ uri });
  running.push(it);
  await it.services.start();
  return it;
}
const entry = (target: string) => ({
  type: 'qr.code.change_owner',
  plugin: 'qr',
  target,
  after: { owner: 'b' },
});
const told = async (it: Services, target: string) =>
  (await it.services.audited({ plugin: 'qr', target, page: 1, page_size: 10 })).content.map(
    ({ type }) => type,
  );

test('an entry that belongs to a change is there with it, and not without it', async () => {
  const it = await start();
  await it
    .transaction(async (session) => {
      await it.services.audit(entry('taken back'), session);
      throw new Error('the change was refused');
    })
    .catch(() => undefined);
  expect(await told(it, 'taken back')).toEqual([]);
  await it.transaction((session) => it.services.audit(entry('done'), session));
  await it.services.audit({ ...entry('done'), type: 'qr.code.update' });
  expect(await told(it, 'done')).toEqual(['qr.code.update', 'qr.code.change_owner']);
});

test('a process that is gone the moment after the change leaves the entry to the others, once', async () => {
  const [other] = running;
  if (other === undefined) throw new Error('no process runs');
  const gone = await startTestServices({ uri });
  const session = await gone.connection.startSession();
  session.startTransaction();
  await gone.services.audit(entry('left behind'), session);
  await session.commitTransaction();
  // Nothing of its process does anything with it any more.
  expect(await told(other, 'left behind')).toEqual(['qr.code.change_owner']);
  await session.endSession();
  expect(await told(gone, 'left behind')).toEqual(['qr.code.change_owner']);
  expect(await other.services.auditLog.verify()).toMatchObject({ isIntact: true });
  await gone.stop();
});

test('of many changes in two processes at once each has its entry in the log, once, and the log is whole', async () => {
  const [one, two] = [running[0], await start()];
  if (one === undefined) throw new Error('no process runs');
  const names = Array.from({ length: 40 }, (_, at) => `many ${at}`);
  await Promise.all(
    names.map((name, at) => {
      const it = at % 2 === 0 ? one : two;
      return it.transaction((session) => it.services.audit(entry(name), session));
    }),
  );
  await Promise.all([told(one, 'many 0'), told(two, 'many 1'), two.services.audit(entry('alone'))]);
  for (const name of [...names, 'alone']) expect(await told(one, name)).toEqual(['qr.code.change_owner']);
  expect(await two.services.auditLog.verify()).toMatchObject({ isIntact: true });
  expect(await one.collections.auditPending.countDocuments()).toBe(0);
});

test('an entry about several at once is found by each, also one from before they were looked up', async () => {
  const [it] = running;
  if (it === undefined) throw new Error('no process runs');
  const [first, second] = ['a'.repeat(24), 'b'.repeat(24)];
  await it.services.audit(entry(`${first},${second}`));
  await it.collections.audit.updateMany({}, { $unset: { targets: '' } });
  await it.collections.settings.deleteMany({ _id: 'audit-joined-targets' });
  const next = await start();
  expect([await told(next, first), await told(next, second)]).toEqual([
    ['qr.code.change_owner'],
    ['qr.code.change_owner'],
  ]);
  expect(await next.services.auditLog.verify()).toMatchObject({ isIntact: true });
});
