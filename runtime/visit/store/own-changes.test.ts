import { expect, test } from 'bun:test';
import type { ClientSession } from 'mongoose';
import { createOwnChanges } from './own-changes.ts';

const warnings: unknown[] = [];
const log = { debug() {}, info() {}, warn: (fields: unknown) => void warnings.push(fields), error() {} };
const sessionOf = (name: string) => ({ name }) as unknown as ClientSession;

test('an author is told when the last of the changes is applied, also those applied before the commit is known', async () => {
  const changes = createOwnChanges({ log });
  const session = sessionOf('a');
  changes.begins(session);
  changes.expect(session, 'x');
  changes.expect(session, 'y');
  changes.applied('y');
  let isTold = false;
  const told = changes.committed(session).then(() => {
    isTold = true;
  });
  await Bun.sleep(0);
  expect(isTold).toBe(false);
  changes.applied('x');
  await told;
  expect(changes.isWaiting()).toBe(false);
});

test('a second attempt waits for its own changes only, and one given up leaves nothing', async () => {
  const changes = createOwnChanges({ log, waitMs: 10_000 });
  const session = sessionOf('a');
  changes.begins(session);
  changes.expect(session, 'first attempt');
  changes.begins(session);
  changes.expect(session, 'second attempt');
  changes.applied('second attempt');
  await changes.committed(session);
  changes.begins(session);
  changes.expect(session, 'given up');
  changes.ended(session);
  expect(changes.isWaiting()).toBe(false);
});

test('a feed that stands still holds nobody longer than the limit, and the log tells', async () => {
  const changes = createOwnChanges({ log, waitMs: 5 });
  const session = sessionOf('a');
  changes.begins(session);
  changes.expect(session, 'x');
  await changes.committed(session);
  expect(warnings).toEqual([{ changes: 1, ms: 5 }]);
  changes.ended(session);
  expect(changes.isWaiting()).toBe(false);
});

test('a transaction without links waits for nothing', async () => {
  const changes = createOwnChanges({ log });
  const session = sessionOf('a');
  changes.begins(session);
  await changes.committed(session);
  changes.expect(sessionOf('unknown'), 'x');
  expect(changes.isWaiting()).toBe(false);
});
