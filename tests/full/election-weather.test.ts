import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import { openClient } from '../../runtime/storage/open-client.ts';
import { createLinkPublisher } from '../../runtime/visit/store/publisher.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from '../contract/harness.ts';
import { howBusy } from '../how-busy.ts';
import { freePort } from '../product.ts';
import { onDatabase, openTroubled, type Troubled } from '../replica-set/trouble.ts';
import { until } from '../until.ts';

const ELECTION_MS = 12_000;
/** An election every 30 s for WAYPOST_ELECTION_MINUTES; without it two, and of a server one every 7 s. */
const { EVERY_MS, ROUNDS } = ((minutes: number) => {
  if (minutes > 0) return { EVERY_MS: 30_000, ROUNDS: minutes * 2 };
  return process.env.MONGODB_URI === undefined
    ? { EVERY_MS: 18_000, ROUNDS: 2 }
    : { EVERY_MS: 7_000, ROUNDS: 10 };
})(Number(process.env.WAYPOST_ELECTION_MINUTES ?? 0));
/** How soon after an election changes are followed again. */
const FOLLOWED_MS = 2_000;
/**
 * On a machine with a core for everybody it is a tenth of that, 0.1 s to find the new primary and one question: what else it takes is waiting
 * for a core, as often as whoever else wants it. More than this is not put down to that.
 */
const MOST_BUSY = 3;
/** Longest that a call may take, whatever happens: the product's own limit, and what a busy machine adds. */
const CALL_MS = 35_000;
/** A visit asks nothing of the database: what it may take on a busy machine. */
const VISIT_MS = 5_000;
/** Of the log. */
const ERROR_LEVEL = 50;
const VISIT_PAUSE_MS = 20;
const CALL_PAUSE_MS = 200;
const TARGET = 'https://led.example/';
const PROJECT = join(import.meta.dir, '../..');

setDefaultTimeout(600_000 + ROUNDS * EVERY_MS * 2);
const otherDirectory = mkdtempSync(join(tmpdir(), 'waypost-elections-'));
let mongodb: Troubled;
let uri: string;
let system: System;
let other: { origin: string; stop(): Promise<void> };
let direct: ReturnType<typeof openClient>;
let api: Api;

beforeAll(async () => {
  mongodb = await openTroubled();
  uri = onDatabase(mongodb.uri, `weather_${crypto.randomUUID().slice(0, 8)}`);
  direct = openClient(uri);
  system = await startSystem({
    registry: join(PROJECT, 'tests/plugins/elections-registry.json'),
    arguments: ['--rate-scale', '1000'],
    env: { MONGODB_URI: uri },
    isCounting: true,
    // It has none, and is waited for below.
    startStore: false,
  });
  await isReady(system.origin);
  other = await startOther();
  api = await signIn(system.origin, ADMINISTRATOR);
});
afterAll(async () => {
  // Whatever went wrong: the reason is nowhere else.
  for (const record of system?.records() ?? [])
    if (Number(record.level) >= ERROR_LEVEL) console.error(JSON.stringify(record).slice(0, 2_000));
  await other?.stop();
  await system?.stop();
  await direct?.db().dropDatabase();
  await direct?.close();
  await mongodb?.stop();
  rmSync(otherDirectory, { recursive: true, force: true });
});

/** Two runtimes, two that count and a plugin's process start on what may be two cores. */
const isReady = (origin: string) =>
  until(
    'it is ready',
    () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { withinMs: 240_000 },
  );

/** Another machine: what answers visits there, and what counts them, over files of its own. */
async function startOther(): Promise<typeof other> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    DATA_DIR: otherDirectory,
    ROLES: 'visit',
    LOG_LEVEL: 'error',
    SECRET_KEY: readFileSync(join(system.dataDirectory, 'secret.key'), 'utf8').trim(),
    TIME_ZONE: readFileSync(join(system.dataDirectory, 'time-zone'), 'utf8').trim(),
    MONGODB_URI: uri,
  };
  const started = (file: string) =>
    Bun.spawn([process.execPath, file], {
      cwd: PROJECT,
      env,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    });
  const runtime = started('runtime/start/main.ts');
  const origin = `http://127.0.0.1:${port}`;
  await isReady(origin);
  const aggregator = started('runtime/visit/aggregator/main.ts');
  return {
    origin,
    async stop() {
      for (const child of [runtime, aggregator]) {
        child.kill('SIGTERM');
        await child.exited;
      }
    },
  };
}

/** Does `work` again and again until it is told to end, and notes how long the slowest took. */
function steadily(pause: number, work: () => Promise<void>): { end(): Promise<{ slowest: number }> } {
  let isOver = false;
  let slowest = 0;
  const done = (async () => {
    while (!isOver) {
      const began = performance.now();
      await work();
      slowest = Math.max(slowest, performance.now() - began);
      await Bun.sleep(pause);
    }
  })();
  return {
    async end() {
      isOver = true;
      await done;
      return { slowest };
    },
  };
}

