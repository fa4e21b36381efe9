import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { freePort, type Product } from '../product.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { shareProduct } from '../shared-product.ts';
import { type RunningSshServer, startSshServer } from '../ssh-server.ts';
import { until } from '../until.ts';
import { openServers, parameter, type ServersDesk, shareServersProduct } from './servers-place.ts';

setDefaultTimeout(180_000);

let product: Product;
let root: Api;
let desk: ServersDesk;
let machine: RunningSshServer;
let folder: string;

beforeAll(async () => {
  machine = await startSshServer();
  product = await shareServersProduct();
  root = await signIn(product.origin, product.administrator);
  desk = openServers(root, machine);
  folder = mkdtempSync(join(tmpdir(), 'waypost-servers-'));
}, 180_000);
afterAll(async () => {
  // First what runs on the machine, whatever became of the rest.
  await machine?.dispose();
  rmSync(folder ?? '', { recursive: true, force: true });
}, 60_000);

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

describe('a server', () => {
  test('is reached only once somebody has confirmed what it shows, and then tells of itself', async () => {
    const id = await desk.addServer('first');
    expect(await desk.detailsOf(id)).toMatchObject({ state: 'unconfirmed', fingerprint: '' });
    expect(codeOf(await root.call('server_list/check', { id }))).toBe('server_unconfirmed');
    const wrong = { type: machine.key.type, fingerprint: `SHA256:${'A'.repeat(43)}` };
    expect(codeOf(await root.call('server_list/confirm', { id, ...wrong }))).toBe('server_key_other');
    const { content: key } = await root.call('server_list/look', { id });
    expect(key).toEqual({ ...machine.key });
    expect((await root.call('server_list/confirm', { id, ...machine.key })).status).toBe(200);
    const checked = await root.call<{ fault: string }>('server_list/check', { id });
    expect(checked.content.fault).toBe('');
    const row = await desk.detailsOf(id);
    expect(row).toMatchObject({ state: 'up', fingerprint: machine.key.fingerprint, login_fault: '' });
    expect(row.disk_used).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
  });

  test('is looked at by itself every ten seconds, and at once where somebody asks', async () => {
    const away = await startSshServer();
    const id = await desk.confirmed('watched', { port: away.port, secret: away.privateKey });
    await away.dispose();
    const foundAway = async () => {
      const row = await desk.detailsOf(id);
      return row.state === 'down' && row;
    };
    // Servers are looked at every ten seconds, and people may ask so often a minute.
    const state = await until('it is found away', foundAway, { everyMs: 250 });
    expect(state).toMatchObject({ fault: 'unreachable', latency: null });
    const { servers } = (
      await root.call<{ servers: { id: string; state: string }[] }>('server_list/ping', { interval: 10 })
    ).content;
    expect(servers.find((one) => one.id === id)).toMatchObject({ state: 'down' });
    expect((await root.call('server_list/ping', { interval: 1 })).status).toBe(422);
  });

  test('whose key has changed is told, runs nothing and gets nothing until somebody confirms the new one', async () => {
    const id = await desk.confirmed('changing');
    const script = await desk.addScript('touch changed', {
      program: 'touch',
      arguments: [join(folder, 'changed')],
    });
    const other = await machine.changeKey();
    try {
      const before = machine.log().length;
      const isNoticed = async () => (await desk.detailsOf(id)).state === 'key_changed';
      await until('it is noticed', isNoticed, { everyMs: 250 });
      const refused = await root.call('script/run', { ...script, servers: [id], values: {} });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'server_key_changed']);
      expect((await root.call<{ fault: string }>('server_list/check', { id })).content.fault).toBe(
        'key_changed',
      );
      expect(machine.log().slice(before)).not.toMatch(/Accepted|Failed publickey/);
      expect(existsSync(join(folder, 'changed'))).toBe(false);
      expect((await root.call('server_list/confirm', { id, ...other })).status).toBe(200);
      const { run, results } = await desk.runToEnd({ ...script, servers: [id], values: {} });
      expect([run.state, results]).toMatchObject(['done', [{ state: 'done', fault: '', exit_code: 0 }]]);
      expect(existsSync(join(folder, 'changed'))).toBe(true);
      const { content } = await root.call<{ content: { type: string }[] }>('log/inquire', { target: id });
      expect(content.content.map(({ type }) => type)).toContain('system.server.key_changed');
    } finally {
      await machine.restoreKey();
    }
  });

  test('at another address is another machine: its key is unknown again, and a password is not handed to it', async () => {
    const id = await desk.confirmed('moving', { method: 'password', secret: 'not the right one' });
    expect((await root.call<{ fault: string }>('server_list/check', { id })).content.fault).toBe(
      'login_refused',
    );
    const { version } = await desk.detailsOf(id);
    const elsewhere = { id, version, port: await freePort() };
    const refused = await root.call('server_list/update', elsewhere);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('"secret"'),
    ]);
    expect((await root.call('server_list/update', { ...elsewhere, secret: 'x' })).status).toBe(200);
    expect(await desk.detailsOf(id)).toMatchObject({ state: 'unconfirmed', fingerprint: '' });
  });

  test.each([
    [{ host: 'https://machine.example' }, 'host'],
    [{ host: '-oProxyCommand=id' }, 'host'],
    [{ host: 'a b' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ port: 65_536 }, 'port'],
    [{ account: '-l' }, 'account'],
    [{ account: 'a b' }, 'account'],
    [{ secret: 'no key' }, 'secret'],
    [{ secret: '' }, 'secret'],
    [{ name: '' }, 'name'],
    [{ fingerprint: 'SHA256:x' }, 'fingerprint'],
    [{ state: 'up' }, 'state'],
  ])('%j is refused where it was typed', async (change, path) => {
    const body = { name: 'bad', host: '127.0.0.1', account: 'root', secret: machine.privateKey, ...change };
    const { status, body: answer } = await root.call('server_list/add', body);
    expect([status, JSON.stringify(answer)]).toEqual([422, expect.stringContaining(path)]);
  });

  test('at an address of a cloud’s own service is none', async () => {
    const id = await desk.addServer('metadata', { host: '169.254.169.254', port: 80 });
    const silent = await root.call('server_list/look', { id });
    expect([silent.status, codeOf(silent)]).toEqual([409, 'server_silent']);
  });
});

