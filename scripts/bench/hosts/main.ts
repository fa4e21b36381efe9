import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, measureVisits, pairedRatio, type Variant } from '../measure-visits.ts';
import { atLeast, atMost, round, table } from '../report.ts';
import { roundsOf } from '../rounds.ts';
import { seedLinks } from '../seed-links.ts';
import { connect, type Running, startRuntime, startStore } from '../servers.ts';

// What 10,000 domains cost a visit: visits of links that stand on 10,000 hosts in turn, against the same links on the
// platform's own address, in alternating rounds of one run: the ratio is that of each round's pair. Their targets are on a thousand
// hosts, of which some look like hosts of ours until they are looked at. `bun scripts/bench/hosts/main.ts [rounds]`

const HOSTS = 10_000;
const LINKS = 20_000;
const TARGET_HOSTS = 1000;
const ROUNDS = roundsOf(process.argv.slice(2), 15);
const SECONDS = 2;
const CONNECTIONS = 64;
const WANTED = 0.97;
const NONE = 'no domain';
const MANY = `${HOSTS} domains`;

const directory = mkdtempSync(join(tmpdir(), 'wp-bench-hosts-'));
const running: Running[] = [];
try {
  const store = await startStore(directory);
  running.push(store);
  const variants: Variant[] = [];
  for (const [name, hosts] of [
    [NONE, 0],
    [MANY, HOSTS],
  ] as const) {
    const set = `hosts${hosts}`;
    const { client, database } = connect(store.uriOf(set), set);
    await seedLinks(database, LINKS, { hosts, targetHosts: TARGET_HOSTS });
    await client.close();
    const data = join(directory, set);
    const server = await startRuntime({ uri: store.uriOf(set), directory: data, durability: 'strict' });
    running.push(server);
    variants.push({ name, server, hosts, connections: CONNECTIONS, codes: LINKS, directory: data });
  }
  const figures = await measureVisits(variants, { rounds: ROUNDS, seconds: SECONDS });
  const of = (name: string) => figures.get(name) as Figures;
  const row = ({ name, perSecond, cpu, p99 }: Figures) => [
    name,
    perSecond.toFixed(0),
    round(cpu),
    round(p99),
  ];
  console.log(table([['visits', 'a second', 'CPU µs', 'p99 ms'], row(of(NONE)), row(of(MANY))]));
  const checks = [
    atLeast(`${MANY} against none`, pairedRatio(of(MANY), of(NONE), 'perSecond'), WANTED),
    atLeast(`none against ${MANY}, CPU`, pairedRatio(of(NONE), of(MANY), 'cpu'), WANTED),
    ...[NONE, MANY].map((name) => atMost(`failed requests: ${name}`, of(name).errors, 0)),
    ...[NONE, MANY].map((name) => {
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