const isLedOn = async (origin: string, code: string): Promise<boolean> => {
  // What the test has ended is asked no more.
  const answer = await fetch(`${origin}/${code}`, { redirect: 'manual' }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.headers.get('location') === TARGET;
};

/** What a machine says of itself to whoever watches over it. */
async function stateOf(origin: string): Promise<string> {
  const [ready, metrics] = await Promise.all(
    ['/readyz', '/metrics'].map((path) => fetch(origin + path).then((answer) => answer.text(), String)),
  );
  const lines = (metrics ?? '')
    .split('\n')
    .filter((line) => /^waypost_\w*(feed|links|journal|lag|visits)/.test(line));
  return [ready, ...lines].join('\n');
}

/** A link that comes into the store: from when it is there it has to be followed. */
async function publish(code: string): Promise<void> {
  const link: VisitLink = {
    id: Buffer.from(code.padEnd(12, '.')).toString('hex'),
    owner: '0123456789abcdef01234567',
    plugin: 'qr',
    host: '',
    code,
    state: 'on',
    open_log: 1,
    targets: [{ url: TARGET, weight: 1, threshold: 1_000_000 }],
    rotation_model: 1,
    jump_type: 6,
    access_mode: 1,
    visit_restriction: 1,
  };
  await createLinkPublisher(direct.db()).publish([link]);
}

test('elections under load: what was answered is counted, what was promised is there, changes are followed again, and no call hangs', async () => {
  const origins = [system.origin, other.origin];
  const { content: code } = await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Weather',
    jump_type: 6,
    targets: [{ url: TARGET }],
  });
  for (const origin of origins) await until('the code is answered', () => isLedOn(origin, code.short_code));
  let answered = origins.length;
  const visitors = origins.flatMap((origin) =>
    [0, 1].map(() =>
      steadily(VISIT_PAUSE_MS, async () => {
        if (await isLedOn(origin, code.short_code)) answered += 1;
      }),
    ),
  );
  const statuses = new Map<number, number>();
  const asked = async (path: string, body: object): Promise<number> => {
    const { status } = await api.call(path, body);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status;
  };
  const callers = [
    steadily(
      CALL_PAUSE_MS,
      async () => void (await asked('qr_code_list/inquire', { page: 1, page_size: 5 })),
    ),
  ];
  const promised: string[] = [];
  let number = 0;
  // In a process of its own, over the store proxy.
  callers.push(
    steadily(CALL_PAUSE_MS, async () => {
      number += 1;
      const slug = `note-${number}`;
      if ((await asked('good_note/add', { title: slug, slug })) === 200) promised.push(slug);
    }),
  );
  const followed: { ms: number; busy: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await mongodb.stepDown(ELECTION_MS);
    const elected = performance.now();
    await publish(`won${round}`);
    // Of a server nobody knows when it had elected.
    const since = mongodb.isServer ? performance.now() : elected;
    await Promise.all(
      origins.map((origin, at) =>
        until('a change is followed', () => isLedOn(origin, `won${round}`), {
          explain: async () =>
            `round ${round}, ${at === 0 ? 'first' : 'other'} machine: ${await stateOf(origin)}`,
        }),
      ),
    );
    followed.push({ ms: performance.now() - since, busy: howBusy() });
    await Bun.sleep(Math.max(0, EVERY_MS - (performance.now() - began)));
  }
  const visits = await Promise.all(visitors.map(async (one) => (await one.end()).slowest));
  const slowest = Math.max(...(await Promise.all(callers.map(async (one) => (await one.end()).slowest))));
  const countOf = async () =>
    (await api.call<{ view_number: number }>('qr_code_list/details', { id: code.id })).content.view_number;
  await until('all are counted', async () => (await countOf()) === answered, {
    explain: async () => `${await countOf()} of ${answered}; ${await Promise.all(origins.map(stateOf))}`,
  });
  const notes = direct.db().collection<{ slug: string }>('good_note');
  const kept = new Set((await notes.find({}, { projection: { slug: 1 } }).toArray()).map(({ slug }) => slug));
  const figures = {
    answered,
    promised: promised.length,
    statuses: Object.fromEntries(statuses),
    slowest,
    slowestVisit: Math.max(...visits),
    followed,
  };
  process.stderr.write(`${JSON.stringify(figures)}\n`);
  expect(promised.filter((slug) => !kept.has(slug))).toEqual([]);
  expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
  expect(slowest).toBeLessThan(CALL_MS);
  expect(Math.max(...visits)).toBeLessThan(VISIT_MS);
  for (const { ms, busy } of followed) expect(ms).toBeLessThan(FOLLOWED_MS * Math.min(busy, MOST_BUSY));
  expect(await countOf()).toBe(answered);
});
