import { hkdfSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newRow } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../../../plugins/domain/screens/domain_list/resource.ts';
import { watchResource } from '../../../plugins/domain/screens/domain_monitor/resource.ts';
import { plugin } from '../../../plugins/domain/server.ts';
import { keepWatches } from '../../../plugins/domain/watching/keep-watches.ts';
import { FACETS } from '../../../plugins/domain/watching/values.ts';
import { projectRoot } from '../../process.ts';
import { residentBytes } from '../process-usage.ts';
import { atLeast, atMost, type Check, table } from '../report.ts';
import { recordedInternet } from './recorded.ts';

/**
 * What it costs to watch 10,000 domains every 5 minutes, with answers that are recorded: processor and memory of the plugin,
 * its jobs and its store in one process, the recorded answers included.
 * `npm run bench -- domains --minutes 20 --domains 10000`
 */
const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const MINUTES = option('minutes', 20);
const DOMAINS = option('domains', 10_000);
const INTERVAL_MS = 5 * 60_000;
const JOB_EVERY_MS = 10_000;
const MOST_SHARE = 0.1;
const MOST_PEAK = 0.3;
const MOST_MEGABYTES = 150;
const MEGABYTE = 1024 * 1024;
const PORTION = 500;
const KEY = new Uint8Array(
  hkdfSync('sha256', new Uint8Array(32).fill(7), new Uint8Array(0), 'waypost/v1/reach', 32),
);

const asked = { looks: 0 };
const t = await testPlugin(plugin, {
  folder: join(projectRoot, 'plugins/domain'),
  now: new Date(),
  settings: { watch_https: 'always' },
  internet: recordedInternet(KEY, asked),
  services: {
    'system.account_states': {
      version: '1.4.0',
      service: { emails: async () => ({}), names: async () => ({}) },
    },
  },
});
const ticking = setInterval(() => t.clock.set(new Date()), 50);
try {
  Bun.gc(true);
  const before = residentBytes(process.pid);
  await seed(t);
  await settleMemory();
  console.log(
    `seeded: ${((residentBytes(process.pid) - before) / MEGABYTE).toFixed(0)} MB beside ${(before / MEGABYTE).toFixed(0)}`,
  );
  asked.looks = 0;
  const { shares, memory } = await measure(before);
  report(shares, memory);
} finally {
  clearInterval(ticking);
  await t.dispose();
}
process.exit(process.exitCode ?? 0);

/** What seeding has left behind goes back to the system only after a while. */
async function settleMemory(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    Bun.gc(true);
    await Bun.sleep(1_000);
  }
}

/** Domains that have been watched for a while: nothing is to be found out of them, and their looks are spread. */
async function seed({ context }: TestPlugin): Promise<void> {
  const owner = 'a'.repeat(24);
  // In portions: what is left of a large one would be taken for the plugin's memory.
  for (let from = 0; from < DOMAINS; from += PORTION) {
    const rows = Array.from({ length: Math.min(PORTION, DOMAINS - from) }, (_, index) => {
      const name = `shop${from + index}.example.com`;
      const registrable = `example${from + index}.com`;
      return newRow(context, domainResource, { name, shown: name, state: 'proved', registrable }, { owner });
    });
    await context.model(domainResource).collection.insertMany(rows as never);
  }
  await keepWatches(context, { spreadMs: INTERVAL_MS });
  const now = t.clock.now();
  const vote = { at: now - INTERVAL_MS, is: 'good', by: '' };
  const facts = {
    finding: 'good',
    fault: '',
    known_fault: '',
    time: null,
    since: t.clock.date().toISOString(),
    ms: 20,
  };
  const watches = context.model(watchResource);
  await watches.updateMany(
    {} as never,
    {
      $set: {
        ...Object.fromEntries(FACETS.map((facet) => [facet, 'good'])),
        facets: Object.fromEntries(FACETS.map((facet) => [facet, facts])),
        votes: Object.fromEntries(FACETS.map((facet) => [facet, [vote, vote]])),
        state: 'working',
        rank: 4,
        told_working: true,
      },
    } as never,
  );
  const ids = (await watches.find({} as never, { _id: 1 }).lean()) as { _id: string }[];
  const back = (most: number) => new Date(now - most * context.random.number());
  await watches.bulkWrite(
    ids.map(({ _id }) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { certificate_time: back(3_600_000), registration_time: back(86_400_000) } },
      },
    })) as never,
    { ordered: false },
  );
}

/** Runs the job as the queue does, and reads each second what was used. */
async function measure(before: number): Promise<{ shares: number[]; memory: number[] }> {
  const shares: number[] = [];
  const memory: number[] = [];
  let used = process.cpuUsage();
  let read = performance.now();
  const reading = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    shares.push((user + system) / 1_000 / (now - read));
    read = now;
    memory.push((residentBytes(process.pid) - before) / MEGABYTE);
  }, 1_000);
  const end = performance.now() + MINUTES * 60_000;
  while (performance.now() < end) {
    const begun = performance.now();
    t.clock.set(new Date());
    const limit = new Promise((resolve) => setTimeout(resolve, Math.max(0, end - performance.now())));
    await Promise.race([t.jobs.run('watch_domains'), limit]);
    const rest = Math.min(end - performance.now(), JOB_EVERY_MS - (performance.now() - begun));
    if (rest > 0) await Bun.sleep(rest);
  }
  clearInterval(reading);
  return { shares, memory };
}

function report(shares: readonly number[], memory: readonly number[]): void {
  const megabytes = Math.max(...memory);
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const peak = Math.max(...shares);
  const perSecond = asked.looks / (MINUTES * 60);
  const checks: Check[] = [
    atMost('share of one core', mean, MOST_SHARE),
    atMost('share in the busiest second', peak, MOST_PEAK),
    atMost('memory beside what stood before', megabytes, MOST_MEGABYTES, ' MB'),
    // With 3 minutes of 5 a few looks are still to come.
    atLeast('looks a second', perSecond, Math.floor((0.85 * DOMAINS * 1_000) / INTERVAL_MS)),
  ];
  mkdirSync(join(projectRoot, '.cache'), { recursive: true });
  void Bun.write(
    join(projectRoot, '.cache/bench-domains.json'),
    `${JSON.stringify({ DOMAINS, MINUTES, mean, peak, megabytes, perSecond, shares, memory }, null, 2)}\n`,
  );
  console.log(
    table([
      ['what', 'expected', 'measured', 'holds'],
      ...checks.map(({ name, expected, actual, isMet }) => [name, expected, actual, isMet ? 'yes' : 'NO']),
    ]),
  );
  if (checks.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
