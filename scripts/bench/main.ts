import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { benchCounting } from './bench-counting.ts';
import { publishFiftyRules } from './fifty-visit-rules.ts';
import { measureApi } from './measure-api.ts';
import { type Figures, measureVisits, type Variant } from './measure-visits.ts';
import { parseOptions, USAGE } from './options.ts';
import { atLeast, atMost, type Check, countedCheck, round, table } from './report.ts';
import { seedLinks } from './seed-links.ts';
import {
  connect,
  type Running,
  type Server,
  startAggregator,
  startBare,
  startRuntime,
  startStore,
} from './servers.ts';
import { TWENTY_RULES } from './twenty-rules.ts';
import { runLoad } from './wrk.ts';

/** How long visits come under rules before they are measured: each of the 50,000 addresses of the load comes then. */
const WARM_UP_SECONDS = 20;
const MEBIBYTE = 2 ** 20;
const SNAPSHOT_LIMIT_MS = 30_000;
const options = (() => {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    return process.exit(2);
  }
})();
if (Bun.which('wrk') === null) {
  console.error('The bench needs wrk (Debian: apt-get install wrk).');
  process.exit(1);
}

const directory = mkdtempSync(join(tmpdir(), 'wp-bench-'));
const running: Running[] = [];
const keep = <T extends Running>(one: T): T => {
  running.push(one);
  return one;
};
const say = (text: string): void => void process.stderr.write(`${text}\n`);
const checks: Check[] = [];
const tables: string[][][] = [];
const json: Record<string, unknown> = {
  time: new Date().toISOString(),
  options: { ...options, parts: [...options.parts], loads: options.loads.map(({ name }) => name) },
};

/** Database and links of each set. */
const SETS = {
  small: options.small,
  middle: options.middle,
  large: options.large,
  ruled: options.small,
  shielded: options.small,
} as const;
type SetName = keyof typeof SETS;

function figuresRow(figures: Figures, bare: Figures | undefined): string[] {
  return [
    figures.name,
    figures.perSecond.toFixed(0),
    bare === undefined ? '' : (figures.perSecond / bare.perSecond).toFixed(2),
    round(figures.cpu),
    figures.p50.toFixed(2),
    figures.p99.toFixed(2),
    (figures.resident / MEBIBYTE).toFixed(0),
    figures.surplus === undefined ? '' : String(figures.surplus),
  ];
}

async function benchVisits(uriOf: (database: string) => string): Promise<void> {
  const runtime = async (name: string, set: SetName, durability: 'strict' | 'relaxed'): Promise<Variant> => {
    const data = join(directory, name.replaceAll(' ', '-'));
    const server = keep(await startRuntime({ uri: uriOf(set), directory: data, durability }));
    return { name, server, connections: 64, codes: SETS[set], directory: data };
  };
  const bare = keep(await startBare('fetch'));
  const parameter = keep(await startBare('parameter'));
  const codes = options.middle;
  const middle = await runtime('strict, middle', 'middle', 'strict');
  const variants: Variant[] = [
    { name: 'bare', server: bare, connections: 64, codes },
    middle,
    { name: 'bare with parameter', server: parameter, connections: 64, codes },
    await runtime('relaxed, middle', 'middle', 'relaxed'),
    await runtime('strict, small', 'small', 'strict'),
    await runtime('strict, large', 'large', 'strict'),
    await runtime('strict, small, 20 rules', 'ruled', 'strict'),
    { name: 'bare, 1 connection', server: bare, connections: 1, codes },
    { ...middle, name: 'strict, middle, 1 connection', connections: 1 },
  ];
  const figures = await measureVisits(variants, {
    ...options,
    onRound: (done) => say(`round ${done} of ${options.rounds}`),
  });
  const of = (name: string): Figures => figures.get(name) as Figures;
  const rows: string[][] = [];
  tables.push(rows);
  rows.push([
    'variant',
    'visits/s',
    'of bare',
    'CPU µs',
    'p50 ms',
    'p99 ms',
    'RSS MiB',
    'counted − answered',
  ]);
  for (const one of figures.values()) {
    rows.push(figuresRow(one, of(one.name.includes('1 connection') ? 'bare, 1 connection' : 'bare')));
  }
  json.visits = [...figures.values()];
  const strict = of('strict, middle');
  const [small, large] = [of('strict, small'), of('strict, large')];
  checks.push(
    atLeast('strict, middle set, share of bare', strict.perSecond / of('bare').perSecond, 0.55),
    atMost('strict, middle set, CPU against bare', strict.cpu / of('bare').cpu, 2, ' ×'),
    atLeast('large set against small set', large.perSecond / small.perSecond, 0.85),
    atLeast('20 rules against none', of('strict, small, 20 rules').perSecond / small.perSecond, 0.85),
    atMost(
      'memory of the large set above the small',
      (large.resident - small.resident) / MEBIBYTE,
      180,
      ' MiB',
    ),
    atMost('memory with the large set', large.resident / MEBIBYTE, 350, ' MiB'),
    atMost('p99 under strict, middle set', strict.p99, 10, ' ms'),
  );
  for (const { name, surplus, errors, connections } of figures.values()) {
    checks.push(atMost(`failed requests: ${name}`, errors, 0));
    if (surplus !== undefined) checks.push(countedCheck(name, surplus, connections));
  }
}

