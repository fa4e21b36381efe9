import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf, signIn } from '../../../tests/api.ts';
import { ADMINISTRATOR, startSystem } from '../../../tests/contract/harness.ts';
import { pluginsOf } from '../../../tests/platform/plugins-api.ts';
import { startSecond } from '../../../tests/platform/second-runtime.ts';
import { author, packShelf } from '../../../tests/platform/shelf.ts';
import { projectRoot } from '../../process.ts';

/** Switches that are measured: each is one of each. */
const ROUNDS = 50;
/** Longest that the moment itself may take, milliseconds: 1.1 was measured for one router alone. */
const FLIP_LIMIT_MS = 5;
/** Longest until a switch is answered, milliseconds: prepared, visible, told to every part. */
const SWITCH_LIMIT_MS = 1_000;
/** Longest until a second process on the store has followed, milliseconds: what administrators are promised. */
const FOLLOW_LIMIT_MS = 1_000;
/** How long the second process is given before the measurement is given up. */
const GIVE_UP_MS = 30_000;
const registry = join(projectRoot, 'tests/platform/registry-visits.json');

/**
 * Measures how long it takes to switch a plugin with nothing in flight: the moment itself, until it is answered, and from
 * the call until a second process on the same store answers accordingly.
 */
const system = await startSystem({
  registry,
  env: { PLUGIN_TRUSTED_KEYS: author.publicKey },
  arguments: ['--rate-scale', '1000'],
});
const answered: number[] = [];
const flips: number[] = [];
const followed: number[] = [];
const second = await startSecond(system, registry);
try {
  const api = await signIn(system.origin, ADMINISTRATOR);
  await pluginsOf(api).install(await packShelf({ version: '1.0.0' }));
  const there = apiOf(second.origin, api.token);
  /** Milliseconds since `started` when the second process answers as it should. */
  const follow = async (status: number, started: number): Promise<number> => {
    while ((await there.call('shelf_call/version')).status !== status) {
      if (performance.now() - started > GIVE_UP_MS) throw new Error('the second process did not follow');
      await Bun.sleep(2);
    }
    return performance.now() - started;
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const verb of ['disable', 'enable']) {
      const started = performance.now();
      const following = follow(verb === 'enable' ? 200 : 404, started);
      await api.call(`plugins/${verb}`, { id: 'shelf' });
      answered.push(performance.now() - started);
      followed.push(await following);
    }
  for (const record of system.records())
    if (record.plugin === 'shelf' && typeof record.flip_ms === 'number') flips.push(record.flip_ms);
} finally {
  await second.stop();
  await system.stop();
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
const result = {
  rounds: ROUNDS,
  flip_ms: { median: quantile(flips, 0.5), p99: quantile(flips, 0.99) },
  answered_ms: { median: quantile(answered, 0.5), p99: quantile(answered, 0.99) },
  followed_ms: { median: quantile(followed, 0.5), p99: quantile(followed, 0.99) },
};
mkdirSync(join(projectRoot, '.cache'), { recursive: true });
await Bun.write(join(projectRoot, '.cache/bench-plugins.json'), `${JSON.stringify(result, null, 2)}\n`);
const shown = ({ median, p99 }: { median: number; p99: number }) =>
  `median ${median.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`;
console.log(`the flip itself      ${shown(result.flip_ms)} (limit ${FLIP_LIMIT_MS} ms at the median)`);
console.log(`until it is answered ${shown(result.answered_ms)} (limit ${SWITCH_LIMIT_MS} ms at the median)`);
console.log(`in force elsewhere   ${shown(result.followed_ms)} (limit ${FOLLOW_LIMIT_MS} ms at p99)`);
const isFine =
  flips.length >= 2 * ROUNDS &&
  result.flip_ms.median <= FLIP_LIMIT_MS &&
  result.answered_ms.median <= SWITCH_LIMIT_MS &&
  result.followed_ms.p99 <= FOLLOW_LIMIT_MS;
process.exit(isFine ? 0 : 1);
