import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { knockAtMachine, runOnMachine } from '../../runtime/outgoing/ssh/index.ts';
import type { MachineLogin, MachineRunLimits } from '../../runtime/sdk/platform/index.ts';
import { canMakeAccounts, makePasswordAccount } from '../password-account.ts';
import { freePort } from '../product.ts';
import { type RunningSshServer, startSshServer } from '../ssh-server.ts';
import { until } from '../until.ts';

const LIMITS: MachineRunLimits = { limitMs: 30_000, limitBytes: 65_536 };
const MEBIBYTE = 1_048_576;
/** How long a way waits for more before it passes on what it has, milliseconds. */
const GATHER_MS = 100;
let server: RunningSshServer;
let folder: string;

beforeAll(async () => {
  server = await startSshServer();
  folder = mkdtempSync(join(tmpdir(), 'waypost-machines-'));
});
afterAll(async () => {
  await server?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const login = (change: Partial<MachineLogin> = {}): MachineLogin => ({
  host: '127.0.0.1',
  port: server.port,
  account: server.account,
  secret: { privateKey: server.privateKey },
  key: server.key,
  ...change,
});
const run = (words: readonly string[], limits: Partial<MachineRunLimits> = {}) =>
  runOnMachine(login(), words, { ...LIMITS, ...limits });
/** A program that ignores the request to end, and says that it is there; whatever becomes of a test, it ends at some time. */
const stubborn = (alive: string) => {
  const text = 'trap "" TERM; for n in $(seq 300); do touch "$1"; sleep 0.1; done';
  return ['sh', '-c', text, 'sh', alive];
};
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('a real OpenSSH server', () => {
  test('a look at its key finds what ssh-keygen says, and nobody logs in', async () => {
    const found = await knockAtMachine({ host: '127.0.0.1', port: server.port });
    expect(found).toMatchObject({ fault: null, key: server.key });
    expect(server.log()).not.toContain('Accepted');
  });

  test('a program gets its arguments, and its outputs and exit code come back', async () => {
    const found = await run(['sh', '-c', 'printf "%s" "$1"; echo bad >&2; exit 3', 'sh', ";id $(id) 'x'"]);
    expect(found).toMatchObject({ fault: null, exitCode: 3, exitSignal: null, ended: null, mayGoOn: false });
    expect(textOf(found.output.bytes)).toBe(";id $(id) 'x'");
    expect(textOf(found.errors.bytes)).toBe('bad\n');
  });

  test('a program that is not there, and one that reads what nobody types', async () => {
    expect((await run(['/no/such/program'])).exitCode).toBe(127);
    expect(await run(['cat'])).toMatchObject({ exitCode: 0, output: { total: 0 } });
  });

  test('a key that is not the one that was confirmed: nothing is sent, whatever else is right', async () => {
    const other = await server.changeKey();
    try {
      const before = server.log().length;
      const found = await run(['touch', join(folder, 'changed')]);
      expect(found).toMatchObject({ fault: 'key_changed', hasBegun: false });
      expect(await knockAtMachine({ host: '127.0.0.1', port: server.port })).toMatchObject({ key: other });
      expect(server.log().slice(before)).not.toMatch(/Accepted|Failed|publickey/);
      // One that has only a key of another kind is another one, too.
      await server.changeKey('ecdsa');
      expect((await run(['true'])).fault).toBe('key_changed');
    } finally {
      await server.restoreKey();
    }
    expect(existsSync(join(folder, 'changed'))).toBe(false);
    expect((await run(['true'])).exitCode).toBe(0);
  });

  test('a wrong password, a key that it does not know, a locked key and what is no key', async () => {
    const faultOf = async (change: Partial<MachineLogin>) =>
      (await runOnMachine(login(change), ['true'], LIMITS)).fault;
    expect(await faultOf({ secret: { password: 'not the one' } })).toBe('login_refused');
    expect(await faultOf({ account: 'nobody-of-this-name' })).toBe('login_refused');
    expect(await faultOf({ secret: { privateKey: server.lockedKey } })).toBe('secret_unreadable');
    expect(await faultOf({ secret: { privateKey: 'not a key' } })).toBe('secret_unreadable');
  });

  test('100 MB of output: the beginning is kept, the rest counted, and the program is not held up', async () => {
    const before = process.memoryUsage().rss;
    const found = await run(['head', '-c', String(100 * MEBIBYTE), '/dev/zero'], { limitMs: 120_000 });
    expect(found).toMatchObject({ fault: null, exitCode: 0, ended: null });
    expect(found.output.bytes.length).toBe(LIMITS.limitBytes);
    expect(found.output.total).toBe(100 * MEBIBYTE);
    Bun.gc(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEBIBYTE);
  }, 180_000);

  test('a program that ignores SIGTERM is killed after its grace, and is gone', async () => {
    const alive = join(folder, 'alive');
    const found = await run(stubborn(alive), { limitMs: 1_000, graceMs: 500 });
    expect(found).toMatchObject({ ended: 'time', exitSignal: 'SIGKILL', mayGoOn: false });
    rmSync(alive);
    await Bun.sleep(600);
    expect(existsSync(alive)).toBe(false);
  });

  // A machine under load takes its time until a program is there: its end was due before it said which one it is.
  test('a program that begins after its time is over is ended all the same', async () => {
    const slow = await startSshServer([
      'ForceCommand case "$SSH_ORIGINAL_COMMAND" in *kill*) ;; *) sleep 1;; esac; /bin/sh -c "$SSH_ORIGINAL_COMMAND"',
    ]);
    const alive = join(folder, 'late');
    try {
      const machine = login({ port: slow.port, key: slow.key, secret: { privateKey: slow.privateKey } });
      const found = await runOnMachine(machine, stubborn(alive), { ...LIMITS, limitMs: 200, graceMs: 300 });
      expect(found).toMatchObject({ ended: 'time', mayGoOn: false });
      rmSync(alive, { force: true });
      await Bun.sleep(600);
      expect(existsSync(alive)).toBe(false);
    } finally {
      await slow.dispose();
    }
  }, 60_000);

  test.skipIf(!canMakeAccounts())(
    'the right password logs in, as that account; a wrong one does not (only root makes accounts, as in CI)',
    async () => {
      const { account, password, remove } = makePasswordAccount();
      try {
        const by = (secret: string) =>
          runOnMachine(login({ account, secret: { password: secret } }), ['id', '-un'], LIMITS);
        const found = await by(password);
        expect(found).toMatchObject({ fault: null, exitCode: 0 });
        expect(textOf(found.output.bytes)).toBe(`${account}\n`);
        expect((await by(`${password}x`)).fault).toBe('login_refused');
        expect(server.log()).toContain(`Accepted password for ${account}`);
      } finally {
        remove();
      }
      // Nothing of it stays on the machine that ran the test.
      expect(Bun.spawnSync(['id', account]).exitCode).not.toBe(0);
    },
  );

  test('what runs on a machine is gone with it, also what has lost its connection', async () => {
    const machine = await startSshServer();
    const alive = join(folder, 'lost');
    const target = login({
      port: machine.port,
      key: machine.key,
      secret: { privateKey: machine.privateKey },
    });
    try {
      const left = `${stubborn(alive)[2]} &`;
      await runOnMachine(target, ['setsid', 'sh', '-c', left, 'sh', alive], { ...LIMITS, limitMs: 1_000 });
      expect(existsSync(alive)).toBe(true);
    } finally {
      await machine.dispose();
    }
    rmSync(alive);
    await Bun.sleep(600);
    expect(existsSync(alive)).toBe(false);
  }, 60_000);

  test('cancelled, also before it has begun: it ends at once', async () => {
    const stop = new AbortController();
    const begun = join(folder, 'begun');
    const words = ['sh', '-c', 'touch "$1"; exec sleep 30', 'sh', begun];
    const running = run(words, { signal: stop.signal });
    await until('the program has begun', () => existsSync(begun));
    const start = performance.now();
    stop.abort();
    const found = await running;
    expect(found).toMatchObject({ ended: 'signal', exitSignal: 'SIGTERM', mayGoOn: false });
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(await run(['sleep', '30'], { signal: AbortSignal.abort() })).toMatchObject({
      ended: 'signal',
      hasBegun: false,
    });
  });

  test('what it leaves behind in the background holds nobody up', async () => {
    const found = await run(['sh', '-c', 'sleep 20 & echo done']);
    expect(found).toMatchObject({ exitCode: 0 });
    expect(textOf(found.output.bytes)).toBe('done\n');
    expect(found.milliseconds).toBeLessThan(10_000);
  });
});

// The line goes through sshd and is read by /bin/sh there: a word that it takes for more is a command of whoever typed it.
// Over a way that gathers what it carries, the beginning of a quick program, its end and its exit code come in one packet.
test('a program that has ended before anybody looks has its exit code and its output', async () => {
  const way = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: server.port });
    const held: Buffer[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    far.on('data', (piece) => {
      held.push(piece as Buffer);
      clearTimeout(timer);
      timer = setTimeout(() => near.write(Buffer.concat(held.splice(0))), GATHER_MS);
    });
    near.pipe(far);
    far.on('end', () => setTimeout(() => near.end(), 2 * GATHER_MS));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
  try {
    const found = await runOnMachine(login({ port }), ['printf', 'quick'], LIMITS);
    expect(found).toMatchObject({ fault: null, exitCode: 0, mayGoOn: false });
    expect(textOf(found.output.bytes)).toBe('quick');
  } finally {
    way.close();
  }
});

test('every word arrives as it is, through sshd and /bin/sh', async () => {
  const forced = await startSshServer(['ForceCommand /bin/sh -c "$SSH_ORIGINAL_COMMAND"']);
  const hostile = fc.string({
    unit: fc.constantFrom("'", '\\', '"', '$', '`', ';', '\n', ' ', '(', '-', '\u{1f300}'),
  });
  const word = fc.oneof(hostile, fc.string({ unit: 'binary' })).filter((text) => !text.includes('\0'));
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 40 }), async (words) => {
        const machine = login({
          port: forced.port,
          key: forced.key,
          secret: { privateKey: forced.privateKey },
        });
        const { output } = await runOnMachine(machine, ['printf', '%s\\0', ...words], LIMITS);
        expect(textOf(output.bytes).split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 25 },
    );
  } finally {
    await forced.dispose();
  }
}, 120_000);

