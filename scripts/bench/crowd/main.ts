import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginHealth } from '@waypost/sdk/platform';
import { apiOf, signIn } from '../../../tests/api.ts';
import { ADMINISTRATOR, startSystem } from '../../../tests/contract/harness.ts';
import { projectRoot } from '../../process.ts';
import { median } from '../report.ts';

/**
 * What visits notice of an outside plugin whose 24 threads never rest: their latency without it, in the seconds in which
 * it begins, and once it is held back. All in one run, each round in turn.
 */
const ROUNDS = 3;
const SECONDS = 5;
const VISITORS = 4;
const PAUSE_MS = 5;
/** It is held back within the burst that it has; the wait ends anyway, for a product that does not. */
const HOLD_LIMIT_MS = 15_000;
/** Times that the slowest of a hundred visits may take against one without the plugin. */
const P99_LIMIT = 3;
const PHASES = ['without', 'begins', 'held back'] as const;

interface Latency {
  p50: number;
  p99: number;
  perSecond: number;
}

const system = await startSystem({
  registry: join(projectRoot, 'tests/plugins/outside-registry.json'),
  arguments: ['--rate-scale', '1000'],
});
const samples: Record<(typeof PHASES)[number], Latency[]> = { without: [], begins: [], 'held back': [] };
try {
  const admin = await signIn(system.origin, ADMINISTRATOR);
  const stranger = apiOf(system.origin);
  const { content } = await admin.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Leaflet',
    targets: [{ url: 'https://example.com/' }],
    jump_type: 6,
  });
  const address = `${system.origin}/${content.short_code}`;
  const attack = (name: string) => stranger.call('outside_hostile/attack', { name });
  const isHeldBack = async () => {
    const { content: health } = await admin.call<PluginHealth>('plugins/health', { id: 'outside-hostile' });
    return health.child?.containment.processor === 'held_back';
  };
  const waitFor = async (holds: () => Promise<boolean>, limitMs: number) => {
    const end = performance.now() + limitMs;
    while (!(await holds()) && performance.now() < end) await Bun.sleep(100);
  };
  await measure(address, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.without.push(await measure(address, SECONDS));
    const child = (await stranger.call<{ pid: number }>('outside_hostile/alive')).content.pid;
    await attack('spin');
    samples.begins.push(await measure(address, SECONDS));
    await waitFor(isHeldBack, HOLD_LIMIT_MS);
    samples['held back'].push(await measure(address, SECONDS));
    process.kill(child, 'SIGKILL');
    await waitFor(async () => (await stranger.call('outside_hostile/alive')).status !== 200, 1_000);
    await waitFor(async () => (await stranger.call('outside_hostile/alive')).status === 200, 60_000);
  }
} finally {
  await system.stop();
}

const figures = Object.fromEntries(
  PHASES.map((phase) => {
    const of = (name: keyof Latency) => median(samples[phase].map((sample) => sample[name]));
    return [phase, { p50: of('p50'), p99: of('p99'), perSecond: of('perSecond') }];
  }),
) as Record<(typeof PHASES)[number], Latency>;
mkdirSync(join(projectRoot, '.cache'), { recursive: true });
await Bun.write(
  join(projectRoot, '.cache/bench-crowd.json'),
  `${JSON.stringify({ figures, samples }, null, 2)}\n`,
);
for (const phase of PHASES) {
  const { p50, p99, perSecond } = figures[phase];
  console.log(
    `${phase.padEnd(10)} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${perSecond.toFixed(0)} visits/s`,
  );
}
const ratio = figures['held back'].p99 / figures.without.p99;
console.log(`held back against without: p99 × ${ratio.toFixed(2)} (limit ${P99_LIMIT})`);
process.exit(ratio <= P99_LIMIT ? 0 : 1);

/** Visitors who come one after another: a load that fills the machine would measure itself. */
async function measure(address: string, seconds: number): Promise<Latency> {
  const end = performance.now() + seconds * 1_000;
  const took: number[] = [];
  const visitor = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const { status } = await fetch(address, { redirect: 'manual' });
      if (status !== 302) throw new Error(`a visit was answered with ${status}`);
      took.push(performance.now() - started);
      await Bun.sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  const sorted = took.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99), perSecond: took.length / seconds };
}
