import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import mongoose, { type mongo } from 'mongoose';
import { storeUri } from '../../runtime/kernel/environment.ts';
import { readLag } from '../../runtime/visit/facts/lag.ts';
import { visitCollections } from '../../runtime/visit/store/collections.ts';
import { createLinkPublisher } from '../../runtime/visit/store/publisher.ts';
import { type Product, startProduct } from '../product.ts';
import { seededRandom } from './seeded-random.ts';
import { readClientLog, type Verdict, verify } from './verify.ts';

export interface CrashOptions {
  seed: number;
  /** Ends after so many rounds, or with the round in hand after `minutes`. */
  rounds: number;
  minutes?: number;
  /** Average pause of each of 16 visitors between two requests, milliseconds. */
  pauseMs?: number;
  say(line: string): void;
}

type Victim = 'runtime' | 'store' | 'folder';
const USES_OWN_STORE = process.env.MONGODB_URI === undefined;
const PROCESS_LIMIT_MS = 30_000;
const DRAIN_LIMIT_MS = 60_000;
const CODES = 24;

/** What may be killed together; each is drawn as often as it stands here. */
const ROUNDS: readonly (readonly Victim[])[] = [
  ['runtime'],
  ['store'],
  ['runtime', 'store'],
  ['folder'],
  ['folder', 'store'],
  ['runtime', 'folder', 'store'],
];

/**
 * Kills processes of the real product under load, at offsets that the seed decides, again while they fold and replay,
 * then holds what is stored against what a client in another process saw.
 */
export async function runCrashTest(options: CrashOptions): Promise<Verdict> {
  const random = seededRandom(options.seed);
  const directory = mkdtempSync(join(tmpdir(), 'wp-crash-'));
  const product = await startProduct({ dataDir: join(directory, 'data') });
  const uri = storeUri({ dataDirectory: product.dataDir, mongodbUri: process.env.MONGODB_URI });
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: 2000,
    heartbeatFrequencyMS: 500,
  });
  const database = client.db();
  let visitors: ReturnType<typeof startVisitors> | undefined;
  try {
    const place = await publishLinks(database, random);
    const log = join(directory, 'client.log');
    await isAnswered(product, [...place.links.keys()][0] as string);
    visitors = startVisitors(product, log, options, [...place.links.keys()]);
    const end = performance.now() + (options.minutes ?? 60) * 60_000;
    for (let round = 1; round <= options.rounds && performance.now() < end; round++) {
      await Bun.sleep(200 + random() * 1200);
      const victims = (ROUNDS[Math.floor(random() * ROUNDS.length)] as readonly Victim[]).filter(
        (victim) => USES_OWN_STORE || victim !== 'store',
      );
      options.say(`round ${round}: kill ${victims.join(', ')}`);
      await killAll(product, victims, random);
      if (random() < 0.5) {
        await Bun.sleep(random() * 400);
        const again = random() < 0.5 || !USES_OWN_STORE ? 'folder' : 'store';
        options.say(`round ${round}: kill ${again} again`);
        await killAll(product, [again], random);
      }
    }
    await Bun.sleep(500);
    visitors.kill('SIGTERM');
    await within('the visitors end', PROCESS_LIMIT_MS, visitors.exited);
    await drained(database, product);
    return await verify(database, readClientLog(log), place);
  } catch (error) {
    options.say(product.output().slice(-5000));
    throw error;
  } finally {
    visitors?.kill('SIGKILL');
    await client.close();
    await product.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Links of three owners, all with open logs, so that raw visits exist to compare with. */
async function publishLinks(database: mongo.Db, random: () => number) {
  const hex = (): string => Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
  const run = Date.now().toString(36);
  const owners = [hex(), hex(), hex()];
  const links = Array.from({ length: CODES }, (_, number): VisitLink => {
    const targets = [1, 2].map((target) => ({
      url: `https://t.example/${number}/${target}`,
      weight: 1,
      threshold: 100,
    }));
    return {
      id: hex(),
      owner: owners[number % 3] as string,
      plugin: 'qr',
      host: '',
      code: `${run}${number}`,
      state: 'on',
      targets: number % 2 === 0 ? targets : targets.slice(1),
      rotation_model: number % 4 === 0 ? 3 : 1,
      jump_type: 6,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 2,
    };
  });
  await createLinkPublisher(database).publish(links);
  return { owners, links: new Map(links.map(({ code, id }) => [code, id])) };
}

function startVisitors(product: Product, log: string, options: CrashOptions, codes: string[]) {
  return Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'client.ts'),
      String(product.port),
      log,
      String(options.seed),
      String(options.pauseMs ?? 12),
      codes.join(','),
    ],
    { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' },
  );
}

async function until(what: string, limitMs: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${limitMs} ms`);
    await Bun.sleep(20);
  }
}

async function within<T>(what: string, limitMs: number, wanted: Promise<T>): Promise<T> {
  const late = Bun.sleep(limitMs).then(() => Promise.reject(new Error(`${what}: not within ${limitMs} ms`)));
  return Promise.race([wanted, late]);
}

const isAnswered = (product: Product, code: string): Promise<void> =>
  until('a published link is answered', PROCESS_LIMIT_MS, () =>
    fetch(`${product.origin}/${code}`, { method: 'HEAD', redirect: 'manual' }).then(
      ({ status }) => status === 302,
      () => false,
    ),
  );

/** Kills processes at once or shortly after each other, and waits until the launcher has started each of them again. */
async function killAll(product: Product, victims: readonly Victim[], random: () => number): Promise<void> {
  for (const victim of victims) {
    await until(
      `the ${victim} runs`,
      PROCESS_LIMIT_MS,
      async () => product.childPids()[victim] !== undefined,
    );
    const pid = product.childPids()[victim];
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    if (random() < 0.5) await Bun.sleep(random() * 150);
  }
  for (const victim of victims) {
    await until(
      `the ${victim} runs again`,
      PROCESS_LIMIT_MS,
      async () => product.childPids()[victim] !== undefined,
    );
  }
}

/** Waits until everything that was written down is stored. */
async function drained(database: mongo.Db, product: Product): Promise<void> {
  const clock = { now: Date.now, date: () => new Date() };
  const journals = join(product.dataDir, 'journal');
  await until('the journals are folded', DRAIN_LIMIT_MS, async () => {
    const lag = await readLag(visitCollections(database), journals, clock).catch(() => undefined);
    return lag?.visits === 0;
  });
}
