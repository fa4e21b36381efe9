import { afterAll, beforeAll, beforeEach } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operation, OperationStatus } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import mongoose, { type Connection } from 'mongoose';
import { startTestStore, type TestStore } from '../../../visit/testing/test-store.ts';
import { operationCollection, storedResultCollection } from '../document.ts';
import type { OperationService } from '../operations.ts';
import { openWorker } from './open-worker.ts';

export const LIMIT_MS = 30_000;
/** Who starts operations. */
export const OWNER = 'a'.repeat(24);
export const requestOf = (id: string, account: string): SignedRequest =>
  ({ caller: { id, account }, locale: 'en-US' }) as unknown as SignedRequest;
export const request = requestOf(OWNER, 'anna');

export const isOver = ({ status }: Operation): boolean => status !== OperationStatus.inProgress;

/** Waits until an operation of the owner is as wanted. */
export async function until(
  service: OperationService,
  id: string,
  isDone: (one: Operation) => boolean,
): Promise<Operation> {
  for (const end = performance.now() + LIMIT_MS; ; await Bun.sleep(10)) {
    const [one] = await service.find(OWNER, [id]);
    if (one !== undefined && isDone(one)) return one;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(one)}`);
  }
}

/** The text of an operation's result, wherever it is. */
export async function textOf(service: OperationService, id: string): Promise<string> {
  const file = await service.file(OWNER, id);
  return 'path' in file ? Bun.file(file.path).text() : new Response(file.stream).text();
}

/** A store for the tests of a file, and processes that run operations over it; each test begins with none, and a folder of its own. */
export function operationWorkers() {
  /** Moves when a test says so, beside real time: beats and sweeps are real, ages are not. */
  const time = { ahead: 0 };
  const clock = { now: () => Date.now() + time.ahead, date: () => new Date(Date.now() + time.ahead) };
  let store: TestStore;
  let connection: Connection;
  let folder = '';
  const started: OperationService[] = [];
  const stopAll = () => Promise.all(started.splice(0).map((service) => service.stop()));
  const rows = () => operationCollection(connection as never);
  const stored = () => storedResultCollection(connection as never);
  beforeAll(async () => {
    store = await startTestStore();
    connection = await mongoose.createConnection(store.uri).asPromise();
  }, LIMIT_MS);
  afterAll(async () => {
    await stopAll();
    await connection.close();
    await store.stop();
  });
  beforeEach(async () => {
    await stopAll();
    time.ahead = 0;
    await rows().deleteMany({});
    await stored().deleteMany({});
    folder = mkdtempSync(join(tmpdir(), 'wp-operations-'));
    return () => rmSync(folder, { recursive: true });
  });
  return {
    time,
    clock,
    rows,
    /** What is in storages. */
    stored,
    /** Where results lie, or one of them. */
    pathOf: (...names: string[]) => join(folder, ...names),
    /** `machine`: another one, with a disk of its own. `guarded`: accounts with a second factor. */
    worker({ machine = '', losesJobs = false, guarded = [] as string[] } = {}): OperationService {
      const own = { folder: join(folder, machine), losesJobs, guarded: new Set(guarded) };
      const service = openWorker({ collection: rows(), stored: stored(), clock, ...own });
      started.push(service);
      return service;
    },
  };
}
