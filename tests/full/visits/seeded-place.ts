import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { createDays, timesOfDays } from '../../../runtime/visit/derive/days.ts';
import { PLATFORM_SCOPE, visitCollections } from '../../../runtime/visit/store/collections.ts';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { type Product, startProduct } from '../../product.ts';
import { addCode, withStore } from '../../security/world.ts';
import { personId, seedPeople } from '../people/seed-people.ts';
import { seedCodes } from './seed-codes.ts';
import { type World, worldOf } from './seeded-visits.ts';
import { writeJournal } from './write-journal.ts';

const { ObjectId } = mongoose.mongo;
/** Each caller may make 600 calls a minute: several take turns. */
const TURNS = 4;
const GROUPS = ['Tables', 'Posters', 'Windows'];
const NOTE = 'seeded-visits.json';
const COUNTED_EVERY_MS = 1_000;

/** What is remembered of a directory with visits, so that it can be asked again. */
export interface SeededPlace {
  world: World;
  timeZone: string;
  /** Ids by the numbers of `seeded-visits.ts`. */
  owners: string[];
  customers: Credentials[];
  agents: Credentials[];
  operators: Credentials[];
}

/** A product over a directory that has so many visits; they are written and counted where the directory has none yet. */
export async function openSeeded(
  dataDir: string,
  visits: number,
): Promise<{ product: Product; place: SeededPlace }> {
  const note = join(dataDir, NOTE);
  if (existsSync(note)) {
    const place = JSON.parse(readFileSync(note, 'utf8')) as SeededPlace;
    const product = await startProduct({ dataDir });
    // Whoever wrote them may have been ended before all were counted.
    await counted(await signIn(product.origin, place.operators[0] as Credentials), place.world);
    await closed(product);
    return { product, place };
  }
  const product = await startProduct({ dataDir });
  const place = await seed(product, visits, (written) => writeFileSync(note, JSON.stringify(written)));
  await closed(product);
  return { product, place };
}

async function seed(
  product: Product,
  visits: number,
  written: (place: SeededPlace) => void,
): Promise<SeededPlace> {
  const now = Date.now();
  const dayHourOf = createDays(product.timeZone);
  const { day } = dayHourOf(now);
  const today = timesOfDays({ first: day, last: day }, dayHourOf).from.getTime();
  const world = worldOf(visits, { today, now });
  const made = async (role: 'super' | 'agent' | 'customer', turn: number) =>
    createAccount(product, { account: `${role}.${turn}.years`, role });
  const turns = Array.from({ length: TURNS }, (_, turn) => turn);
  const operators: Credentials[] = [];
  for (const turn of turns) operators.push(await made('super', turn));
  const [customer, agent] = [await made('customer', 0), await made('agent', 0)];
  const root = await signIn(product.origin, operators[0] as Credentials);
  const owner = await signIn(product.origin, customer);
  const copied = await addCode(owner);
  const groups: string[] = [];
  for (const name of GROUPS)
    groups.push((await owner.call<{ id: string }>('group/add', { name })).content.id);
  const owners = await withStore(product, async (database) => {
    await seedPeople(database, world.people, { agents: [agent.account] });
    const named = [await idOf(database, customer.account), await idOf(database, agent.account)];
    const ids = [...named, ...Array.from({ length: world.people }, (_, number) => personId(number))];
    await seedCodes(database, world, { copied: copied.short_code, owners: ids, groups });
    return ids;
  });
  const started = performance.now();
  await writeJournal(join(product.dataDir, 'journal'), world, owners);
  const ended = performance.now();
  const place: SeededPlace = {
    world,
    timeZone: product.timeZone,
    owners,
    operators,
    // One person each: only their own visits are theirs.
    customers: [customer],
    agents: [agent],
  };
  written(place);
  await counted(root, world);
  const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
  console.info(
    `${visits} visits written in ${seconds(started, ended)} s, counted ${seconds(ended, performance.now())} s later`,
  );
  return place;
}

async function idOf(database: mongo.Db, account: string): Promise<string> {
  const found = await database.collection<{ _id: unknown }>('system_account').findOne({ account } as never);
  return String(found?._id);
}

/** Waits until the days that are over are packed: sums of owners and links, rows of visits and of visitors. */
async function closed(product: Product): Promise<void> {
  await withStore(product, async (database) => {
    const { closedDays, packedDays, scopeDays } = visitCollections(database);
    const days = await scopeDays.distinct('day', { scope: new ObjectId(PLATFORM_SCOPE) });
    const packed = () => Promise.all([closedDays, packedDays].map((some) => some.countDocuments()));
    while (Math.min(...(await packed())) < 2 * (days.length - 1)) await Bun.sleep(COUNTED_EVERY_MS);
  });
}

/** Waits until the aggregator has counted all that was written. */
async function counted(root: Api, { visits }: World): Promise<void> {
  let told = 0;
  for (;;) {
    const { body } = await root.call<{ lag: { visits: number } }>('today_statistics/inquire');
    // A store that is busy with large batches may not answer in time.
    const left = body.status === true ? body.content.lag.visits : Number.NaN;
    if (left === 0) return;
    if (performance.now() - told > 60_000) {
      console.info(`${left} of ${visits} visits are still to be counted`);
      told = performance.now();
    }
    await Bun.sleep(COUNTED_EVERY_MS);
  }
}
