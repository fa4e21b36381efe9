import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, measureVisits, pairedRatio, type Variant } from '../measure-visits.ts';
import { cpuMicroseconds } from '../process-usage.ts';
import { atLeast, atMost, round, table } from '../report.ts';
import { roundsOf } from '../rounds.ts';
import { seedLinks } from '../seed-links.ts';
import { connect, type Running, startRuntime, startStore } from '../servers.ts';

// What it costs a visit that the runtime says how it does and looks for what is wrong: visits beside it against the same visits
// without it, in alternating rounds of one run: the ratio is that of each round's pair. `bun scripts/bench/monitor/main.ts [rounds]`

const LINKS = 20_000;
const ROUNDS = roundsOf(process.argv.slice(2), 11);
/** Longer than what lies between two looks, so that each round has one at least. */
const SECONDS = 11;
const CONNECTIONS = 64;
const WANTED = 0.97;
/** For so long nobody visits, and what is used then is the monitor's beside what any server uses. */
const IDLE_SECONDS = 60;
/** Milliseconds of a core a second that it may use more: a hundredth. */
const IDLE_LIMIT = 10;
const WITHOUT = 'without';
const WITH = 'with the monitor';

const directory = mkdtempSync(join(tmpdir(), 'wp-bench-monitor-'));
const running: Running[] = [];
try {
  const store = await startStore(directory);
  running.push(store);
  const variants: Variant[] = [];
  for (const name of [WITHOUT, WITH]) {
    const set = name.replaceAll(' ', '-');
    const { client, database } = connect(store.uriOf(set), set);
    await seedLinks(database, LINKS);
    await client.close();
    const data = join(directory, set);
    const server = await startRuntime({
      uri: store.uriOf(set),
      directory: data,
      durability: 'strict',
      isMonitored: name === WITH,
    });
    running.push(server);
    variants.push({ name, server, connections: CONNECTIONS, codes: LINKS, directory: data });
  }
  const used = variants.map(({ server }) => cpuMicroseconds(server.pid));
  await Bun.sleep(IDLE_SECONDS * 1000);
  const [without = 0, beside = 0] = variants.map(
    ({ server }, index) => (cpuMicroseconds(server.pid) - (used[index] ?? 0)) / 1000 / IDLE_SECONDS,
  );
  console.log(`idle, ms of a core a second: ${round(without)} without it, ${round(beside)} with it`);
  const figures = await measureVisits(variants, { rounds: ROUNDS, seconds: SECONDS });
  const of = (name: string) => figures.get(name) as Figures;
  const row = ({ name, perSecond, cpu, p99 }: Figures) => [
    name,
    perSecond.toFixed(0),
    round(cpu),
    round(p99),
  ];
  console.log(table([['visits', 'a second', 'CPU µs', 'p99 ms'], row(of(WITHOUT)), row(of(WITH))]));
  const checks = [
    atMost('idle, more with it', beside - without, IDLE_LIMIT, ' ms'),
    atLeast('with it against without', pairedRatio(of(WITH), of(WITHOUT), 'perSecond'), WANTED),
    atLeast('without against with it, CPU', pairedRatio(of(WITHOUT), of(WITH), 'cpu'), WANTED),
    ...[WITHOUT, WITH].map((name) => atMost(`failed requests: ${name}`, of(name).errors, 0)),
    ...[WITHOUT, WITH].map((name) => {
      const surplus = of(name).surplus ?? Number.NaN;
      const isMet = surplus >= 0 && surplus <= CONNECTIONS;
      return {
        name: `counted − answered: ${name}`,
        expected: `0 … ${CONNECTIONS}`,
        actual: String(surplus),
        isMet,
      };
    }),
  ];
  const lines = checks.map(({ name, expected, actual, isMet }) => [
    name,
    expected,
    actual,
    isMet ? 'ok' : 'NO',
  ]);
  console.log(`\n${table([['check', 'expected', 'actual', ''], ...lines])}`);
  process.exitCode = checks.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(directory, { recursive: true, force: true });
}
