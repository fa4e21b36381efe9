import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginOverview } from '@waypost/sdk/platform';
import { storeSocketPath } from '../../runtime/process/paths.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';

/**
 * A plugin that tries everything, in a process of its own, beside a plugin of the project (qr), another outside one
 * (good) and visits. On a system without seccomp and Landlock only what our own code refuses can be tested; each test
 * that needs more says so.
 */
const LIMIT_MS = 120_000;
const SECRET_KEY = Buffer.alloc(32, 'outside-test-key').toString('base64');

interface Attacked {
  reached?: unknown;
  refused?: string;
}

let system: System;
let admin: Api;
let stranger: Api;
let inner: ReturnType<typeof Bun.serve>;
let innerHits = 0;
let visit: string;
let containment: Record<string, unknown>;

/** Visits and calls to others, all the time; what did not work is kept. */
const others = { isOver: false, calls: 0, failures: [] as string[], done: Promise.resolve() };

beforeAll(async () => {
  inner = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      innerHits += 1;
      return new Response('inside');
    },
  });
  system = await startSystem({
    registry: join(import.meta.dir, '../plugins/outside-registry.json'),
    arguments: ['--rate-scale', '1000'],
    env: { SECRET_KEY },
  });
  admin = await signIn(system.origin, ADMINISTRATOR);
  stranger = apiOf(system.origin);
  const { content } = await admin.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Leaflet',
    targets: [{ url: 'https://example.com/' }],
  });
  visit = `${system.origin}/${content.short_code}`;
  const started = system.records().find((record) => record.containment !== undefined);
  containment = started?.containment as Record<string, unknown>;
  others.done = disturbNobody();
}, LIMIT_MS);

afterAll(async () => {
  others.isOver = true;
  await others.done;
  await system?.stop();
  inner?.stop(true);
}, LIMIT_MS);

async function disturbNobody(): Promise<void> {
  const work: Record<string, () => Promise<number>> = {
    visit: async () => (await fetch(visit, { redirect: 'manual' })).status,
    profile: async () => (await admin.call('administrator/profile')).status,
    good: async () => (await stranger.call('good_call/echo', { text: 'x' })).status,
  };
  while (!others.isOver) {
    for (const [name, run] of Object.entries(work)) {
      const status = await run().catch(String);
      others.calls += 1;
      if (status !== 200) others.failures.push(`${name}: ${status}`);
    }
    // Often enough to meet every fault; a loop without rest would take a fifth of a core from all other tests.
    await Bun.sleep(50);
  }
}

const attack = async (name: string, given = ''): Promise<Attacked> =>
  (await stranger.call<Attacked>('outside_hostile/attack', { name, given })).content;
const isAlive = async () => (await stranger.call('outside_hostile/alive')).status === 200;
const pid = async () => (await stranger.call<{ pid: number }>('outside_hostile/alive')).content.pid;
const logged = (text: string) =>
  system
    .records()
    .some((record) => record.plugin === 'outside-hostile' && JSON.stringify(record).includes(text));

const explain = () =>
  system
    .records()
    .filter((record) => record.plugin === 'outside-hostile' && record.msg !== 'the plugin printed')
    .slice(-20)
    .map((record) => JSON.stringify(record).slice(0, 500))
    .join('\n');

/** Sees to it that the attack was refused, with what the plugin was told, and that the plugin still works. */
async function refuses(name: string, given: string, told: RegExp): Promise<void> {
  const { reached, refused } = await attack(name, given);
  expect({ name, reached, refused }).toEqual({
    name,
    reached: undefined,
    refused: expect.stringMatching(told),
  });
  expect(await isAlive()).toBe(true);
}

