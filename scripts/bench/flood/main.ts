import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuMicroseconds } from '../process-usage.ts';
import { atMost, type Check, median, round, table } from '../report.ts';
import { seedLinks } from '../seed-links.ts';
import { connect, type Running, startAggregator, startRuntime, startStore } from '../servers.ts';
import { type LoadResult, runLoad } from '../wrk.ts';

/** Visits while strangers flood the calls without login, beside visits without them, in turn within one run. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '4' }, seconds: { type: 'string', default: '5' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const CODES = 20_000;
const VISITORS = 64;
const FLOODING = 50;
/** Networks that the flooding connections come from; 0: nobody floods. */
const MODES = [
  { name: 'nobody floods', networks: 0 },
  { name: 'from one address', networks: 1 },
  { name: 'from fifty addresses', networks: FLOODING },
];

interface Sample extends LoadResult {
  /** Share of one core that the runtime took. */
  cpu: number;
  answers: Record<string, number>;
}

const directory = mkdtempSync(join(tmpdir(), 'wp-bench-flood-'));
const running: Running[] = [];
const keep = <T extends Running>(one: T): T => {
  running.push(one);
  return one;
};

async function flood(port: string, networks: number): Promise<{ stop(): Promise<Record<string, number>> }> {
  const command = [
    process.execPath,
    join(import.meta.dir, 'flooder.ts'),
    port,
    String(FLOODING),
    String(networks),
  ];
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    stop: async () => {
      await child.stdin.end();
      const { value } = await reader.read();
      await child.exited;
      return JSON.parse(new TextDecoder().decode(value)) as Record<string, number>;
    },
  };
}

async function measure(
  server: { origin: string; pid: number },
  networks: number,
  seed: number,
): Promise<Sample> {
  const flooding = networks === 0 ? undefined : await flood(new URL(server.origin).port, networks);
  const cpu = cpuMicroseconds(server.pid);
  const load = await runLoad({ origin: server.origin, connections: VISITORS, seconds, codes: CODES, seed });
  const used = cpuMicroseconds(server.pid) - cpu;
  return { ...load, cpu: used / 1e6 / load.seconds, answers: (await flooding?.stop()) ?? {} };
}

async function bench(): Promise<Map<string, Sample[]>> {
  const store = keep(await startStore(directory));
  const place = { uri: store.uriOf('flood'), directory: join(directory, 'data'), rateScale: 1 };
  const { client, database } = connect(store.uriOf('flood'), 'flood');
  await seedLinks(database, CODES);
  await client.close();
  const server = keep(await startRuntime(place));
  keep(await startAggregator(place));
  const samples = new Map<string, Sample[]>(MODES.map(({ name }) => [name, []]));
  for (let turn = 0; turn <= rounds; turn += 1)
    for (const { name, networks } of MODES) {
      const sample = await measure(server, networks, turn + 1);
      process.stderr.write(
        `turn ${turn}, ${name}: ${round(sample.answered / sample.seconds)}/s, p50 ${round(sample.p50)}, p99 ${round(sample.p99)}, ${round(sample.cpu)} cores, ${JSON.stringify(sample.answers)}\n`,
      );
      // The first turn warms everything up.
      if (turn > 0) samples.get(name)?.push(sample);
    }
  return samples;
}

let samples: Map<string, Sample[]>;
try {
  samples = await bench();
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(directory, { recursive: true, force: true });
}
const of = (name: string, figure: (sample: Sample) => number) =>
  median((samples.get(name) ?? []).map(figure));
const rows = MODES.map(({ name }) => {
  const answers = Object.entries(samples.get(name)?.at(-1)?.answers ?? {});
  return [
    name,
    round(of(name, (one) => one.answered / one.seconds)),
    round(of(name, ({ p50 }) => p50)),
    round(of(name, ({ p99 }) => p99)),
    round(of(name, ({ cpu }) => cpu)),
    answers.map(([status, count]) => `${count} × ${status}`).join(', '),
  ];
});
console.log(
  table([['flood', 'visits/s', 'p50 ms', 'p99 ms', 'cores', 'flood was answered, last round'], ...rows]),
);

const calm = MODES[0]?.name ?? '';
const checks: Check[] = MODES.slice(1).flatMap(({ name }) => [
  atMost(`p50, ${name}`, of(name, ({ p50 }) => p50) / of(calm, ({ p50 }) => p50), 3, ' ×'),
  atMost(`p99, ${name}`, of(name, ({ p99 }) => p99) / of(calm, ({ p99 }) => p99), 5, ' ×'),
]);
for (const { name } of MODES)
  checks.push(
    atMost(
      `failed visits, ${name}`,
      of(name, ({ errors }) => errors),
      0,
    ),
  );
console.log(
  `\n${table([['check', 'expected', 'actual', ''], ...checks.map((one) => [one.name, one.expected, one.actual, one.isMet ? 'ok' : 'NO'])])}`,
);
process.exit(checks.every(({ isMet }) => isMet) ? 0 : 1);