describe('a machine that is none', () => {
  const sockets = new Set<Socket>();
  /** Listens on loopback and does that to whoever comes. */
  async function withHost(
    greet: (socket: Socket) => void,
    work: (port: number) => Promise<void>,
  ): Promise<void> {
    const host = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      greet(socket);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', () => resolve()));
    try {
      await work(port);
    } finally {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      host.close();
    }
  }
  const knock = (port: number, limitMs = 2_000) => knockAtMachine({ host: '127.0.0.1', port }, { limitMs });

  test('one that hangs before its greeting, or within it', async () => {
    await withHost(
      () => undefined,
      async (port) => expect(await knock(port, 500)).toEqual({ fault: 'timed_out' }),
    );
    await withHost(
      (socket) => socket.write('SSH-2.0-Slow'),
      async (port) => expect(await knock(port, 500)).toEqual({ fault: 'timed_out' }),
    );
  });

  test('one that closes in the middle, speaks something else, or is not there', async () => {
    await withHost(
      (socket) => socket.end('SSH-2.0-Short\r\n'),
      async (port) => expect(['closed', 'no_ssh']).toContain((await knock(port)).fault ?? ''),
    );
    await withHost(
      (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(2_000)),
      async (port) => expect(['closed', 'no_ssh', 'timed_out']).toContain((await knock(port)).fault ?? ''),
    );
    expect(await knock(await freePort())).toEqual({ fault: 'unreachable' });
    expect(await knockAtMachine({ host: '169.254.169.254', port: 22 })).toEqual({ fault: 'address' });
  });

  test('a server that ends while a program runs: told, and that it may go on', async () => {
    const found = run(['sleep', '5']);
    await Bun.sleep(700);
    server.cut();
    expect(await found).toMatchObject({ fault: 'closed', hasBegun: true, mayGoOn: true });
  });
});