describe('what an outside plugin can see', () => {
  test(
    'nothing of the environment but what every program needs',
    async () => {
      const { reached } = await attack('environment');
      expect(Object.keys(reached as object).sort()).toEqual([
        'BUN_RUNTIME_TRANSPILER_CACHE_PATH',
        'DO_NOT_TRACK',
        'LANG',
        'NODE_PATH',
        'PATH',
        'TZ',
        'WAYPOST_FILES_CONTAINED',
      ]);
      expect(JSON.stringify(reached)).not.toContain(SECRET_KEY);
    },
    LIMIT_MS,
  );

  test(
    'the key of the installation never reached its process',
    async () => {
      const memory = `/proc/${await pid()}/environ`;
      if (!existsSync(memory)) return;
      expect(readFileSync(memory, 'latin1')).not.toContain(SECRET_KEY);
    },
    LIMIT_MS,
  );

  test(
    'no file of the installation, no other process',
    async () => {
      expect(containment.files).toBe(process.platform === 'linux' ? 'kernel' : 'none');
      if (containment.files !== 'kernel') return;
      const denied = /EACCES|EPERM|permission denied|not permitted/i;
      await refuses('readFile', join(system.dataDirectory, 'time-zone'), denied);
      await refuses('readFolder', system.dataDirectory, denied);
      await refuses('readFolder', '/', denied);
      await refuses('readFile', '/etc/passwd', denied);
      await refuses('readFile', `/proc/${system.runtime.pid()}/environ`, denied);
      await refuses('readFile', `/proc/${system.runtime.pid()}/cmdline`, denied);
      await refuses('parentEnvironment', '', denied);
      // Addresses of everybody who is connected, visitors too.
      for (const name of ['net/tcp', 'net/unix', 'task/self/net/tcp', 'mountinfo', 'environ'])
        await refuses('readOwnFacts', name, denied);
      expect(await attack('ownMemory')).toEqual({ reached: true });
      await refuses('writeFile', join(import.meta.dir, '../plugins/outside-hostile/harm'), denied);
      await refuses('writeFile', '/tmp/harm', denied);
      // Landlock holds neither of these.
      await refuses('changeMode', join(system.dataDirectory, 'time-zone'), denied);
      await refuses('changeMode', join(import.meta.dir, '../plugins/outside-hostile/server.ts'), denied);
      await refuses('changeTimes', join(system.dataDirectory, 'time-zone'), denied);
      if (existsSync('/lib/x86_64-linux-gnu/libc.so.6') || existsSync('/lib/aarch64-linux-gnu/libc.so.6')) {
        await refuses('signalByDescriptor', '', denied);
        await refuses('leaseFile', join(import.meta.dir, '../plugins/outside-hostile/server.ts'), denied);
        await refuses('followFolder', join(import.meta.dir, '../plugins/outside-hostile'), denied);
        await refuses('largePipe', '', denied);
        await refuses('uncountedFile', '', denied);
        await refuses('slowServer', '', denied);
      }
    },
    LIMIT_MS,
  );

  test(
    'its own collections work, and those of others are not there',
    async () => {
      expect(await attack('ownStore', 'mine')).toEqual({ reached: 1 });
      const notOpen = /is not the plugin's|not this database|not open to plugins/;
      await refuses('foreignCollection', 'system_account', notOpen);
      await refuses('foreignCollection', 'qr_code', notOpen);
      await refuses('foreignDatabase', 'system.users', notOpen);
      await refuses('foreignLookup', 'system_session', notOpen);
      await refuses('foreignWrite', 'plugin_states', notOpen);
      await refuses('listCollections', '', notOpen);
      await refuses(
        'command',
        '{"renameCollection":"waypost.system_account","to":"waypost.outside_hostile_x"}',
        notOpen,
      );
      await refuses('command', '{"listDatabases":1}', notOpen);
      expect(logged('a command to the store was refused')).toBe(true);
    },
    LIMIT_MS,
  );

  test(
    'capabilities that nobody granted are not there, and it cannot speak for others',
    async () => {
      await refuses('identity', '', /has not the capability "identity"/);
      await refuses('visits', '', /has not the capability "visits:read"/);
      await refuses('foreignEvent', 'system.account.removed', /begin with "outside-hostile."/);
      await refuses('foreignPoint', 'system.message_channel', /begin with "outside-hostile."/);
      await refuses('madeUpCaller', '', /not offered/);
      await refuses('foreignTopic', '', /begin with "outside-hostile."/);
      await refuses('foreignPermission', 'system.account:read', /plugin_permission_foreign/);
    },
    LIMIT_MS,
  );
});

describe('where an outside plugin can go', () => {
  test(
    'no connection, no look-up, no server, whatever it uses',
    async () => {
      expect(containment.network).toBe(process.platform === 'linux' ? 'kernel' : 'runtime');
      const port = String(inner.port);
      await refuses('fetch', `http://127.0.0.1:${port}/`, /may not send requests to 127\.0\.0\.1/);
      await refuses('fetch', 'https://other.example.com/', /may not send requests to other\.example\.com/);
      await refuses('fetch', `http://granted.example.com:${port}/`, /may not send requests to/);
      if (containment.network === 'kernel') {
        await refuses('bunConnect', port, /./);
        await refuses('nodeConnect', port, /EACCES|tunnel|closed|Socket|connect/i);
        await refuses('unixConnect', storeSocketPath(system.dataDirectory), /./);
        await refuses('resolve', 'example.com', /./);
        await refuses('listen', '', /EACCES|permission denied|Failed/i);
      }
      expect(innerHits).toBe(0);
    },
    LIMIT_MS,
  );

  test(
    'no program is started, and nobody else is ended',
    async () => {
      expect(containment.programs).toBe(process.platform === 'linux' ? 'kernel' : 'none');
      if (containment.programs !== 'kernel') return;
      await refuses('spawn', '', /EPERM|not permitted/i);
      await refuses('bunSpawn', '', /EPERM|not permitted/i);
      await refuses('killHost', '', /EPERM|not permitted/i);
    },
    LIMIT_MS,
  );
});