describe('a script', () => {
  test('gets what is typed as one argument, whatever it is', async () => {
    const id = await desk.confirmed('arguments');
    const script = await desk.addScript('print', {
      program: 'printf',
      arguments: ['%s|', '--of={{what}}', '{{what}}'],
      parameters: [parameter('what')],
    });
    for (const what of [';id', '$(touch x)', "'; id; '", '`id` && id', 'a  b', '*', 'ä 中 🌀', '\\']) {
      const { run, results, id: runId } = await desk.runToEnd({ ...script, servers: [id], values: { what } });
      expect(run).toMatchObject({
        state: 'done',
        succeeded: 1,
        account: product.administrator.account,
        revision: script.version,
      });
      expect((await desk.outputOf(runId, results[0]?.id ?? '')).output).toBe(`--of=${what}|${what}|`);
    }
    for (const what of ['-rf', 'a\nb', 'a\0b', '', 'a\u001b[2J']) {
      const { status, body } = await root.call('script/run', { ...script, servers: [id], values: { what } });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('values.what')]);
    }
    for (const values of [{}, { what: 'a', more: 'b' }])
      expect((await root.call('script/run', { ...script, servers: [id], values })).status).toBe(422);
    const stale = { ...script, version: script.version + 1, servers: [id], values: { what: 'a' } };
    expect(codeOf(await root.call('script/run', stale))).toBe('stale_version');
  });

  test('runs on several servers at once; each has its own outputs and exit code', async () => {
    const ids = await Promise.all(
      ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => desk.confirmed(`many ${name}`)),
    );
    const gone = await startSshServer();
    const away = await desk.confirmed('many away', { port: gone.port, secret: gone.privateKey });
    await gone.dispose();
    const script = await desk.addScript('three outputs', {
      program: 'sh',
      arguments: ['-c', 'printf "\\033[31mred\\033[0m\\n"; echo bad >&2; sleep 1; exit 3'],
    });
    const start = performance.now();
    const { run, results, id } = await desk.runToEnd({ ...script, servers: [...ids, away], values: {} });
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(run).toMatchObject({ state: 'failed', succeeded: 0 });
    expect(results.slice(0, 6).map(({ state, exit_code }) => [state, exit_code])).toEqual(
      ids.map(() => ['failed', 3]),
    );
    expect(results[6]).toMatchObject({ state: 'unreachable', fault: 'unreachable', exit_code: null });
    expect(await desk.outputOf(id, results[0]?.id ?? '')).toEqual({ output: 'red\n', error_output: 'bad\n' });
  });

  test('is ended at its time, and what it writes is kept to its size', async () => {
    const id = await desk.confirmed('limits');
    const endless = await desk.addScript('endless', {
      program: 'sh',
      arguments: ['-c', 'yes waypost'],
      seconds: 2,
      output_kb: 8,
    });
    const { results, id: runId } = await desk.runToEnd({ ...endless, servers: [id], values: {} });
    expect(results[0]).toMatchObject({ state: 'timed_out', may_go_on: false });
    expect(results[0]?.output_bytes).toBeGreaterThan(1_000_000);
    expect((await desk.outputOf(runId, results[0]?.id ?? '')).output.length).toBe(8 * 1024);
  });

  test('that is cancelled is gone from its server, also where it ignores SIGTERM; what waits is not begun', async () => {
    const ids = await Promise.all(
      ['one', 'two', 'three', 'four', 'five'].map((name) => desk.confirmed(`cancel ${name}`)),
    );
    const pids = join(folder, 'pids');
    const stubborn = await desk.addScript('stubborn', {
      program: 'sh',
      arguments: ['-c', `trap "" TERM; echo $$ >> ${pids}; for n in $(seq 600); do sleep 0.2; done`],
      seconds: 600,
    });
    const { id } = (await root.call<{ id: string }>('script/run', { ...stubborn, servers: ids, values: {} }))
      .content;
    const running = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n') : []);
    await until('four of them run', () => running().length === 4);
    expect((await root.call('script_run/cancel', { id })).status).toBe(200);
    const { run, results } = await desk.ended(id);
    expect(run.state).toBe('cancelled');
    await until('they are gone', () => running().every((pid) => !existsSync(`/proc/${pid}`)), {
      withinMs: 30_000,
    });
    expect(running().length).toBe(4);
    expect(results.at(4)).toMatchObject({ state: 'cancelled', exit_code: null });
    expect(codeOf(await root.call('script_run/cancel', { id }))).toBe('script_run_ended');
  });

  test('that is refused, because too much of the caller’s goes on already, leaves nothing that waits for ever', async () => {
    const id = await desk.confirmed('busy');
    const long = await desk.addScript('long', { program: 'sleep', arguments: ['600'], seconds: 600 });
    const begin = () => root.call<{ id: string }>('script/run', { ...long, servers: [id], values: {} });
    const begun: string[] = [];
    try {
      for (let at = 0; at < 5; at += 1) begun.push((await begin()).content.id);
      const refused = await begin();
      expect([refused.status, codeOf(refused)]).toEqual([409, 'too_many_operations']);
      const runs = await root.call<{ content: { id: string }[] }>('script_run/inquire', { script: long.id });
      expect(runs.content.content.map((run) => run.id).sort()).toEqual(begun.toSorted());
      const log = await root.call<{ content: { type: string }[] }>('log/inquire', { target: long.id });
      const ends = log.content.content.map(({ type }) => type);
      // What the log says was begun, and was not, it says has ended.
      expect(ends.filter((type) => type === 'system.script.run')).toHaveLength(6);
      expect(ends.filter((type) => type === 'system.script.cancel')).toHaveLength(1);
    } finally {
      await Promise.all(begun.map((run) => root.call('script_run/cancel', { id: run })));
      await Promise.all(begun.map((run) => desk.ended(run)));
    }
  });

  test('is not begun a second time where the server that ran it was killed', async () => {
    const id = await desk.confirmed('killed');
    const file = join(folder, 'begun');
    writeFileSync(file, '');
    const script = await desk.addScript('once', {
      program: 'sh',
      arguments: ['-c', `echo x >> ${file}; sleep 20`],
      seconds: 60,
    });
    const { id: runId } = (
      await root.call<{ id: string }>('script/run', { ...script, servers: [id], values: {} })
    ).content;
    await until('it has begun', () => readFileSync(file, 'utf8') === 'x\n');
    process.kill(product.childPids().runtime ?? 0, 'SIGKILL');
    await until('the runtime is back', () =>
      fetch(`${product.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const { results } = await desk.ended(runId);
    expect(results[0]).toMatchObject({ state: 'unknown', may_go_on: true });
    expect(readFileSync(file, 'utf8')).toBe('x\n');
  });

  test.each([
    [{ program: '-c' }, 'program'],
    [{ program: 'sh -c' }, 'program'],
    [{ program: 'a\nb' }, 'program'],
    [{ arguments: ['a\nb'] }, 'arguments'],
    [{ arguments: ['{{nobody}}'] }, 'arguments'],
    [{ arguments: Array.from({ length: 51 }, () => 'a') }, 'arguments'],
    [{ parameters: [parameter('unused')] }, 'parameters'],
    [{ arguments: ['{{a}}'], parameters: [parameter('a'), parameter('a')] }, 'parameters'],
    [{ arguments: ['{{a}}'], parameters: [parameter('a', { kind: 'choice' })] }, 'parameters'],
    [{ arguments: ['{{a}}'], parameters: [parameter('a', { pattern: '(a+)+' })] }, 'parameters'],
    [{ arguments: ['{{a}}'], parameters: [parameter('a', { pattern: '[0-9]', preset: 'x' })] }, 'parameters'],
    [{ seconds: 0 }, 'seconds'],
    [{ seconds: 3_601 }, 'seconds'],
    [{ output_kb: 1_025 }, 'output_kb'],
  ])('%j is refused where it was typed', async (change, path) => {
    const { status, body } = await root.call('script/add', { name: 'bad', program: 'true', ...change });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(path)]);
  });
});

test('each run is in the audit log: who, which words, where', async () => {
  const id = await desk.confirmed('audited');
  const script = await desk.addScript('audited', { program: 'true' });
  await desk.runToEnd({ ...script, servers: [id], values: {} });
  const query = { target: script.id, type: 'system.script.run' };
  const [entry] = (await root.call<{ content: { id: string; user: string }[] }>('log/inquire', query)).content
    .content;
  expect(entry?.user).toBe(product.administrator.account);
  const { changes } = (
    await root.call<{ changes: { field: string; after: string | null }[] }>('log/details', { id: entry?.id })
  ).content;
  const after = new Map(changes.map((change) => [change.field, change.after]));
  expect(after.get('words')).toContain('true');
  expect(after.get('servers')).toContain('audited');
  expect(after.get('revision')).toBe(String(script.version));
});

// A stolen session alone must not run programs elsewhere, nor say where a password is sent.
test('whoever has a second factor sends a code of it to run, and to change what is run and where', async () => {
  const someone = await createAccount(product, { account: 'factored', role: 'super' });
  const own = await signIn(product.origin, someone);
  const id = await desk.confirmed('factor');
  const script = await desk.addScript('factor', { program: 'true' });
  const codeAt = await giveSecondFactor(own, someone.password);
  const body = { ...script, servers: [id], values: {} };
  const asked = ['script/run', 'script/update', 'server_list/update', 'server_list/confirm'] as const;
  const bodies = {
    'script/run': body,
    'script/update': { id: script.id, version: script.version, remarks: 'x' },
    'server_list/update': { id, version: (await desk.detailsOf(id)).version, remarks: 'x' },
    'server_list/confirm': { id, ...machine.key },
  };
  for (const path of asked) {
    const refused = await own.call(path, bodies[path]);
    expect([path, refused.status, codeOf(refused)]).toEqual([path, 403, 'second_factor_required']);
  }
  expect((await own.call('script/run', body, { 'x-second-factor': codeAt(1) })).status).toBe(200);
});

describe('while it is off', () => {
  test('nothing is reached or changed, and one code says how it is switched on', async () => {
    const off = await shareProduct();
    const admin = await signIn(off.origin, off.administrator);
    expect((await admin.call('server_list/switch')).content).toEqual({ is_on: false });
    const some = 'a'.repeat(24);
    const calls: [string, Record<string, unknown>][] = [
      ['server_list/add', { name: 'x', host: '127.0.0.1', account: 'root', secret: machine.privateKey }],
      ['server_list/ping', { interval: 10 }],
      ['server_list/look', { id: some }],
      ['server_list/check', { id: some }],
      ['server_list/confirm', { id: some, ...machine.key }],
      ['script/add', { name: 'x', program: 'true' }],
      ['script/run', { id: some, version: 0, servers: [some], values: {} }],
    ];
    for (const [path, body] of calls) {
      const answer = await admin.call(path, body);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 409, 'machines_off']);
      expect(JSON.stringify(answer.body)).toContain('SSH_SERVERS=on');
    }
  });
});
