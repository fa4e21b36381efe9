import { dlopen, FFIType, type Pointer, read } from 'bun:ffi';
import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import {
  chmodSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import net from 'node:net';
import type { PluginContext, RowModel } from '@waypost/sdk';

const workers: Worker[] = [];

/** Says something to the server past every check that runs in this process: a message is another one on its way out. */
function disguised<T>(as: 'ask' | 'tell', method: string, params: unknown, send: () => T): T {
  const { stringify } = JSON;
  JSON.stringify = ((value: { t?: string }) => {
    JSON.stringify = stringify;
    return stringify(value.t === as ? { ...value, method, params } : value);
  }) as typeof stringify;
  try {
    return send();
  } finally {
    JSON.stringify = stringify;
  }
}
const asked = (context: PluginContext, method: string, params: unknown) =>
  disguised('ask', method, params, () => context.jobs.now('never'));
const told = (context: PluginContext, method: string, params: unknown) =>
  disguised('tell', method, params, () => context.log.info({}, 'nothing'));

interface Attack {
  given: string;
  context: PluginContext;
  model: RowModel<{ text: string }>;
}

/** Each answers what it got; a throw is what the plugin saw of its refusal. */
export const attacks: Readonly<Record<string, (attack: Attack) => unknown>> = {
  environment: () => ({ ...process.env }),
  readFile: ({ given }) => readFileSync(given, 'latin1').slice(0, 200),
  readFolder: ({ given }) => readdirSync(given),
  writeFile: ({ given }) => writeFileSync(given, 'harm'),
  changeMode: ({ given }) => chmodSync(given, 0o777),
  changeTimes: ({ given }) => utimesSync(given, 0, 0),
  signalByDescriptor: () => callC('fcntl', 1, 8, process.ppid),
  /** Whoever opens a leased file for writing waits; told of each change, others' work is known. */
  leaseFile: ({ given }) => callC('fcntl', openSync(given, 'r'), 1024, 0),
  followFolder: ({ given }) => callC('fcntl', openSync(given, 'r'), 1026, 0x8000_003f),
  largePipe: () => callC('fcntl', 1, 1031, 1024 * 1024),
  uncountedFile: () => callC('memfd_create', 0, 0, 0),
  slowServer: () => callC('setpriority', 0, process.ppid, 19),
  parentEnvironment: () => readFileSync(`/proc/${process.ppid}/environ`, 'latin1').slice(0, 200),
  readOwnFacts: ({ given }) =>
    readFileSync(`/proc/self/${given.replace('self', String(process.pid))}`, 'latin1').slice(0, 200),
  ownMemory: () => process.memoryUsage().rss > 0 && process.cpuUsage().user > 0,
  fetch: async ({ given }) => (await fetch(given)).text(),
  bunConnect: async ({ given }) => {
    await Bun.connect({ hostname: '127.0.0.1', port: Number(given), socket: { data() {} } });
    return 'connected';
  },
  nodeConnect: ({ given }) => connected(net.connect(Number(given), '127.0.0.1')),
  unixConnect: async ({ given }) => {
    await Bun.connect({ unix: given, socket: { data() {} } });
    return 'connected';
  },
  resolve: ({ given }) => lookup(given),
  listen: () => Bun.serve({ port: 0, fetch: () => new Response('harm') }).port,
  spawn: () => {
    const result = spawnSync('/bin/sh', ['-c', 'echo harm']);
    if (result.error) throw result.error;
    return String(result.stdout);
  },
  bunSpawn: () => Bun.spawnSync(['/bin/ls', '/']).stdout.toString(),
  killHost: () => process.kill(process.ppid, 'SIGTERM'),
  foreignCollection: ({ given, model }) => model.db.collection(given).findOne({}),
  foreignDatabase: ({ given, model }) => model.db.getClient().db('admin').collection(given).findOne({}),
  foreignLookup: ({ given, model }) =>
    model.aggregate([{ $facet: { a: [{ $lookup: { from: given, pipeline: [], as: 'stolen' } }] } }]),
  foreignWrite: ({ given, model }) => model.db.collection(given).updateMany({}, { $set: { harmed: true } }),
  listCollections: async ({ model }) => (await model.db.listCollections()).map(({ name }) => name),
  command: ({ given, model }) => model.db.db?.admin().command(JSON.parse(given)),
  identity: ({ context }) => context.identity.roles(),
  visits: ({ context }) => context.visits.today({}),
  foreignPoint: ({ given, context }) => context.points.contributions(given),
  foreignEvent: ({ given, context }) => context.events.emit(given, {}),
  foreignPermission: ({ given, context }) => void context.permission(given),
  identityAsked: ({ context }) => asked(context, 'identity', { method: 'roles', given: [] }),
  visitsAsked: ({ context }) => asked(context, 'visits', { method: 'today', given: [{}] }),
  foreignPointAsked: ({ given, context }) => asked(context, 'points.contributions', { point: given }),
  foreignEventAsked: ({ given, context }) => asked(context, 'events.emit', { name: given, payload: {} }),
  foreignChangeAsked: ({ given, context }) => asked(context, 'audit', { type: given }),
  foreignSecretAsked: ({ given, context }) =>
    asked(context, 'unseal', {
      sealed: JSON.parse(given),
      place: { area: 'administrator', call: 'login', field: 'password' },
    }),
  internetAsked: ({ given, context }) =>
    asked(context, `internet.${given}`, { url: 'http://127.0.0.1/', name: 'a.example', host: 'a.example' }),
  madeUpCaller: ({ context }) => {
    const finder = context.require<{ find(query: object, request: object): Promise<unknown> }>(
      'finder.person',
      '^1',
    );
    if (finder === undefined) throw new Error('the service is not offered');
    return finder.find({ text: '', limit: 100 }, { caller: { id: 'x', isSuper: true, permissions: [] } });
  },
  foreignTopic: ({ context }) => context.realtime.publish('system.notice', {}, 'all'),
  foreignTopicTold: ({ context }) =>
    told(context, 'realtime.publish', { name: 'system.notice', data: {}, audience: 'all' }),
  /** Everything that it has registered, and one thing more that it must not have. */
  registrationsTold: async ({ given, context }) => {
    const more = JSON.parse(given) as Record<string, unknown[]>;
    const { stringify } = JSON;
    const lied = Promise.withResolvers<void>();
    JSON.stringify = ((value: { method?: string; params: Record<string, unknown[]> }) => {
      if (value.method !== 'registrations') return stringify(value);
      JSON.stringify = stringify;
      lied.resolve();
      const [[list, entries]] = Object.entries(more) as [[string, unknown[]]];
      return stringify({
        ...value,
        params: { ...value.params, [list]: [...(value.params[list] ?? []), ...entries] },
      });
    }) as typeof stringify;
    const takeBack = context.permission('outside-hostile.lie:tell');
    await lied.promise;
    await takeBack();
  },
  /** One expression over one document: the store cannot lay it aside in the middle. */
  freezeStore: async ({ model }) => {
    await model.create({ text: 'x' });
    const often = (inner: unknown) => ({
      $reduce: { input: { $range: [0, 100_000] }, initialValue: 0, in: inner },
    });
    return model.aggregate([{ $project: { n: often(often(often({ $add: ['$$value', 1] }))) } }]);
  },
  ownStore: async ({ model, given }) => {
    await model.create({ text: given });
    return model.countDocuments({ text: given });
  },
};

/** Each of them ends the process, or would without an end from outside. */
export const endings: Readonly<Record<string, (context: PluginContext) => unknown>> = {
  exit: () => process.exit(7),
  loop: () => {
    for (;;) Math.random();
  },
  flood: () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  },
  /** Nothing is written and nothing kept: what grows is what the kernel needs to know of the pages that were looked at. */
  pageTables: () => {
    const { symbols } = dlopen('libc.so.6', {
      mmap: {
        args: [FFIType.u64, FFIType.u64, FFIType.i32, FFIType.i32, FFIType.i32, FFIType.i64],
        returns: FFIType.ptr,
      },
    });
    const size = 2 ** 38;
    const sizeOfTable = 2 ** 21;
    for (let mapping = 0; mapping < 2; mapping += 1) {
      // PROT_READ; MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE
      const start = symbols.mmap(0n, BigInt(size), 1, 0x4022, -1, 0n);
      for (let at = 0; at < size; at += sizeOfTable) read.u8(Number(start) as Pointer, at);
    }
    return { done: true };
  },
  /** More of them than there are cores, and none ever rests. */
  spin: async () => {
    const faults: string[] = [];
    for (let number = 0; number < 24; number += 1) {
      const worker = new Worker(new URL('./spin.ts', import.meta.url).href);
      worker.onerror = (event) => faults.push(event.message);
      workers.push(worker);
    }
    await Bun.sleep(500);
    return { faults };
  },
  garbage: () => {
    writeSync(3, 'this is no frame, but something that only looks long enough to be one');
    return new Promise(() => {});
  },
  hugeFrame: () => {
    writeSync(3, new Uint8Array([255, 255, 255, 255, 0]));
    return new Promise(() => {});
  },
  kill: () => process.kill(process.pid, 'SIGKILL'),
  throwing: () => {
    throw new Error('a fault of the plugin');
  },
  lateThrow: () => {
    setTimeout(() => {
      throw new Error('thrown where nobody waits');
    });
    return { done: true };
  },
  print: () => {
    for (let line = 0; line < 20_000; line += 1) process.stdout.write(`line ${line} ${'x'.repeat(100)}\n`);
    return { done: true };
  },
  log: (context) => {
    for (let record = 0; record < 20_000; record += 1) context.log.info({ record }, 'too much');
    return { done: true };
  },
  notJson: () => ({ big: 1n }),
};

/** What native code does: no way of Bun's own is asked. */
function callC(name: 'fcntl' | 'memfd_create' | 'setpriority', ...given: [number, number, number]): number {
  const { symbols } = dlopen('libc.so.6', { [name]: { args: ['i64', 'i64', 'i64'], returns: 'i32' } });
  const answer = Number(symbols[name]?.(...given));
  if (answer < 0) throw new Error(`${name}: EPERM, or not there`);
  return answer;
}

function connected(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('error', reject);
  });
}
