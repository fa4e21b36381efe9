import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Resource } from '@waypost/contract';
import { newRow, type PluginDefinition, type RowStart, type Stored, serviceFor } from '@waypost/sdk';
import {
  createTestActivation,
  type GivenPlugin,
  givenPlugin,
  needsAccounts,
  readManifest,
  type TestActivation,
} from './test-activation.ts';
import { createTestCalls } from './test-calls.ts';
import { createHeldClock, type HeldClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';
import { createTestLog } from './test-log.ts';
import { createTestOutgoing } from './test-outgoing.ts';
import { createTestPeople } from './test-people.ts';
import { createTestPlatform, type TestPlatform } from './test-platform.ts';
import { sealFor } from './test-seal.ts';
import type {
  AuditRecord,
  EarlierData,
  LedgerEntry,
  TestClock,
  TestEvents,
  TestJobs,
  TestPlugin,
  TestPluginOptions,
  TestRows,
  TestSettings,
} from './types.ts';

const START = '2026-01-15T12:00:00Z';
/** Most entries of the audit log that a test reads. */
const MOST_ENTRIES = 10_000;

/**
 * Runs a plugin within the test, on the pieces that it runs on in the product: rows in a real store, calls through the
 * whole way of a call, the same capabilities, permissions and words. Time stands still and no job runs until the test
 * says so. The first of a process takes half a second, each further one some tens of milliseconds.
 * @throws TypeError for a plugin.json that is not right, and where an activation would be refused; what `setup` throws
 * @example
 * const t = await testPlugin(plugin, { folder: import.meta.dirname });
 * const ada = await t.person('ada');
 * const { id } = await t.call<{ id: string }>('sample_note/add', { text: 'milk' }, { as: ada });
 * expect((await t.rows(note).find(id))?.owner).toBe(ada.id);
 * await t.dispose();
 */
export async function testPlugin(
  plugin: PluginDefinition,
  options: TestPluginOptions = {},
): Promise<TestPlugin> {
  const tested = givenPlugin(plugin, readManifest(await manifestOf(options)), options);
  const others = (options.others ?? []).map((other) =>
    givenPlugin(other.plugin, readManifest(other.manifest)),
  );
  const clock = createHeldClock(options.now ?? START);
  const log = createTestLog();
  const store = await openTestDatabase(log.log);
  const platform = createTestPlatform({
    store,
    clock,
    timeZone: options.timeZone ?? 'UTC',
    variables: options.variables ?? {},
    restored: options.restored ?? (() => null),
    log,
    outgoing: createTestOutgoing(options),
  });
  const activation = createTestActivation(platform, [...others, tested], options.services ?? {});
  const dispose = () => end(platform, activation);
  try {
    await activation.start();
    const settings = settingsOf(tested, platform);
    if (options.settings !== undefined) await settings.change(options.settings);
    return { ...partsOf({ tested, platform, activation, clock }), settings, log: log.records, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function manifestOf({ folder, manifest }: TestPluginOptions): Promise<unknown> {
  if (manifest !== undefined) return manifest;
  if (folder === undefined) throw new TypeError('testPlugin: say `folder` or `manifest`');
  return JSON.parse(await readFile(join(folder, 'plugin.json'), 'utf8')) as unknown;
}

async function end(platform: TestPlatform, activation: TestActivation): Promise<void> {
  const { sources } = platform;
  await activation.stop();
  await platform.operations.stop();
  await platform.queue.stop(0);
  await platform.realtime.stop();
  await platform.services.stop();
  await sources.store.database.dropDatabase();
  await sources.store.close();
  await rm(platform.directory, { recursive: true, force: true });
}

interface Whole {
  tested: GivenPlugin;
  platform: TestPlatform;
  activation: TestActivation;
  clock: HeldClock;
}

function partsOf(whole: Whole): Omit<TestPlugin, 'settings' | 'log' | 'dispose'> {
  const { tested, platform, activation } = whole;
  const { id } = tested.manifest;
  const { catalogue, generations, services } = platform;
  const people = createTestPeople({ catalogue, services: hasAccounts(whole) ? services : undefined });
  return {
    manifest: tested.manifest,
    get context() {
      return activation.contextOf(id);
    },
    clock: clockOf(whole),
    jobs: jobsOf(whole),
    events: eventsOf(platform),
    person: (account, options = {}) => people.person(account, options),
    ...createTestCalls(platform, people),
    seal: (text, place) => sealFor(platform, text, place),
    rows: (resource) => rowsOf(whole, resource),
    audit: () => auditOf(whole),
    ledger: () => ledgerOf(platform),
    published: () => [...platform.published],
    permissions: () => [...(generations.current().activations.get(id)?.permissions ?? [])].sort(),
    service: <T>(name: string) => {
      const found = platform.sources.provided.find(name, '*');
      if (found === undefined) throw new TypeError(`plugin ${id} offers no service ${name}`);
      return serviceFor(found, id) as T;
    },
    migrate: (earlier) => migrate(whole, earlier),
    async restart() {
      await activation.hide(id);
      await activation.show(id);
    },
  };
}

const hasAccounts = ({ platform }: Whole): boolean =>
  [...platform.generations.current().activations.values()].some(({ granted }) => needsAccounts(granted));

function rowsOf<R extends Resource>({ platform, activation }: Whole, resource: R): TestRows<R> {
  const owner = platform.generations.current().activations.get(resource.plugin);
  if (owner === undefined) throw new TypeError(`${resource.name}: plugin ${resource.plugin} does not run`);
  const model = owner.models.resource(resource);
  return {
    all: async (filter = {}) => (await model.find(filter).lean()) as Stored<R>[],
    find: async (id) => ((await model.findById(id).lean()) ?? undefined) as Stored<R> | undefined,
    async add(fields, start: RowStart = {}) {
      const row = newRow(activation.contextOf(resource.plugin), resource, fields, start);
      await model.create([row] as never);
      return row;
    },
    count: (filter = {}) => model.countDocuments(filter),
  };
}

async function auditOf({ tested, platform }: Whole): Promise<AuditRecord[]> {
  const { entries } = await platform.services.auditLog.page({
    plugin: tested.manifest.id,
    page: 1,
    pageSize: MOST_ENTRIES,
  });
  const value = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  return entries.reverse().map(({ type, actor, target, before, after }) => ({
    type,
    account: actor?.account ?? null,
    target,
    before: value(before),
    after: value(after),
  }));
}

async function ledgerOf({ services, sources }: TestPlatform) {
  const journal = sources.store.database.collection<LedgerEntry>('system_ledger_journal');
  const found = await journal.find({}, { useBigInt64: true }).sort({ time: 1, _id: 1 }).toArray();
  const entries = found.map(({ plugin, type, remark, postings }) => ({
    plugin,
    type,
    remark,
    postings: postings.map(({ account, amount, currency }) => ({ account, amount, currency })),
  }));
  return { faults: (await services.verifyLedger()).faults, entries };
}

function clockOf({ clock, platform }: Whole): TestClock {
  const { queue } = platform;
  return {
    now: clock.now,
    date: clock.date,
    set: clock.set,
    async advance(milliseconds) {
      const end = clock.now() + milliseconds;
      for (let due = queue.nextDue(); due !== undefined && due <= end; due = queue.nextDue()) {
        clock.set(Math.max(due, clock.now()));
        await queue.runDue();
      }
      clock.set(end);
      await queue.runWaiting();
    },
  };
}

function jobsOf({ tested, platform }: Whole): TestJobs {
  const { queue } = platform;
  const prefix = `${tested.manifest.id}.`;
  const own = ({ name }: { name: string }) => name.startsWith(prefix);
  return {
    run: (name, data = {}) => queue.run(`${prefix}${name}`, data),
    waiting: () =>
      queue
        .waiting()
        .filter(own)
        .map((job) => ({ ...job, name: job.name.slice(prefix.length) })),
    runWaiting: queue.runWaiting,
    repeated: () =>
      Object.fromEntries(
        queue
          .repeated()
          .filter(own)
          .map(({ name, interval }) => [name.slice(prefix.length), interval]),
      ),
  };
}

function eventsOf({ sources, emitted, failures }: TestPlatform): TestEvents {
  return {
    emit: sources.events.emit,
    emitted: (wanted) => emitted.filter(({ name }) => wanted === undefined || name === wanted),
    failures: () => [...failures],
  };
}

function settingsOf({ manifest }: GivenPlugin, { sources }: TestPlatform): TestSettings {
  const { settings } = sources.extensions;
  const viewed = async () => {
    const view = await settings.view(manifest.id);
    if (view === undefined) throw new TypeError(`plugin ${manifest.id} declares no settings`);
    return view;
  };
  return {
    async change(values) {
      await settings.change(manifest.id, (await viewed()).version, values, 'machine');
    },
    async view() {
      const { values, set } = await viewed();
      return { values, set };
    },
  };
}

async function migrate({ tested, platform, activation }: Whole, earlier: EarlierData): Promise<number[]> {
  const { id } = tested.manifest;
  const { store } = platform.sources;
  await activation.hide(id);
  for (const [name, documents] of Object.entries(earlier.documents ?? {})) {
    const collection = store.database.collection(name);
    await collection.deleteMany({});
    if (documents.length > 0) await collection.insertMany(documents.map((one) => ({ ...one })));
  }
  await activation.forgetMigrations(id, earlier.from);
  const before = new Set(await store.migrationsDone(id));
  await activation.show(id);
  return (await store.migrationsDone(id)).filter((number) => !before.has(number));
}