/** Visits under 50 visit rules beside visits under none, each with its aggregator: all that runs where they are answered. */
async function benchShield(uriOf: (database: string) => string): Promise<void> {
  const variant = async (name: string, set: SetName): Promise<Variant> => {
    const place = {
      uri: uriOf(set),
      directory: join(directory, name.replaceAll(/[ ,]+/g, '-')),
      profile: options.profile,
    };
    const server = keep(await startRuntime(place));
    keep(await startAggregator(place));
    return { name, server, connections: 64, codes: SETS[set] };
  };
  const [free, ruled] = ['no visit rule', '50 visit rules'];
  const variants = [await variant(free, 'small'), await variant(ruled, 'shielded')];
  // Where its visitors are, a process has found out within the first minute: that is no cost of rules.
  for (const { server, codes } of variants)
    await runLoad({
      origin: server.origin,
      connections: 64,
      seconds: WARM_UP_SECONDS,
      codes,
      hosts: 0,
      seed: 99,
    });
  const figures = await measureVisits(variants, {
    ...options,
    onRound: (done) => say(`visit rules: round ${done} of ${options.rounds}`),
  });
  const [none, fifty] = [figures.get(free), figures.get(ruled)] as [Figures, Figures];
  tables.push([
    ['visit rules', 'visits/s', 'of none', 'CPU µs', 'p50 ms', 'p99 ms', 'RSS MiB', ''],
    ...[none, fifty].map((one) => figuresRow(one, none)),
  ]);
  json.shield = [none, fifty];
  const name = '50 visit rules against none, everything running';
  checks.push(atLeast(name, fifty.perSecond / none.perSecond, 0.85));
  for (const one of [none, fifty]) checks.push(atMost(`failed requests: ${one.name}`, one.errors, 0));
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + SNAPSHOT_LIMIT_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error('the links were not kept for the next start');
    await Bun.sleep(50);
  }
}

async function benchStart(): Promise<void> {
  const data = join(directory, 'start');
  const cold = await startStore(directory);
  const first = await startRuntime({ uri: cold.uriOf('large'), directory: data });
  const coldSeconds = (cold.startMs + first.startMs) / 1000;
  // The product keeps its links for the next start a moment after they are loaded.
  await until(() => existsSync(join(data, 'visit-links.snapshot')));
  await first.stop();
  const second = await startRuntime({ uri: cold.uriOf('large'), directory: data });
  await second.stop();
  await cold.stop();
  json.start = { coldSeconds, againSeconds: second.startMs / 1000 };
  tables.push([
    ['start with the large set', 'seconds'],
    ['store and runtime, first', round(coldSeconds)],
    ['runtime, again', round(second.startMs / 1000)],
  ]);
  checks.push(atMost('start with the large set', coldSeconds, 15, ' s'));
}

async function benchCounted(store: Running & { uriOf(database: string): string }): Promise<void> {
  const { profile } = options;
  const place = { uri: store.uriOf('middle'), directory: join(directory, 'counting'), profile };
  const server: Server = keep(await startRuntime(place));
  const aggregator = keep(await startAggregator(place));
  const bare = keep(await startBare('fetch'));
  const { client, database } = connect(store.uriOf('middle'), 'middle');
  const report = await benchCounting({ database, server, bare, aggregator, store }, options, say);
  await client.close();
  json.counting = report.json;
  tables.push(...report.tables);
  checks.push(...report.checks);
}

async function benchApi(uriOf: (database: string) => string): Promise<void> {
  const server = keep(await startRuntime({ uri: uriOf('api'), directory: join(directory, 'api') }));
  const figures = await measureApi(server.origin);
  json.api = figures;
  tables.push([
    ['list of codes', 'ms'],
    ['p50', round(figures.p50)],
    ['p99', round(figures.p99)],
  ]);
}

/** The sets that the chosen parts ask for: a million links take a while to be published. */
function neededSets(): ReadonlySet<string> {
  const { parts } = options;
  if (parts.has('visits')) return new Set(Object.keys(SETS));
  return new Set([
    ...(parts.has('counting') ? ['middle'] : []),
    ...(parts.has('shield') ? ['small', 'shielded'] : []),
    ...(parts.has('start') ? ['large'] : []),
  ]);
}

async function bench(): Promise<void> {
  const seeding = await startStore(directory);
  for (const [name, count] of Object.entries(SETS)) {
    if (!neededSets().has(name)) continue;
    say(`publishing ${count} links`);
    const { client, database } = connect(seeding.uriOf(name), name);
    await seedLinks(database, count, { rules: name === 'ruled' ? TWENTY_RULES : [] });
    if (name === 'shielded') await publishFiftyRules(database);
    await client.close();
  }
  await seeding.stop();
  if (options.parts.has('start')) await benchStart();
  const store = keep(await startStore(directory, options.profile));
  if (options.parts.has('counting')) await benchCounted(store);
  if (options.parts.has('visits')) await benchVisits(store.uriOf);
  if (options.parts.has('shield')) await benchShield(store.uriOf);
  if (options.parts.has('api')) await benchApi(store.uriOf);
}

try {
  await bench();
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(directory, { recursive: true, force: true });
}
const failed = checks.filter(({ isMet, name }) => !isMet && (options.isJudged || name.startsWith('counted')));
json.checks = checks;
mkdirSync(dirname(options.json), { recursive: true });
await Bun.write(options.json, `${JSON.stringify(json, null, 2)}\n`);
console.log(tables.map(table).join('\n\n'));
console.log(
  `\n${table([['check', 'expected', 'actual', ''], ...checks.map((check) => [check.name, check.expected, check.actual, check.isMet ? 'ok' : 'NO'])])}`,
);
console.log(
  `\n${checks.length - failed.length} checks passed, ${failed.length} failed${options.isJudged ? '' : ' (a quick run judges only the counts)'}; figures in ${options.json}`,
);
process.exit(failed.length === 0 ? 0 : 1);
