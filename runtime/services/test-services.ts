import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller, GuessedSession, RequestContext, Session } from '@waypost/sdk';
import { socketUri, storeCommand } from '@waypost/store';
import { type Connection, createConnection } from 'mongoose';
import type { Catalogue, MenuEntry } from './catalogue.ts';
import { openCollections } from './collections.ts';
import { createServices } from './services.ts';

/** A store for tests: the embedded one in a process of its own, or a fresh database of MONGODB_URI. */
export async function startTestStore(): Promise<{ uri(database: string): string; stop(): Promise<void> }> {
  const given = process.env.MONGODB_URI;
  if (given) {
    const uri = (database: string) => {
      const address = new URL(given);
      address.pathname = `/${database}`;
      return address.href;
    };
    return { uri, stop: async () => {} };
  }
  const directory = mkdtempSync(join(tmpdir(), 'waypost-services-'));
  const socket = join(directory, 'store.sock');
  const child = Bun.spawn(storeCommand({ directory, socketPath: socket, synchronous: 'NORMAL' }), {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const first = await child.stdout.getReader().read();
  if (first.done) throw new Error('the embedded store did not start');
  return {
    uri: (database) => socketUri(socket, database),
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A moment that tests move by hand. */
export interface TestClock {
  now(): number;
  date(): Date;
  pass(milliseconds: number): void;
}

/** Services as one process has them, with a clock that stands still and cheap hashes. */
export async function startTestServices(options: {
  uri: string;
  menus?: MenuEntry[];
  first?: { account?: string; password?: string };
  clock?: TestClock;
}) {
  let time = Date.parse('2026-03-04T05:06:07Z');
  const clock = options.clock ?? {
    now: () => time,
    date: () => new Date(time),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
  const connection: Connection = await createConnection(options.uri).asPromise();
  const announced: string[] = [];
  const changedPasswords: string[] = [];
  const guessedSessions: GuessedSession[] = [];
  const catalogue = testCatalogue(options.menus ?? []);
  const services = createServices({
    connection,
    environment: {
      dataDirectory: 'data',
      adminAccount: options.first?.account ?? 'admin',
      adminPassword: options.first && 'password' in options.first ? options.first.password : 'Waypost123',
    },
    deriveKey: (purpose) => createHash('sha256').update(`key ${purpose}`).digest(),
    clock,
    random: { bytes: (length) => new Uint8Array(randomBytes(length)), number: () => Math.random() },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    catalogue,
    announce: (text) => announced.push(text),
    passwordChanged: (account) => changedPasswords.push(account),
    sessionGuessed: (guessed) => guessedSessions.push(guessed),
    passwordCost: { memoryCost: 8, timeCost: 1 },
  });
  return {
    services,
    clock,
    catalogue,
    announced,
    changedPasswords,
    guessedSessions,
    collections: openCollections(connection),
    connection,
    transaction: async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
      const session = await connection.startSession();
      try {
        return await session.withTransaction(() => work(session));
      } finally {
        await session.endSession();
      }
    },
    stop: async () => {
      await services.stop();
      await connection.close();
    },
  };
}

function testCatalogue(menus: MenuEntry[]): Catalogue & { menuList: MenuEntry[]; change(): Promise<void> } {
  const listeners = new Set<() => void | Promise<void>>();
  let generation = 1;
  return {
    menuList: menus,
    permissions: () =>
      menus.flatMap(({ plugin, permission, buttons }) =>
        [permission, ...buttons.map((button) => button.permission)].map((node) => ({ node, plugin })),
      ),
    menus: () => menus,
    remotes: () => [],
    menuGroup: () => undefined,
    slots: () => [],
    generation: () => generation,
    translate: (_locale, key) => key,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: async () => {
      generation += 1;
      for (const listener of listeners) await listener();
    },
  };
}

/** A request as handlers get it. */
export function testRequest<C extends Caller | undefined = undefined>(
  facts: { address?: string; caller?: C } = {},
): RequestContext & { caller: C } {
  return {
    caller: facts.caller as C,
    locale: 'en-US',
    language: 'en-US',
    address: facts.address ?? '203.0.113.7',
    userAgent: 'test',
    requestId: 'request',
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    signal: new AbortController().signal,
    translate: (key) => key,
  };
}

/** The code of the AppError that `work` fails with, or `accepted`. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
}
