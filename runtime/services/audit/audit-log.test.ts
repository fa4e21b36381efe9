import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startTestServices, startTestStore } from '../test-services.ts';

setDefaultTimeout(60_000);
let store: Awaited<ReturnType<typeof startTestStore>>;
let uri: string;

beforeAll(async () => {
  store = await startTestStore();
  uri = store.uri(`audit_${process.pid}`);
});
afterAll(() => store?.stop());

test('whoever ends in an orderly way leaves a note of where the log ends: what is cut off while nobody runs shows', async () => {
  const gone = await startTestServices({ uri });
  await gone.services.start();
  // Several within a moment, of which the first is noted at once.
  for (let index = 0; index < 6; index++)
    await gone.services.audit({ type: 'qr.code.update', plugin: 'qr', target: `code ${index}` });
  await gone.stop();

  const next = await startTestServices({ uri });
  const newest = await next.collections.audit.find({}).sort({ seq: -1 }).limit(1).next();
  expect(await next.collections.chainHeads.findOne({ _id: 'system_audit_log' })).toMatchObject({
    seq: newest?.seq,
    hash: newest?.hash,
  });
  await next.collections.audit.deleteOne({ seq: newest?.seq as number });
  expect(await next.services.auditLog.verify()).toEqual({
    isIntact: false,
    seq: newest?.seq as number,
    fault: 'removed',
  });
  await next.stop();
});
