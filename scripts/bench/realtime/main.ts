import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { signIn } from '../../../tests/api.ts';
import { ADMINISTRATOR, startSystem } from '../../../tests/contract/harness.ts';
import { cpuMicroseconds, residentBytes } from '../process-usage.ts';
import { atLeast, atMost, type Check, round, table } from '../report.ts';
import { type Client, openClient } from './clients.ts';

/**
 * Open channels on one runtime process over the embedded store, and events to them: how long an event takes from
 * `publish` to the reader, and whether closed channels leave memory behind.
 */
const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: '2000' },
    events: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'string', default: '.cache/bench-realtime.json' },
  },
});
const CHANNELS = Number(values.channels);
const EVENTS = Number(values.events);
const SECONDS = Number(values.seconds);
/** Channels that follow the same: an owner's open pages, or the administrators'. */
const AUDIENCE = 20;
/** Logins at once. */
const OPENING = 20;
const MEBIBYTE = 2 ** 20;
const GIVEN_BACK_MS = 3_000;

const system = await startSystem({
  registry: join(import.meta.dir, 'registry.json'),
  arguments: ['--rate-scale', '1000'],
  env: { LOG_LEVEL: 'warn', WAYPOST_STORE_SYNCHRONOUS: 'NORMAL' },
});
const pid = system.runtime.pid();
const checks: Check[] = [];
const rows: string[][] = [['step', 'p50 ms', 'p95 ms', 'p99 ms', 'delivered', 'CPU s', 'RSS MiB']];
const report: Record<string, unknown> = {
  time: new Date().toISOString(),
  channels: CHANNELS,
  events: EVENTS,
};

try {
  const api = await signIn(system.origin, ADMINISTRATOR);
  const token = api.token ?? '';
  const audiences = Array.from({ length: Math.ceil(CHANNELS / AUDIENCE) }, (_, index) => `group${index}`);
  let delays: number[] = [];
  const note = ({ at }: { at: number }, arrived: number) => void delays.push(arrived - at);
  const resident = () => residentBytes(pid) / MEBIBYTE;

  async function openAll(count: number, audienceOf: (index: number) => string): Promise<Client[]> {
    const clients: Client[] = [];
    for (let index = 0; index < count; index += OPENING) {
      const some = Array.from({ length: Math.min(OPENING, count - index) }, (_, offset) =>
        openClient(system.origin, token, `ticker.events:${audienceOf(index + offset)}`, note),
      );
      clients.push(...(await Promise.all(some)));
    }
    return clients;
  }

  async function measure(step: string, perSecond: number, to: string[], readers: number): Promise<number> {
    delays = [];
    const before = cpuMicroseconds(pid);
    const { content } = await api.call<{ events: number }>('ticker/run', {
      per_second: perSecond,
      seconds: SECONDS,
      audiences: to,
    });
    await Bun.sleep(500);
    const sorted = delays.sort((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const cpu = (cpuMicroseconds(pid) - before) / 1e6;
    rows.push([
      step,
      ...[0.5, 0.95, 0.99].map((share) => at(share).toFixed(1)),
      String(sorted.length),
      cpu.toFixed(1),
      resident().toFixed(0),
    ]);
    report[step] = { p50: at(0.5), p95: at(0.95), p99: at(0.99), delivered: sorted.length, cpu };
    checks.push(atLeast(`${step}: every event delivered`, sorted.length, content.events * readers));
    return at(0.95);
  }

  async function closeAll(clients: readonly Client[]): Promise<number> {
    await Promise.all(clients.map((client) => client.close()));
    await Bun.sleep(GIVEN_BACK_MS);
    return resident();
  }

  const started = performance.now();
  const idle = resident();
  const clients = await openAll(CHANNELS, (index) => audiences[Math.floor(index / AUDIENCE)] ?? '');
  const opened = (performance.now() - started) / 1_000;
  rows.push([`${CHANNELS} opened in ${opened.toFixed(1)} s`, '', '', '', '', '', resident().toFixed(0)]);
  const p95 = await measure(`${EVENTS} events/s to ${AUDIENCE} each`, EVENTS, audiences, AUDIENCE);
  checks.push(
    atMost(`p95 from publish to reader, ${CHANNELS} channels, ${EVENTS} events/s`, p95, 250, ' ms'),
  );
  const first = await closeAll(clients);

  // The same again, all of them in one audience: an event for everyone each second.
  const everyone = await openAll(CHANNELS, () => 'everyone');
  const broadcast = await measure('1 event/s to all', 1, ['everyone'], CHANNELS);
  checks.push(atMost(`p95 of an event to all ${CHANNELS}`, broadcast, 250, ' ms'));
  const second = await closeAll(everyone);

  const third = await closeAll(await openAll(CHANNELS, () => 'everyone'));
  rows.push([
    `closed, three times (idle ${idle.toFixed(0)})`,
    '',
    '',
    '',
    '',
    '',
    [first, second, third].map(round).join(' → '),
  ]);
  report.resident = { idle, first, second, third };
  // What the first load needs at its peak is kept by the allocator; what grows from round to round is lost.
  checks.push(atMost('RSS kept by the second and third round', third - first, 24, ' MiB'));
  const text = await (await fetch(`${system.origin}/metrics`)).text();
  const left = Number(/realtime_channels(?:\{[^}]*\})? (\d+)/.exec(text)?.[1] ?? Number.NaN);
  checks.push(atMost('channels left in the runtime', left, 0));
} finally {
  await system.stop();
}

console.log(table(rows));
for (const check of checks)
  console.log(`${check.isMet ? 'ok  ' : 'FAIL'} ${check.name}: ${check.actual} (expected ${check.expected})`);
mkdirSync(dirname(values.json), { recursive: true });
await Bun.write(values.json, `${JSON.stringify({ ...report, checks }, null, 2)}\n`);
process.exit(checks.every(({ isMet }) => isMet) ? 0 : 1);
