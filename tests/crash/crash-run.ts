import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { storeUri } from '../../runtime/process/environment.ts';
import { settleWritesOfDeadSockets } from '../../runtime/storage/settle-writes.ts';
import { type Product, startProduct } from '../product.ts';
import { publishLinks } from './links.ts';
import { seededRandom } from './seeded-random.ts';
import { drawTrouble, makeTrouble } from './trouble.ts';
import { readClientLog, type Verdict, verify } from './verify.ts';
import { drained, isAnswered, PROCESS_LIMIT_MS, until, within } from './wait.ts';

export interface CrashOptions {
  seed: number;
  /** Ends after so many rounds, or with the round in hand after `minutes`. */
  rounds: number;
  minutes?: number;
  /** Average pause of each of 16 visitors between two requests, milliseconds. */
  pauseMs?: number;
  say(line: string): void;
}

type Victim = 'runtime' | 'store' | 'aggregator';
const USES_OWN_STORE = process.env.MONGODB_URI === undefined;

/** What may be killed together; each is drawn as often as it stands here. */
const ROUNDS: readonly (readonly Victim[])[] = [
  ['runtime'],
  ['store'],
  ['runtime', 'store'],
  ['aggregator'],
  ['aggregator', 'store'],
  ['runtime', 'aggregator', 'store'],
];

/**
 * Kills processes of the real product under load, at offsets that the seed decides, again while they aggregate and replay and
 * after a time in which one of them stood still or the journal could not grow, then holds what is stored against what a client in another process saw.
 */
export async function runCrashTest(options: CrashOptions): Promise<Verdict> {
  const random = seededRandom(options.seed);
  const directory = mkdtempSync(join(tmpdir(), 'wp-crash-'));
  const product = await startProduct({ dataDir: join(directory, 'data') });
  const uri = storeUri({ dataDirectory: product.dataDir, mongodbUri: process.env.MONGODB_URI });
  settleWritesOfDeadSockets();
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
      const trouble = drawTrouble(random);
      options.say(`round ${round}: ${trouble ?? 'calm'}, kill ${victims.join(', ')}`);
      if (trouble !== undefined) await makeTrouble(product, trouble, random);
      await killAll(product, victims, random);
      if (random() < 0.5) {
        await Bun.sleep(random() * 400);
        const again = random() < 0.5 || !USES_OWN_STORE ? 'aggregator' : 'store';
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