describe('a fault of an outside plugin', () => {
  const answerOf = async (name: string) => {
    const { status, body } = await stranger.call('outside_hostile/attack', { name });
    return [status, (body as { code?: string }).code];
  };

  test(
    'one that throws answers 500 with a request id, and its text is only in the log',
    async () => {
      expect(await answerOf('throwing')).toEqual([500, 'internal']);
      expect(await answerOf('notJson')).toEqual([500, 'internal']);
      expect((await stranger.call('outside_hostile/attack', { name: 'lateThrow' })).status).toBe(200);
      await until(() => logged('thrown where nobody waits'), explain);
      expect(await isAlive()).toBe(true);
    },
    LIMIT_MS,
  );

  test(
    'one that floods the log is cut short there',
    async () => {
      await attack('print').catch(() => {});
      await until(() => logged('lines were dropped'), explain);
      await attack('log').catch(() => {});
      await until(() => logged('too much; records were dropped'), explain);
      expect(system.records().filter((record) => record.msg === 'too much').length).toBeLessThan(5_000);
      const lines = system.records().filter((record) => record.msg === 'the plugin printed');
      expect(lines.length).toBeLessThan(5_000);
      await until(isAlive, explain);
    },
    LIMIT_MS,
  );

  // Five ends within five minutes: the last of them is the one after which it is not started again.
  const ends: [string, RegExp][] = [
    ['exit', /exit code 7/],
    ['garbage', /frame length/],
    ['kill', /SIGKILL/],
    ['flood', /MiB of memory/],
    ['loop', /event loop is stuck/],
  ];
  for (const [at, [name, reason]] of ends.entries()) {
    test(
      `one that ends its process by ${name} is answered with 503 and the reason is logged`,
      async () => {
        await until(isAlive, explain, 60_000);
        const before = await pid();
        expect(await answerOf(name)).toEqual([503, 'plugin_process_ended']);
        const ended = () =>
          system
            .records()
            .filter(
              (record) =>
                record.plugin === 'outside-hostile' && record.msg === 'the process of the plugin ended',
            );
        await until(() => ended().length === at + 1, explain);
        expect(String(ended().at(-1)?.reason)).toMatch(reason);
        if (at === ends.length - 1) return;
        await until(isAlive, explain, 60_000);
        expect(await pid()).not.toBe(before);
        expect(await attack('ownStore', `after ${name}`)).toEqual({ reached: 1 });
      },
      LIMIT_MS,
    );
  }

  test(
    'one that ends again and again is given up, and says so',
    async () => {
      expect(await answerOf('environment')).toEqual([503, 'plugin_failed']);
      const { content } = await admin.call<{ content: PluginOverview[] }>('plugins/inquire');
      expect(content.content.find(({ id }) => id === 'outside-hostile')).toMatchObject({
        state: 'failed',
        failure: { kind: 'process', reason: expect.stringMatching(/event loop is stuck/) },
      });
    },
    LIMIT_MS,
  );

  test(
    'visits, logins and other plugins did not notice any of it',
    async () => {
      others.isOver = true;
      await others.done;
      expect(others.failures).toEqual([]);
      expect(others.calls).toBeGreaterThan(100);
    },
    LIMIT_MS,
  );
});

test(
  'a killed server leaves no plugin behind, not even one that loops for ever',
  async () => {
    const other = await startSystem({ registry: join(import.meta.dir, '../plugins/outside-registry.json') });
    try {
      const api = apiOf(other.origin);
      const { pid: child } = (await api.call<{ pid: number }>('outside_hostile/alive')).content;
      void api.call('outside_hostile/attack', { name: 'loop' }).catch(() => {});
      const isThere = () => {
        try {
          process.kill(child, 0);
          return true;
        } catch {
          return false;
        }
      };
      expect(isThere()).toBe(true);
      await Bun.sleep(500);
      await other.runtime.kill('SIGKILL');
      await until(
        () => !isThere(),
        () => `${child} is still there`,
        60_000,
      );
    } finally {
      await other.stop();
    }
  },
  LIMIT_MS,
);
